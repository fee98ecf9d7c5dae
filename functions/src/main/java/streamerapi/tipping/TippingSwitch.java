package streamerapi.tipping;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Whether new tips are accepted (spec "Tipping switch"). It stops the tip page's checkouts and nothing else: who is
/// paying already pays, and tips that come in through the API come in.
public final class TippingSwitch {

    private static final String CLOSED = "closed";
    private static final String CHANGED_AT = "changed_at";

    private final Table table;
    private final InstantSource clock;

    public TippingSwitch(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// How an account's switch stands, as `GET /tipping` and a socket's snapshot have it; one that nobody has touched
    /// is open.
    public static Map<String, @Nullable Object> status(Table table, String tenantId) {
        Row row = table.get(Keys.tipping(tenantId));
        Map<String, @Nullable Object> status = new LinkedHashMap<>();
        status.put("is_open", !isClosed(row));
        status.put(CHANGED_AT, row == null ? null : row.instant(CHANGED_AT));
        return status;
    }

    Map<String, @Nullable Object> status(String tenantId) {
        return status(table, tenantId);
    }

    /// New tips are accepted from now on; tells whether that is a change.
    Outcome<Boolean> open(String tenantId) {
        if (!isClosed(table.get(Keys.tipping(tenantId)))) {
            return Outcome.of(false);
        }
        return Outcome.of(true)
                .writing(changed(tenantId).remove(CLOSED).when(Condition.exists(CLOSED)))
                .emitting(Event.of(EventType.TIPPING_OPENED));
    }

    /// New tips are not accepted from now on; tells whether that is a change.
    Outcome<Boolean> close(String tenantId) {
        if (isClosed(table.get(Keys.tipping(tenantId)))) {
            return Outcome.of(false);
        }
        return Outcome.of(true)
                .writing(changed(tenantId).set(CLOSED, true).when(Condition.absent(CLOSED)))
                .emitting(Event.of(EventType.TIPPING_CLOSED));
    }

    private Write changed(String tenantId) {
        return Write.update(Keys.tipping(tenantId)).set(CHANGED_AT, clock.instant());
    }

    private static boolean isClosed(@Nullable Row row) {
        return row != null && row.flag(CLOSED);
    }
}
