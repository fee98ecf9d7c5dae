package streamerapi.tipping;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// Whether new tips are accepted (spec "Tipping switch"). It stops the tip page's checkouts and nothing else: who is
/// paying already pays, and tips that come in through the API come in.
public final class TippingSwitch {

    private static final Attribute.Flag CLOSED = Attribute.flag("closed");
    private static final Attribute<Instant> CHANGED_AT = Attribute.time("changed_at");

    private final TableReader table;
    private final InstantSource clock;

    public TippingSwitch(TableReader table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// How an account's switch stands. It is open until it is closed for the first time.
    TippingStatus status(String tenantId) {
        Row row = table.get(Keys.tipping(tenantId));
        return new TippingStatus(!isClosed(row), row == null ? null : row.get(CHANGED_AT));
    }

    /// Whether an account takes new tips.
    ///
    /// @param row of [Keys#tipping]; null if there is none
    public static boolean isOpen(@Nullable Row row) {
        return !isClosed(row);
    }

    /// The status in a socket's first frame.
    public Map<String, @Nullable Object> snapshot(String tenantId) {
        return TippingStatus.SCHEMA.json(status(tenantId));
    }

    /// New tips are accepted from now on.
    Outcome<?> open(String tenantId) {
        if (!isClosed(table.get(Keys.tipping(tenantId)))) {
            return Outcome.empty();
        }
        return Outcome.empty()
                .writing(changed(tenantId).remove(CLOSED).when(Condition.exists(CLOSED)))
                .emitting(Event.of(EventType.TIPPING_OPENED));
    }

    /// New tips are not accepted from now on.
    Outcome<?> close(String tenantId) {
        if (isClosed(table.get(Keys.tipping(tenantId)))) {
            return Outcome.empty();
        }
        return Outcome.empty()
                .writing(changed(tenantId).set(CLOSED, true).when(Condition.absent(CLOSED)))
                .emitting(Event.of(EventType.TIPPING_CLOSED));
    }

    private Write changed(String tenantId) {
        return Write.update(Keys.tipping(tenantId)).set(CHANGED_AT, clock.instant());
    }

    private static boolean isClosed(@Nullable Row row) {
        return row != null && row.get(CLOSED);
    }
}
