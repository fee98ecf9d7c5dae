package streamerapi.ledger;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.LedgerSpan.Days;
import streamerapi.ledger.LedgerSpan.Entries;
import streamerapi.ledger.LedgerSpan.Hours;
import streamerapi.ledger.LedgerSpan.Piece;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.schema.Numbers;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Shards;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// An account's books: what came in, by what it is of (a currency, or an overlay's goal) and when.
///
/// An amount is an entry of its own, and adds to a row of its day, hour by hour, and to one of its month, day by day
/// (UTC). The row of the day counts the tips of each hour, too. A sum takes whole days from the months, whole hours
/// from the days at its two ends, and what is left from the entries of two hours at most. Everything is counted in
/// hundredths, so sums are exact.
///
/// A day, and a month, is 8 rows, whose sums add up: an amount is added to the one that its id names, without reading
/// it. Two transactions cannot hold one row at the same time, so with one row alone an account could take in no more
/// than some fifty amounts a second.
public final class Ledger {

    private static final Attribute.Whole AMOUNT = Attribute.whole("hundredths");
    static final List<Attribute.Whole> DAY = Attribute.wholes("d", 31);
    static final List<Attribute.Whole> HOUR = Attribute.wholes("h", 23);
    static final List<Attribute.Whole> HOURS_TIPS = Attribute.wholes("n", 23);
    private static final int SHARDS = 8;
    private static final int HOUR_CHARS = "2026-11-21T14".length();
    private static final int MONTH_CHARS = "2026-11".length();
    private static final int TIME_CHARS = "2026-11-21T14:22:33.123Z".length();

    private static final LocalDateTime BEGINNING = LocalDate.of(1, 1, 1).atStartOfDay();
    private static final LocalDateTime END = LocalDate.of(9999, 1, 1).atStartOfDay();

    private final Table table;
    private final InstantSource clock;

