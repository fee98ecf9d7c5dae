package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The events of a batch that the stream gave up, found again in the accounts' logs, with the revocations of its time,
/// which close sockets, and the erasures that are not done.
///
/// The dead letter names the batch by sequence numbers, of which the stream forgets the records after a day, and by the
/// times of its first and last record. Events are kept for 30 days, so they are found by the times: those around the
/// batch are handed on too, which a receiver tells by their ids.
final class Replay {

    /// How far the clock of an event's id and the stream's own can be apart.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /// The most events that get their places in one transaction.
    private static final int MAX_BATCH = 100;

    private final Table table;
    private final Instant from;
    private final Instant to;
    private final String end;

    /// @param info the dead letter's `DDBStreamBatchInfo`
    Replay(Table table, Map<String, @Nullable Object> info) {
        this.table = table;
        this.from = time(info, "approximateArrivalOfFirstRecord").minus(MARGIN);
        this.to = time(info, "approximateArrivalOfLastRecord").plus(MARGIN);
        this.end = EventLog.place(Json.text(info, "streamArn"), Json.text(info, "endSequenceNumber"));
    }

    /// The events of an account that are handed on again.
    List<Batch> batches(String tenantId) {
        List<Batch> batches = new ArrayList<>();
        Set<String> revoked = between(Keys.revocation(tenantId, "").partition(), "rev").stream()
                .map(row -> row.get(Credentials.CREDENTIAL_ID))
                .collect(Collectors.toSet());
        List<Batch.Work> erasures = table.query(Query.of(PeopleKeys.erasures(tenantId), "era_")).stream()
                .map(row -> Batch.Work.ofErasure(tenantId, row.key().sort()))
                .toList();
        if (!revoked.isEmpty() || !erasures.isEmpty()) {
            batches.add(new Batch(tenantId, "", List.of(), revoked, List.of(), erasures));
        }
        List<LoggedEvent> events = between(Keys.events(tenantId), "evt").stream()
                .map(row -> event(row, end))
                .sorted((one, other) -> one.place().compareTo(other.place()))
                .toList();
        for (int first = 0; first < events.size(); first += MAX_BATCH) {
            batches.add(new Batch(
                    tenantId,
                    "",
                    events.subList(first, Math.min(first + MAX_BATCH, events.size())),
                    Set.of(),
                    List.of(),
                    List.of()));
        }
        return batches;
    }

    /// The rows of the batch's time whose keys are ids. Those of later times, of which there can be a month, are not
    /// read.
    private List<Row> between(String partition, String kind) {
        List<Row> rows = new ArrayList<>();
        String last = Ids.earliest(kind, to);
        String after = Ids.earliest(kind, from);
        List<Row> page;
        do {
            page = table.query(Query.of(partition, kind + "_").after(after).limit(MAX_BATCH));
            page.stream().filter(row -> row.key().sort().compareTo(last) < 0).forEach(rows::add);
            after = page.isEmpty() ? after : page.getLast().key().sort();
        } while (page.size() == MAX_BATCH && after.compareTo(last) < 0);
        return rows;
    }

    /// An event that has no place yet gets one behind the batch, in the order of the ids.
    private static LoggedEvent event(Row row, String end) {
        String place = row.find(Table.PLACE);
        return LoggedEvent.of(row, place == null ? end + row.key().sort() : place);
    }

    private static Instant time(Map<String, @Nullable Object> info, String name) {
        return Instant.parse(Json.text(info, name));
    }
}
