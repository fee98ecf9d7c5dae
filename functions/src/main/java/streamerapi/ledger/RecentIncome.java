package streamerapi.ledger;

import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Beside;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What came in lately in one currency: by day of the last 30 days, by hour of the last 24 hours (UTC).
///
/// Two queries: the rows of two months, at most 16, and an entry for each amount of the last day.
public final class RecentIncome {

    private static final int DAYS = 30;
    private static final int HOURS = 24;
    private static final int MAX_ENTRIES = 2_000;
    private static final int TIME_CHARS = "2026-11-21T14:22:33.123Z".length();
    private static final String AMOUNT = "hundredths";
    private static final String DAY = "d";

    private final Table table;
    private final InstantSource clock;

    public RecentIncome(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// What came in in one span.
    ///
    /// @param begins when the span begins, as a page shows it: `2026-11-21` or `14:00`
    public record Span(String begins, BigDecimal sum) {}

    /// What came in lately.
    ///
    /// @param hours the last 24 hours, oldest first
    /// @param days the last 30 days, oldest first
    /// @param sum of the last 24 hours
    /// @param tips how many amounts came in in the last 24 hours; refunds are none
    public record Recent(List<Span> hours, List<Span> days, BigDecimal sum, int tips) {}

    /// Reads it.
    public Recent of(String tenantId, String currency) {
        Instant now = clock.instant();
        Beside<List<Span>> days =
                Beside.start(() -> days(tenantId, currency, LocalDate.ofInstant(now, ZoneOffset.UTC)));
        Instant first = now.truncatedTo(ChronoUnit.HOURS).minus(HOURS - 1L, ChronoUnit.HOURS);
        Map<Instant, Long> hours = new TreeMap<>();
        for (int hour = 0; hour < HOURS; hour++) {
            hours.put(first.plus(hour, ChronoUnit.HOURS), 0L);
        }
        int tips = 0;
        for (Row entry : entries(tenantId, currency, first)) {
            long amount = entry.number(AMOUNT);
            hours.merge(timeOf(entry, tenantId, currency).truncatedTo(ChronoUnit.HOURS), amount, Long::sum);
            tips += amount > 0 ? 1 : 0;
        }
        List<Span> spans = hours.entrySet().stream()
                .map(hour -> new Span(
                        Timestamps.format(hour.getKey()).substring(11, 16), BigDecimal.valueOf(hour.getValue(), 2)))
                .toList();
        BigDecimal sum = spans.stream().map(Span::sum).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Recent(spans, days.join(), sum, tips);
    }

    private List<Row> entries(String tenantId, String currency, Instant from) {
        String prefix = SumKeys.ledgerEntry(tenantId, currency, "", "").sort();
        String entries = prefix.substring(0, prefix.length() - 1);
        return table.query(Query.of(Keys.account(tenantId), entries)
                .after(entries + Timestamps.format(from))
                .limit(MAX_ENTRIES));
    }

    private static Instant timeOf(Row entry, String tenantId, String currency) {
        int begin = SumKeys.ledgerEntry(tenantId, currency, "", "").sort().length() - 1;
        return Instant.parse(entry.key().sort().substring(begin, begin + TIME_CHARS));
    }

    private List<Span> days(String tenantId, String currency, LocalDate today) {
        LocalDate first = today.minusDays(DAYS - 1L);
        String prefix = SumKeys.ledgerMonths(currency);
        List<Row> months = table.query(Query.of(Keys.account(tenantId), prefix).after(prefix + YearMonth.from(first)));
        List<Span> days = new ArrayList<>();
        for (LocalDate day = first; !day.isAfter(today); day = day.plusDays(1)) {
            String month = prefix + YearMonth.from(day) + "#";
            String attribute = DAY + day.getDayOfMonth();
            long hundredths = months.stream()
                    .filter(row -> row.key().sort().startsWith(month))
                    .mapToLong(row -> row.number(attribute))
                    .sum();
            days.add(new Span(day.toString(), BigDecimal.valueOf(hundredths, 2)));
        }
        return days;
    }
}
