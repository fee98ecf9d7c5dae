package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// When connections are checked: each once a day, at a time of its own, soon after it began, soon after a request in
/// vain to replace it, and a few times soon after a check that found the platform silent. A check is a message of the
/// work queue that is due later, so an installation without connections has none.
///
/// A message names the authorization that it is for: the checks of a connection that was ended, or authorized anew, end
/// by themselves. One that is handled twice keeps the next one under the same key.
final class CheckSchedule {

    /// The only field of the messages.
    static final String TASK = "connection_check";

    /// The most checks that follow a daily check soon.
    static final int MAX_AGAIN = 3;

    private static final int DAILY = 0;

    /// The check that follows soon after the beginning: late enough for a request at the same time to have ended.
    private static final int FIRST_SOON = 2;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SOON = Duration.ofMinutes(10);

    private static final String TENANT = "tenant_id";
    private static final String PROVIDER = "provider";
    private static final String CONNECTED_AT = "connected_at";
    private static final String AGAIN = "again";

    private final Table table;
    private final InstantSource clock;

    CheckSchedule(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// A check that is due.
    ///
    /// @param connectedAt when the connection was authorized that it is for
    /// @param again 0 for the daily check; else which one it is of those that follow soon
    record Due(String tenantId, Provider provider, Instant connectedAt, int again) {

        /// The check that a message asks for, whose fields stand under [#TASK].
        static Due of(Map<String, @Nullable Object> fields) {
            return new Due(
                    Json.text(fields, TENANT),
                    Provider.of(Json.text(fields, PROVIDER)).orElseThrow(),
                    Instant.ofEpochMilli(number(fields, CONNECTED_AT)),
                    (int) number(fields, AGAIN));
        }

        /// Whether it is for this connection.
        boolean isFor(ProviderConnection connection) {
            return connectedAt.equals(connection.connectedAt());
        }

        private String message() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put(TENANT, tenantId);
            fields.put(PROVIDER, provider.label());
            fields.put(CONNECTED_AT, connectedAt.toEpochMilli());
            fields.put(AGAIN, again);
            return Json.writeText(Map.of(TASK, fields));
        }

        private String id() {
            return TASK + "#" + provider.label() + "#" + again;
        }

        private static long number(Map<String, @Nullable Object> fields, String name) {
            return ((BigDecimal) Objects.requireNonNull(fields.get(name))).longValueExact();
        }
    }

    /// The writes that keep the first checks of a connection, for the transaction that begins it: a daily one, and one
    /// in ten to twenty minutes. The latter repairs a connection whose process died before its subscriptions were made,
    /// or whose webhook was replaced by another request with the same credentials at the same time.
    List<Write> first(ProviderConnection connection) {
        return List.of(kept(connection, DAILY), kept(connection, FIRST_SOON));
    }

    /// Keeps the next daily check.
    void daily(ProviderConnection connection) {
        table.write(List.of(kept(connection, DAILY)));
    }

    /// Keeps a check that follows soon.
    ///
    /// @param number 1 to [#MAX_AGAIN]
    void again(ProviderConnection connection, int number) {
        table.write(List.of(kept(connection, number)));
    }

    private Write kept(ProviderConnection connection, int number) {
        Instant connectedAt = Objects.requireNonNull(connection.connectedAt());
        Due check = new Due(connection.tenantId(), connection.provider(), connectedAt, number);
        long soon = SOON.toMillis();
        Instant due = number == DAILY
                ? next(connection.id(), connectedAt)
                : Instant.ofEpochMilli((clock.millis() / soon + number) * soon);
        return LaterMessages.kept(check.tenantId(), check.id(), due, check.message());
    }

    /// The connection's next time of the day: its hours and minutes follow from its id.
    private Instant next(String id, Instant connectedAt) {
        Instant first = connectedAt.plusSeconds(Math.floorMod(id.hashCode(), (int) DAY.toSeconds()));
        long past = Math.max(
                0, Math.ceilDiv(Duration.between(first, clock.instant()).toMillis() + 1, DAY.toMillis()));
        return first.plus(DAY.multipliedBy(past));
    }
}
