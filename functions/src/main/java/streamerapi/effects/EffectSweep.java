package streamerapi.effects;

import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/// Finds the effects of all accounts that are due and have their messages sent: those whose delay is longer than the
/// queue counts, and those whose message was lost.
public final class EffectSweep {

    /// After how long an effect whose first attempt has not ended has lost its message.
    static final Duration LOST = Duration.ofMinutes(15);

    private final Table table;
    private final DelayQueue queue;
    private final InstantSource clock;

    public EffectSweep(Table table, DelayQueue queue, InstantSource clock) {
        this.table = table;
        this.queue = queue;
        this.clock = clock;
    }

    /// Sends a message for each effect that is due within the next two minutes. It is asked every two.
    ///
    /// @return how many
    public int announce() {
        return send(EffectRow.dueBefore(clock.instant().plus(LaterMessages.HORIZON)));
    }

    /// Sends a message for each effect whose first attempt should have ended long ago. It is asked once an hour.
    ///
    /// @return how many
    public int sendLost() {
        return send(EffectRow.forgottenBefore(clock.instant().minus(LOST)));
    }

    private int send(Query query) {
        List<Row> rows = table.query(query);
        queue.sendAll(rows.stream().map(this::message).toList());
        return rows.size();
    }

    /// The message of an effect, which a later version may have asked for: no more of it is read than the message says.
    private DelayQueue.Due message(Row found) {
        EffectRow row = new EffectRow(found);
        Instant due = Objects.requireNonNullElseGet(row.due(), clock::instant);
        return new DelayQueue.Due(
                EffectMessage.of(row.tenantId(), row.subject(), due),
                due,
                EffectMessage.group(row.tenantId(), row.party()));
    }
}
