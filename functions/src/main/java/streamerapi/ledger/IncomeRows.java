package streamerapi.ledger;

import streamerapi.ledger.RecentIncome.Span;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

/// The income in one currency by hour and by day, as rows of the ledger have it.
///
/// @param rows the days' for hours, the months' for days; an hour or a day without a row had no income
record IncomeRows(String currency, List<Row> rows) {

    private static final int HOURS = 24;
    private static final int DAYS = 30;

    /// The first of the last 24 hours, of which the one that has begun is the last.
    static Instant firstHour(Instant now) {
        return hour(now).minus(HOURS - 1L, ChronoUnit.HOURS);
    }

    /// The first of the last 30 days.
    static LocalDate firstDay(LocalDate today) {
        return today.minusDays(DAYS - 1L);
    }

    /// The income of the last 24 hours, oldest first.
    ///
    /// @param zone in which they are shown
    List<Span> hours(Instant now, ZoneId zone) {
        return lastHours(now)
                .map(hour -> new Span(LocalTime.ofInstant(hour, zone).toString(), money(ofHour(hour, Ledger.HOUR))))
                .toList();
    }

    /// How many tips came in the last 24 hours.
    int tips(Instant now) {
        return Math.toIntExact(lastHours(now)
                .mapToLong(hour -> ofHour(hour, Ledger.HOURS_TIPS))
                .sum());
    }

    private static Stream<Instant> lastHours(Instant now) {
        return Stream.iterate(firstHour(now), hour -> hour.plus(1, ChronoUnit.HOURS))
                .limit(HOURS);
    }

    /// The income of the last 30 days, oldest first.
    List<Span> days(LocalDate today) {
        return firstDay(today)
                .datesUntil(today.plusDays(1))
                .map(day -> new Span(day.toString(), money(ofDay(day))))
                .toList();
    }

    /// The income from an hour on.
    BigDecimal since(Instant first, Instant now) {
        return money(Stream.iterate(first, hour -> !hour.isAfter(now), hour -> hour.plus(1, ChronoUnit.HOURS))
                .mapToLong(hour -> ofHour(hour, Ledger.HOUR))
                .sum());
    }

    /// The hour that a time is in.
    static Instant hour(Instant time) {
        return time.truncatedTo(ChronoUnit.HOURS);
    }

    private static BigDecimal money(long hundredths) {
        return BigDecimal.valueOf(hundredths, 2);
    }

    /// @param hours the attributes of the hours: their sums, or their counts
    private long ofHour(Instant hour, List<Attribute.Whole> hours) {
        LocalDateTime begins = LocalDateTime.ofInstant(hour, ZoneOffset.UTC);
        return sum(SumKeys.ledgerDay(currency, begins.toLocalDate().toString()), hours.get(begins.getHour()));
    }

    private long ofDay(LocalDate day) {
        return sum(SumKeys.ledgerMonths(currency) + YearMonth.from(day) + "#", Ledger.DAY.get(day.getDayOfMonth()));
    }

    /// The sum over the rows of a day or a month.
    private long sum(String prefix, Attribute.Whole attribute) {
        return rows.stream()
                .filter(row -> row.key().sort().startsWith(prefix))
                .mapToLong(row -> row.get(attribute))
                .sum();
    }
}
