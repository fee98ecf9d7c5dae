package streamerapi.shared.queues;

import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;
import streamerapi.shared.tasks.Parallel;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Messages of the work queue that are due later than SQS can hold them. Each is a row in the order of its time,
/// which the schedule that runs every two minutes finds.
public final class LaterMessages {
    private static final Attribute<Instant> DUE = Attribute.time("due");

    /// How far ahead the schedule looks: two minutes, and some for one that is late.
    public static final Duration HORIZON = Duration.ofSeconds(130);

    private static final String CENTURY = "2";
    private static final int AT_A_TIME = 10;
    private static final Attribute<String> MESSAGE = Attribute.text("message");

    private final Table table;
    private final InstantSource clock;

    public LaterMessages(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Whether a message that is due then must be kept.
    public boolean keeps(Instant due) {
        return Duration.between(clock.instant(), due).compareTo(Delay.MAX_DELAY) > 0;
    }

    /// Keeps a message. Kept twice it is there once.
    ///
    /// @param id of what it is about
    public void keep(String tenantId, String id, Instant due, String message) {
        table.write(List.of(kept(tenantId, id, due, message)));
    }

    /// The write that keeps a message, for the transaction of the change that it follows.
    ///
    /// @param id of what it is about
    public static Write kept(String tenantId, String id, Instant due, String message) {
        return Write.put(Row.of(EffectKeys.later(tenantId, Timestamps.format(due), id))
                .with(DUE, due)
                .with(MESSAGE, message));
    }

    /// Sends the messages that are due within the next two minutes, some together: one account can have thousands, and
    /// the schedule's function has half a minute for those of all.
    ///
    /// @return how many
    public int announce(DelayQueue queue) {
        String horizon = Timestamps.format(clock.instant().plus(HORIZON));
        List<Row> due = table.query(
                        Query.of(EffectKeys.LATER, CENTURY).newestFirst().after(horizon))
                .reversed();
        List<List<Row>> some = new ArrayList<>();
        for (int from = 0; from < due.size(); from += AT_A_TIME) {
            some.add(due.subList(from, Math.min(from + AT_A_TIME, due.size())));
        }
        Parallel.forEach(some, rows -> rows.getFirst().key().sort(), rows -> announce(rows, queue));
        return due.size();
    }

    private void announce(List<Row> rows, DelayQueue queue) {
        queue.sendAll(rows.stream()
                .map(row -> new DelayQueue.Due(
                        row.get(MESSAGE), row.get(DUE), MessageGroups.of(EffectKeys.tenantOfLater(row.key()))))
                .toList());
        List<Write> sent = rows.stream().map(row -> Write.delete(row.key())).toList();
        WriteConflict.retrying(() -> table.write(sent));
    }
}
