package streamerapi.ingest;

import streamerapi.connectors.DuplicateMessage;
import streamerapi.kofi.KofiTip;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Claim;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tips.BlockedPayments;
import streamerapi.tips.NewTip;
import streamerapi.tips.TipIntake;
import streamerapi.tts.TipSource;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// The tips that supporters pay at Ko-fi. The money is the streamer's already, so each is a paid tip by the usual way:
/// filter, review, queues. A transaction is taken once.
public final class KofiTips {

    /// How long a transaction's id is remembered.
    public static final Duration ID_RETENTION = Duration.ofDays(90);

    private final Table table;
    private final Outbox outbox;
    private final TipIntake intake;
    private final InstantSource clock;

    public KofiTips(Table table, Outbox outbox, TipIntake intake, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.intake = intake;
        this.clock = clock;
    }

    /// Takes a tip.
    ///
    /// @return whether it was not taken before
    public boolean take(String tenantId, KofiTip tip) {
        try {
            outbox.commit(tenantId, null, () -> decide(tenantId, tip));
            return true;
        } catch (DuplicateMessage duplicate) {
            return false;
        }
    }

    private Outcome<TipIntake.Taken> decide(String tenantId, KofiTip tip) {
        Key id = Keys.ingested(tenantId, TipSource.KOFI, tip.transactionId());
        Instant now = clock.instant();
        if (Claim.standing(table.get(id), now) != null) {
            throw new DuplicateMessage(Map.of());
        }
        NewTip sent = new NewTip(
                TipSource.KOFI, tip.name(), tip.amount(), tip.currency(), tip.message(), null, true, null, null);
        Write first = Claim.of(Row.of(id), now.plus(ID_RETENTION), now, current -> new DuplicateMessage(Map.of()));
        Outcome<TipIntake.Taken> taken =
                intake.take(intake.filter(tenantId, sent), tip.calls()).writingFirst(first);
        return taken.value() instanceof TipIntake.Taken.Blocked blocked
                ? taken.writing(
                        BlockedPayments.noted(tenantId, TipSource.KOFI, tip.transactionId(), blocked.tip(), now))
                : taken;
    }
}
