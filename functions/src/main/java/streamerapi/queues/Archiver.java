package streamerapi.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.storage.AllAccounts;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// Moves finished tips and videos of past months out of the partition of an account that has grown large, so that it
/// never comes to the 10 GB at which DynamoDB refuses writes. [Archive] reads them.
///
/// Once a day each account's partition is measured. Those of large ones are moved, the oldest items first, in
/// transactions that hold only if no item has changed meanwhile. The items of the latest months stay. A message of the
/// work queue moves some, and sends itself on after a pause.
public final class Archiver {

    /// The only field of the messages.
    public static final String TASK = "archive";

    /// How many items move in a day at most. DynamoDB's measure follows some time later.
    static final int MAX_A_DAY = 50_000;

    /// How many items a message moves at most, and how long after it the next one comes: some 80 write units a second,
    /// so that the stream keeps nearly all of the 1,000 that the partition has.
    static final int MAX_A_MESSAGE = 100;

    static final Duration PAUSE = Duration.ofSeconds(5);

    /// How many items move at once: two writes each, of 100 in a transaction.
    private static final int BATCH = 25;

    private static final String TENANT = "tenant_id";
    private static final String LEFT = "left";

    private static final Attribute<Instant> MEASURED_AT = Attribute.time("measured_at");

    /// The day before which every item in no list is archived.
    private static final Attribute<String> UNTIL = Attribute.text("until");

    private final Table table;
    private final DelayQueue queue;
    private final InstantSource clock;
    private final BigDecimal minGigabytes;
    private final int months;
    private final List<String> lists;
    private final QueueIndex unlisted;
    private final String unlistedOrders;
    private final List<Attribute<?>> lateAttributes;

    /// @param queue of work
    /// @param minGigabytes the size of a large partition
    /// @param months how many months before the current one stay
    /// @param queues the queues whose finished items move
    /// @param unlisted the queue whose items are finished if they are in no list
    /// @param unlistedOrders the beginning of the order ids of those
    /// @param lateAttributes the attributes that a finished item can get
    public Archiver(
            Table table,
            DelayQueue queue,
            InstantSource clock,
            BigDecimal minGigabytes,
            int months,
            List<QueueIndex> queues,
            QueueIndex unlisted,
            String unlistedOrders,
            List<Attribute<?>> lateAttributes) {
        this.table = table;
        this.queue = queue;
        this.clock = clock;
        this.minGigabytes = minGigabytes;
        this.months = months;
        this.lists = queues.stream().flatMap(of -> of.finished().stream()).toList();
        this.unlisted = unlisted;
        this.unlistedOrders = unlistedOrders;
        this.lateAttributes = lateAttributes;
    }

    /// A step of an account's archiving.
    ///
    /// @param gigabytes the size of its partition before, at least
    /// @param moved how many items moved
    public record Step(String tenantId, BigDecimal gigabytes, int moved) {}

    /// Measures all accounts, and begins with those that are large; tells which.
    public List<String> begin() {
        List<String> large = new CopyOnWriteArrayList<>();
        AllAccounts.each(
                table,
                tenantId -> measure(tenantId).filter(this::isLarge).ifPresent(size -> {
                    send(tenantId, MAX_A_DAY, clock.instant());
                    large.add(tenantId);
                }));
        return large;
    }

    /// The size of an account's partition; empty if the account is gone.
    private Optional<BigDecimal> measure(String tenantId) {
        return table.measure(Write.update(Keys.profile(tenantId))
                .set(MEASURED_AT, clock.instant())
                .when(Condition.rowExists()));
    }

    private boolean isLarge(BigDecimal gigabytes) {
        return gigabytes.compareTo(minGigabytes) >= 0;
    }

    private void send(String tenantId, int left, Instant due) {
        String message = Json.writeText(Map.of(TASK, Map.of(TENANT, tenantId, LEFT, left)));
        queue.send(message, due, MessageGroups.of(tenantId, TASK));
    }

    /// Moves some of an account's items, and sends a message for the next, if there are more.
    ///
    /// @param fields what stands in the message under [#TASK]
    /// @return empty if the account is gone, or not large any more
    public Optional<Step> goOn(Map<String, @Nullable Object> fields) {
        String tenantId = Json.text(fields, TENANT);
        int left = ((Number) Objects.requireNonNull(fields.get(LEFT))).intValue();
        return measure(tenantId).filter(this::isLarge).map(gigabytes -> {
            int most = Math.min(left, MAX_A_MESSAGE);
            int moved = new Moving(tenantId, most).move();
            if (moved == most && left > moved) {
                send(tenantId, left - moved, clock.instant().plus(PAUSE));
            }
            return new Step(tenantId, gigabytes, moved);
        });
    }

    /// The work of one message.
    private final class Moving {
        private final String tenantId;
        private final String account;
        private final int most;
        private final YearMonth end;
        private int moved;

