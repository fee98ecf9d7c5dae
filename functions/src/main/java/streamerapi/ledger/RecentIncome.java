package streamerapi.ledger;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// The recent income in one currency: by day of the last 30 days (UTC), by hour of the last 24 hours.
///
/// Two queries: the rows of two months and those of two days, at most 16 each, however many tips there were.
public final class RecentIncome {

    private static final int DAYS = 30;
    private static final int HOURS = 24;

    private final Table table;
    private final InstantSource clock;

    public RecentIncome(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The income of one span.
    ///
    /// @param begins when the span begins, as a page shows it: `2026-11-21` or `14:00`
    public record Span(String begins, BigDecimal sum) {}

    /// The recent income.
    ///
    /// @param hours the last 24 hours, oldest first
    /// @param days the last 30 days, oldest first
    /// @param sum of the last 24 hours
    /// @param tips how many tips of the last 24 hours were paid, and not given back whole
    public record Recent(List<Span> hours, List<Span> days, BigDecimal sum, int tips) {}

    /// Reads it.
    ///
    /// @param zone in which the hours are shown; an hour of one begins on the half hour in some
    public Recent of(String tenantId, String currency, ZoneId zone) {
        Instant now = clock.instant();
        Async<List<Span>> days = Async.start(() -> days(tenantId, currency, LocalDate.ofInstant(now, ZoneOffset.UTC)));
        Instant first = now.truncatedTo(ChronoUnit.HOURS).minus(HOURS - 1L, ChronoUnit.HOURS);
        List<Row> rows = daysSince(tenantId, currency, first);
        List<Span> hours = new ArrayList<>();
        int tips = 0;
        for (int hour = 0; hour < HOURS; hour++) {
            LocalDateTime begins =
                    LocalDateTime.ofInstant(first, ZoneOffset.UTC).plusHours(hour);
            long hundredths = sum(rows, currency, begins, Ledger.HOUR);
            LocalTime shown = LocalTime.ofInstant(begins.toInstant(ZoneOffset.UTC), zone);
            hours.add(new Span(shown.toString(), BigDecimal.valueOf(hundredths, 2)));
            tips += Math.toIntExact(sum(rows, currency, begins, Ledger.HOURS_TIPS));
        }
        BigDecimal sum = hours.stream().map(Span::sum).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Recent(hours, days.join(), sum, tips);
    }

    /// The sum from a time on, at most 24 hours and a day ago. One query, as a day that begins in UTC takes; a second
    /// one only if the time is within an hour.
    public BigDecimal since(String tenantId, String currency, Instant from) {
        Instant first = from.truncatedTo(ChronoUnit.HOURS);
        Instant whole = first.equals(from) ? from : first.plus(1, ChronoUnit.HOURS);
        Async<BigDecimal> before =
                Async.start(() -> new Ledger(table, clock).sum(tenantId, List.of(currency), from, whole));
        List<Row> rows = daysSince(tenantId, currency, whole);
        long hundredths = 0;
        for (Instant hour = whole; !hour.isAfter(clock.instant()); hour = hour.plus(1, ChronoUnit.HOURS)) {
            hundredths += sum(rows, currency, LocalDateTime.ofInstant(hour, ZoneOffset.UTC), Ledger.HOUR);
        }
        return Ledger.plain(BigDecimal.valueOf(hundredths, 2).add(before.join()));
    }

    /// The rows of the days from a time on.
    private List<Row> daysSince(String tenantId, String currency, Instant from) {
        String prefix = SumKeys.ledgerDays(currency);
        return table.query(SumKeys.days(tenantId, prefix).after(prefix + LocalDate.ofInstant(from, ZoneOffset.UTC)));
    }

    /// The sum or the count of an hour, from the rows of its day.
    ///
    /// @param hours the attributes of the hours: their sums, or their counts
    private static long sum(List<Row> rows, String currency, LocalDateTime hour, List<Attribute.Whole> hours) {
        String day = SumKeys.ledgerDay(currency, hour.toLocalDate().toString());
        return rows.stream()
                .filter(row -> row.key().sort().startsWith(day))
                .mapToLong(row -> row.get(hours.get(hour.getHour())))
                .sum();
    }

    private List<Span> days(String tenantId, String currency, LocalDate today) {
        LocalDate first = today.minusDays(DAYS - 1L);
        String prefix = SumKeys.ledgerMonths(currency);
        List<Row> months = table.query(SumKeys.months(tenantId, prefix).after(prefix + YearMonth.from(first)));
        List<Span> days = new ArrayList<>();
        for (LocalDate day = first; !day.isAfter(today); day = day.plusDays(1)) {
            String month = prefix + YearMonth.from(day) + "#";
            Attribute.Whole attribute = Ledger.DAY.get(day.getDayOfMonth());
            long hundredths = months.stream()
                    .filter(row -> row.key().sort().startsWith(month))
                    .mapToLong(row -> row.get(attribute))
                    .sum();
            days.add(new Span(day.toString(), BigDecimal.valueOf(hundredths, 2)));
        }
        return days;
    }
}
