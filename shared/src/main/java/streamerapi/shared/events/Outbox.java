package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Carries decisions out: the rows and the events that say so, in one transaction.
///
/// Nothing is written and then announced, so a crash can lose neither half. The event row is outbox, replay log and
/// source of redelivery in one; it holds the very bytes that every receiver gets. It is kept for 30 days.
public final class Outbox {

    /// How long an event is kept.
    public static final Duration KEPT = Duration.ofDays(30);

    /// The largest envelope, in bytes: a message of API Gateway's sockets or of SQS holds it with room to spare, and
    /// one transaction gives a hundred of them their places.
    static final int MAX_BYTES = 32 * 1024;

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    public Outbox(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// Makes the change, announces its events, and asks for its effects. The caller runs the actions that follow the
    /// commit.
    ///
    /// @param account the account that is changed, if the outcome does not say
    /// @param sender the cause of the change, if the outcome does not say; null for the system
    /// @return the outcome's value
    /// @throws RuntimeException the refusal of a write whose condition failed
    /// @throws WriteConflict if another request came first: decide again
    public <T> T commit(String account, @Nullable Actor sender, Outcome<T> outcome) {
        String tenantId = outcome.tenantId() == null ? account : outcome.tenantId();
        Actor actor = outcome.actor() == null ? sender : outcome.actor();
        List<Write> writes = new ArrayList<>(outcome.writes());
        writes.addAll(announced(tenantId, actor, outcome.events()));
        outcome.effects().forEach(effect -> writes.add(EffectRow.asked(tenantId, effect, clock.instant())));
        if (!writes.isEmpty()) {
            table.write(writes);
        }
        return outcome.value();
    }

    /// The rows of a commit's events, which say in which order they are told if there are several.
    private List<Write> announced(String tenantId, @Nullable Actor actor, List<Event> events) {
        List<Row> rows = new ArrayList<>();
        for (Event event : events) {
            rows.add(row(tenantId, actor, event));
        }
        for (int nth = 0; rows.size() > 1 && nth < rows.size(); nth++) {
            String commit = "%s#%03d".formatted(rows.getFirst().key().sort(), nth);
            rows.set(nth, rows.get(nth).with(LoggedEvent.COMMIT, commit));
        }
        return rows.stream().map(Write::put).toList();
    }

    private Row row(String tenantId, @Nullable Actor actor, Event event) {
        Instant now = clock.instant();
        String known = event.id();
        String id = known == null ? ids.next("evt") : known;
        return row(
                        tenantId,
                        id,
                        event.type().label(),
                        Envelope.of(id, event, actor, now).text(),
                        now)
                .with(LoggedEvent.TRIGGERED, event.isTriggered() ? true : null);
    }

    /// Decides and commits, and decides again as long as another request came first; then does what follows the
    /// commit, once, and commits what comes of it.
    ///
    /// @return the last outcome's value
    public <T> T commit(String account, @Nullable Actor sender, Supplier<Outcome<T>> decide) {
        Outcome<T> done = WriteConflict.retrying(() -> {
            Outcome<T> outcome = decide.get();
            return outcome.told(commit(account, sender, outcome));
        });
        return done.then() == null
                ? done.value()
                : commit(account, sender, done.then().run());
    }

    private static Row row(String tenantId, String id, String type, String body, Instant created) {
        if (body.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException(type + " is too large for a frame of a socket");
        }
        return Row.of(Keys.event(tenantId, id))
                .with(LoggedEvent.TYPE, type)
                .with(LoggedEvent.BODY, body)
                .with(Table.EXPIRES_AT, created.plus(KEPT).getEpochSecond());
    }
}