    public Ledger(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Enters an amount that is no tip: part of the change that it comes in with.
    ///
    /// @param subject as below, like all the others
    public static Write[] entry(String tenantId, String subject, Instant at, String id, BigDecimal amount) {
        return entry(tenantId, subject, at, id, amount, 0);
    }

    /// Enters an amount: part of the change that it comes in with.
    ///
    /// @param subject what it is of: it has sums of its own
    /// @param at when it counts
    /// @param id of what it is, unique among the subject's
    /// @param amount with at most two decimals
    /// @param tips how many tips come with it: 1 with a tip, -1 if all of a tip was given back, else 0
    public static Write[] entry(String tenantId, String subject, Instant at, String id, BigDecimal amount, int tips) {
        String time = Timestamps.format(at);
        LocalDateTime when = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
        long hundredths = amount.movePointRight(2).longValueExact();
        int shard = Shards.of(id, SHARDS);
        Write day = Write.update(
                        SumKeys.ledgerDay(tenantId, subject, when.toLocalDate().toString(), shard))
                .add(HOUR.get(when.getHour()), hundredths);
        return new Write[] {
            Write.put(Row.of(SumKeys.ledgerEntry(tenantId, subject, time, id)).with(AMOUNT, hundredths)),
            tips == 0 ? day : day.add(HOURS_TIPS.get(when.getHour()), tips),
            Write.update(SumKeys.ledgerMonth(
                            tenantId, subject, YearMonth.from(when).toString(), shard))
                    .add(DAY.get(when.getDayOfMonth()), hundredths)
        };
    }

    /// The sum of these subjects together from a time on (null: ever), and before another (null: until now). All reads
    /// are made at once.
    public BigDecimal sum(String tenantId, List<String> subjects, @Nullable Instant from, @Nullable Instant to) {
        Instant now = clock.instant();
        List<Piece> pieces = new LedgerSpan(
                        from == null ? BEGINNING : LocalDateTime.ofInstant(from, ZoneOffset.UTC),
                        to == null || to.isAfter(now) ? END : LocalDateTime.ofInstant(to, ZoneOffset.UTC),
                        LocalDateTime.ofInstant(now, ZoneOffset.UTC))
                .pieces();
        List<Async<Long>> atOnce = subjects.stream()
                .flatMap(subject ->
                        pieces.stream().map(piece -> Async.start(() -> hundredths(tenantId, subject, piece))))
                .toList();
        long hundredths = atOnce.stream().mapToLong(Async::join).sum();
        return Numbers.plain(BigDecimal.valueOf(hundredths, 2));
    }

    /// An amount that came in.
    ///
    /// @param id as it was entered
    public record Booked(String id, Instant at, BigDecimal amount) {}

    /// The amounts of a subject from a time on and before another, the largest first, and of equal ones the first.
    ///
    /// @param most how many at most
    public List<Booked> largest(String tenantId, String subject, Instant from, Instant to, int most) {
        return IntStream.rangeClosed(year(from), year(to))
                .mapToObj(year -> Year.of(year).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .map(begins -> Timestamps.format(begins.isBefore(from) ? from : begins))
                .flatMap(time -> table.query(SumKeys.ledgerEntriesSince(tenantId, subject, time)).stream())
                .map(Ledger::booked)
                .filter(booked -> booked.at.isBefore(to))
                .sorted(Comparator.comparing(Booked::amount).reversed())
                .limit(most)
                .toList();
    }

    private static int year(Instant time) {
        return time.atOffset(ZoneOffset.UTC).getYear();
    }

    private static Booked booked(Row entry) {
        return new Booked(
                SumKeys.idOfEntry(entry.key()),
                Instant.parse(SumKeys.timeOfEntry(entry.key(), TIME_CHARS)),
                BigDecimal.valueOf(entry.get(AMOUNT), 2));
    }

    private long hundredths(String tenantId, String subject, Piece piece) {
        return switch (piece) {
            case Entries entries -> sum(tenantId, subject, entries);
            case Hours hours -> sum(tenantId, subject, hours);
            case Days days -> sum(tenantId, subject, days);
        };
    }

    private long sum(String tenantId, String subject, Entries entries) {
        String start = Timestamps.format(entries.from().toInstant(ZoneOffset.UTC));
        String end = Timestamps.format(entries.to().toInstant(ZoneOffset.UTC));
        return table.query(SumKeys.ledgerEntries(tenantId, subject, start.substring(0, HOUR_CHARS))).stream()
                .filter(row -> {
                    String at = SumKeys.timeOfEntry(row.key(), TIME_CHARS);
                    return at.compareTo(start) >= 0 && at.compareTo(end) < 0;
                })
                .mapToLong(row -> row.get(AMOUNT))
                .sum();
    }

    private long sum(String tenantId, String subject, Hours hours) {
        String day = SumKeys.ledgerDay(subject, hours.day().toString());
        return table.query(SumKeys.days(tenantId, day)).stream()
                .flatMapToLong(
                        row -> IntStream.range(hours.from(), hours.to()).mapToLong(hour -> row.get(HOUR.get(hour))))
                .sum();
    }

    private long sum(String tenantId, String subject, Days days) {
        String prefix = SumKeys.ledgerMonths(subject);
        String before = prefix + YearMonth.from(days.from());
        return table.query(SumKeys.months(tenantId, prefix).after(before)).stream()
                .mapToLong(row -> sum(row, month(row, prefix), days))
                .sum();
    }

    private static YearMonth month(Row row, String prefix) {
        return YearMonth.parse(row.key().sort().substring(prefix.length(), prefix.length() + MONTH_CHARS));
    }

    private static long sum(Row month, YearMonth which, Days days) {
        return IntStream.rangeClosed(1, which.lengthOfMonth())
                .filter(day -> days.has(which.atDay(day)))
                .mapToLong(day -> month.get(DAY.get(day)))
                .sum();
    }
}