        private Moving(String tenantId, int most) {
            this.tenantId = tenantId;
            this.account = Keys.account(tenantId);
            this.most = most;
            this.end = Archive.month(clock.instant()).minusMonths(months);
        }

        private int room() {
            return Math.min(BATCH, most - moved);
        }

        private int move() {
            lists.forEach(this::moveListed);
            moveUnlisted();
            return moved;
        }

        private void moveListed(String prefix) {
            boolean isMore = true;
            while (isMore && room() > 0) {
                isMore = WriteConflict.retrying(() -> moveOldest(prefix));
            }
        }

        private boolean moveOldest(String prefix) {
            List<Row> oldest = table.query(Query.places(account, prefix).limit(room()));
            if (oldest.isEmpty()) {
                return false;
            }
            YearMonth month = finished(oldest.getFirst(), prefix);
            List<Row> batch = oldest.stream()
                    .takeWhile(row -> finished(row, prefix).equals(month))
                    .toList();
            if (!month.isBefore(end)) {
                return false;
            }
            move(prefix, month, batch);
            return true;
        }

        private static YearMonth finished(Row row, String prefix) {
            return Archive.month(Ids.timeOf(row.get(Table.PLACE).substring(prefix.length())));
        }

        /// Goes on day by day: the items in no list stand among all others.
        private void moveUnlisted() {
            LocalDate begun = until();
            LocalDate day = begun;
            while (day != null && room() > 0 && YearMonth.from(day).isBefore(end)) {
                LocalDate of = day;
                if (!WriteConflict.retrying(() -> moveUnlisted(of))) {
                    day = day.plusDays(1);
                }
            }
            if (day != null && !day.equals(begun)) {
                table.update(Write.update(Partitions.archived(tenantId, unlisted.rows()))
                        .set(UNTIL, day.toString()));
            }
        }

        /// The day of the first item that is not known to be archived; null if there is no item.
        private @Nullable LocalDate until() {
            Row known = table.get(Partitions.archived(tenantId, unlisted.rows()));
            String until = known == null ? null : known.find(UNTIL);
            if (until != null) {
                return LocalDate.parse(until);
            }
            return table
                    .query(Query.of(account, unlisted.rows() + unlistedOrders).limit(1))
                    .stream()
                    .map(row -> Ids.timeOfOrder(
                            row.key().sort().substring(unlisted.rows().length())))
                    .filter(Objects::nonNull)
                    .map(time -> LocalDate.ofInstant(time, ZoneOffset.UTC))
                    .findFirst()
                    .orElse(null);
        }

        private boolean moveUnlisted(LocalDate day) {
            List<Row> batch = table.query(Query.of(account, firstOf(day))
                    .newestFirst()
                    .after(firstOf(day.plusDays(1)))
                    .where(Condition.absent(Table.PLACE))
                    .limit(room()));
            if (batch.isEmpty()) {
                return false;
            }
            move(unlisted.rows(), YearMonth.from(day), batch);
            return true;
        }

        /// The beginning of the sort keys of a day's items.
        private String firstOf(LocalDate day) {
            return unlisted.rows()
                    + unlistedOrders
                    + day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
        }

        /// A list's month is named before its first item moves: a reader that does not find an item in its list looks
        /// there.
        private void move(String list, YearMonth month, List<Row> batch) {
            name(list, month);
            List<Write> writes = new ArrayList<>();
            for (Row row : batch) {
                Key archived =
                        new Key(Partitions.archive(tenantId, month), row.key().sort());
                writes.add(Write.put(row.at(archived)).when(Condition.noRow()));
                writes.add(Write.delete(row.key()).when(unchanged(row)));
            }
            table.write(writes);
            moved += batch.size();
        }

        private void name(String list, YearMonth month) {
            Key key = Partitions.archived(tenantId, list);
            Row row = table.get(key);
            List<String> months = row == null ? List.of() : row.get(Archive.MONTHS);
            if (!months.contains(month.toString())) {
                List<String> all = Stream.concat(months.stream(), Stream.of(month.toString()))
                        .sorted()
                        .toList();
                Write naming = Write.update(key).set(Archive.MONTHS, all);
                table.write(List.of(
                        (list.equals(unlisted.rows()) ? naming : naming.set(Table.PLACE, Archive.placeOfMonths(list)))
                                .when(
                                        months.isEmpty()
                                                ? Condition.absent(Archive.MONTHS)
                                                : Condition.equal(Archive.MONTHS, months))));
            }
        }

        private Condition unchanged(Row row) {
            List<Condition> conditions = new ArrayList<>(List.of(Condition.asRead(row)));
            lateAttributes.forEach(attribute -> conditions.add(Condition.unchanged(row, attribute)));
            return Condition.all(conditions.toArray(Condition[]::new));
        }
    }
}
