package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How the log, the records of deliveries, the receivers and the sockets agree.
///
/// @param tips      in the log
/// @param missing   deliveries that an endpoint which takes them has not been sent
/// @param dishonest records of such deliveries that say `succeeded` although nothing was taken, or do not say it
///                  although it was; and records of other deliveries that say it, or that failed without a reason
/// @param waiting   other records that are pending and in time
/// @param failed    other records that are failed
/// @param parked    other records without an attempt: their endpoint fails, and one delivery a minute probes it
/// @param late      other records that are pending, and whose next attempt, or end of an attempt, is minutes overdue
/// @param astray    sockets that were not sent the log
record UnkindVerdict(
        long tips, long missing, long dishonest, long waiting, long failed, long parked, long late, long astray) {

    private static final int MAX_ATTEMPTS = 8;
    private static final Duration LATENESS = Duration.ofMinutes(5);
    private static final Attribute<String> STATUS = Attribute.text("status");
    private static final Attribute.Whole ATTEMPTS = Attribute.whole("attempts");
    private static final Attribute<Instant> NEXT_ATTEMPT_AT = Attribute.time("next_attempt_at");

    /// @param taken what each endpoint that takes events has taken
    static UnkindVerdict of(
            Table table,
            String tenantId,
            Set<String> tips,
            Map<String, Set<String>> taken,
            List<UnkindSocket> sockets) {
        Map<String, Row> records = new HashMap<>();
        for (String partition : Partitions.deliveries(tenantId)) {
            table.query(Query.of(partition, "we_"))
                    .forEach(row -> records.put(row.key().sort(), row));
        }
        records.values().removeIf(row -> row.get(Attribute.text("event_type")).equals("warning"));
        long missing = 0;
        long dishonest = 0;
        for (Map.Entry<String, Set<String>> endpoint : taken.entrySet()) {
            for (String tip : tips) {
                @Nullable Row row = records.remove(endpoint.getKey() + "#" + tip);
                boolean arrived = endpoint.getValue().contains(tip);
                boolean says = row != null && row.get(STATUS).equals("succeeded");
                missing += arrived ? 0 : 1;
                dishonest += arrived == says ? 0 : 1;
            }
        }
        dishonest += records.values().stream()
                .filter(row -> row.get(STATUS).equals("succeeded") || hasEndedTooSoon(row))
                .count();
        long failed = records.values().stream()
                .filter(row -> row.get(STATUS).equals("failed"))
                .count();
        long parked = records.values().stream().filter(UnkindVerdict::isParked).count();
        Instant latest = Instant.now().minus(LATENESS);
        long late = records.values().stream().filter(row -> isLate(row, latest)).count();
        List<String> log = new ArrayList<>(tips);
        long astray =
                sockets.stream().filter(socket -> !socket.ids().equals(log)).count();
        long waiting = records.size() - failed - parked - late;
        return new UnkindVerdict(tips.size(), missing, dishonest, waiting, failed, parked, late, astray);
    }

    /// Whether it says that nothing more will be tried, and neither all attempts were made nor why not is said.
    private static boolean hasEndedTooSoon(Row row) {
        return row.get(STATUS).equals("failed")
                && row.get(ATTEMPTS) < MAX_ATTEMPTS
                && !row.has(Attribute.text("error"));
    }

    private static boolean isParked(Row row) {
        return row.get(STATUS).equals("pending") && row.get(ATTEMPTS) == 0;
    }

    private static boolean isLate(Row row, Instant latest) {
        Instant next = row.has(NEXT_ATTEMPT_AT) ? row.find(NEXT_ATTEMPT_AT) : row.find(Lease.UNTIL);
        return row.get(STATUS).equals("pending") && !isParked(row) && (next == null || next.isBefore(latest));
    }

    /// Whether nothing was lost and no record lies.
    ///
    /// @param sent how many tips were answered 201
    boolean isClean(long sent) {
        return tips == sent && missing == 0 && dishonest == 0 && late == 0 && astray == 0;
    }
}
