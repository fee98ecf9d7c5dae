package streamerapi.ledger;

import streamerapi.shared.schema.Numbers;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The recent income in one currency: by day of the last 30 days (UTC), by hour of the last 24 hours.
///
/// Two queries: the rows of two months, on 1 March of three, and those of two days, 8 at most for each, however many
/// tips there were.
public final class RecentIncome {

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
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        Async<IncomeRows> months = Async.start(() -> months(tenantId, currency, IncomeRows.firstDay(today)));
        IncomeRows days = days(tenantId, currency, IncomeRows.firstHour(now));
        List<Span> hours = days.hours(now, zone);
        BigDecimal sum = hours.stream().map(Span::sum).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Recent(hours, months.join().days(today), sum, days.tips(now));
    }

    /// The sum from a time on, at most 24 hours and a day ago. One query, as a day that begins in UTC takes; a second
    /// one only if the time is within an hour.
    public BigDecimal since(String tenantId, String currency, Instant from) {
        Instant first = IncomeRows.hour(from);
        Instant whole = first.equals(from) ? from : first.plus(1, ChronoUnit.HOURS);
        Async<BigDecimal> before =
                Async.start(() -> new Ledger(table, clock).sum(tenantId, List.of(currency), from, whole));
        return Numbers.plain(
                days(tenantId, currency, whole).since(whole, clock.instant()).add(before.join()));
    }

    /// The rows of the days from a time on.
    private IncomeRows days(String tenantId, String currency, Instant from) {
        String prefix = SumKeys.ledgerDays(currency);
        return new IncomeRows(
                currency,
                table.query(SumKeys.days(tenantId, prefix).after(prefix + LocalDate.ofInstant(from, ZoneOffset.UTC))));
    }

    /// The rows of the months from a day on.
    private IncomeRows months(String tenantId, String currency, LocalDate from) {
        String prefix = SumKeys.ledgerMonths(currency);
        return new IncomeRows(
                currency, table.query(SumKeys.months(tenantId, prefix).after(prefix + YearMonth.from(from))));
    }
}
