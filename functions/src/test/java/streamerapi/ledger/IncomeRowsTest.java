package streamerapi.ledger;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.ledger.RecentIncome.Span;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The income by hour and by day, from the ledger's rows.
@NullMarked
class IncomeRowsTest {

    private static final String TENANT = "ten_0000000000000";
    private static final Instant NOW = Instant.parse("2026-11-21T14:59:59.999Z");
    private static final LocalDate TODAY = LocalDate.parse("2026-11-21");

    @Test
    void theLast24HoursEndWithTheOneThatHasBegun() {
        List<Span> hours = rows(
                        day("2026-11-20", 0, 14, 100), day("2026-11-20", 0, 15, 200), day("2026-11-21", 0, 14, 400))
                .hours(NOW, ZoneOffset.UTC);

        assertThat(hours).hasSize(24);
        assertThat(hours.getFirst()).isEqualTo(new Span("15:00", new BigDecimal("2.00")));
        assertThat(hours.getLast()).isEqualTo(new Span("14:00", new BigDecimal("4.00")));
        assertThat(hours.subList(1, 23)).extracting(Span::sum).containsOnly(new BigDecimal("0.00"));
        assertThat(hours.get(9).begins()).isEqualTo("00:00");
    }

    @ParameterizedTest
    @CsvSource({"Asia/Kolkata,20:30,19:30", "Europe/Berlin,16:00,15:00", "Pacific/Auckland,04:00,03:00"})
    void theHoursAreThoseOfUtcAndShownInTheZone(String zone, String first, String last) {
        List<Span> hours = rows().hours(NOW, ZoneId.of(zone));

        assertThat(hours.getFirst().begins()).isEqualTo(first);
        assertThat(hours.getLast().begins()).isEqualTo(last);
    }

    @Test
    void anHourIsTheSumOverTheRowsOfItsDayAndOfItsCurrencyAlone() {
        IncomeRows rows = rows(
                day("2026-11-21", 0, 14, 150),
                day("2026-11-21", 7, 14, -25),
                day("2026-11-21", 3, 13, 1),
                Row.of(SumKeys.ledgerDay(TENANT, "EUR", "2026-11-21", 0)).with(Ledger.HOUR.get(14), 9_999L));

        assertThat(rows.hours(NOW, ZoneOffset.UTC).getLast().sum()).isEqualTo("1.25");
    }

    @Test
    void tipsOfTheLast24HoursAreCounted() {
        assertThat(rows(
                                tips("2026-11-20", 14, 100),
                                tips("2026-11-20", 15, 1),
                                tips("2026-11-21", 0, 20),
                                tips("2026-11-21", 14, -1))
                        .tips(NOW))
                .isEqualTo(20);
        assertThat(rows(day("2026-11-21", 0, 14, 150)).tips(NOW)).isZero();
    }

    @Test
    void theLast30DaysEndWithToday() {
        List<Span> days = rows(
                        month("2026-10", 23, 1),
                        month("2026-10", 22, 2),
                        month("2026-11", 1, 4),
                        month("2026-11", 21, 8))
                .days(TODAY);

        assertThat(days).hasSize(30);
        assertThat(days.getFirst()).isEqualTo(new Span("2026-10-23", new BigDecimal("0.01")));
        assertThat(days.get(9)).isEqualTo(new Span("2026-11-01", new BigDecimal("0.04")));
        assertThat(days.getLast()).isEqualTo(new Span("2026-11-21", new BigDecimal("0.08")));
        assertThat(days)
                .extracting(Span::sum)
                .filteredOn(sum -> sum.signum() != 0)
                .hasSize(3);
    }

    @Test
    void onTheFirstOfMarchTheyAreOfThreeMonths() {
        List<Span> days = rows(month("2027-01", 31, 1), month("2027-02", 28, 2), month("2027-03", 1, 4))
                .days(LocalDate.parse("2027-03-01"));

        assertThat(days)
                .extracting(Span::begins)
                .startsWith("2027-01-31", "2027-02-01")
                .endsWith("2027-02-28", "2027-03-01");
        assertThat(days.getFirst().sum()).isEqualTo("0.01");
        assertThat(days.get(28).sum()).isEqualTo("0.02");
        assertThat(days.getLast().sum()).isEqualTo("0.04");
    }

    @Test
    void aDayIsTheSumOverTheRowsOfItsMonthAndOfItsCurrencyAlone() {
        Row other = Row.of(SumKeys.ledgerMonth(TENANT, "USDT", "2026-11", 0)).with(Ledger.DAY.get(21), 9_999L);
        Row more = Row.of(SumKeys.ledgerMonth(TENANT, "USD", "2026-11", 5)).with(Ledger.DAY.get(21), 50L);

        assertThat(rows(month("2026-11", 21, 100), more, other)
                        .days(TODAY)
                        .getLast()
                        .sum())
                .isEqualTo("1.50");
    }

    @Test
    void theIncomeSinceAnHourHasThatHourAndTheOneThatHasBegun() {
        IncomeRows rows = rows(
                day("2026-11-20", 0, 22, 1),
                day("2026-11-20", 0, 23, 2),
                day("2026-11-21", 0, 0, 4),
                day("2026-11-21", 0, 14, 8),
                day("2026-11-21", 0, 15, 16));

        assertThat(rows.since(Instant.parse("2026-11-20T23:00:00Z"), NOW)).isEqualByComparingTo("0.14");
        assertThat(rows.since(Instant.parse("2026-11-21T14:00:00Z"), NOW)).isEqualByComparingTo("0.08");
        assertThat(rows.since(Instant.parse("2026-11-21T15:00:00Z"), Instant.parse("2026-11-21T15:00:00Z")))
                .isEqualByComparingTo("0.16");
        assertThat(rows.since(Instant.parse("2026-11-21T15:00:00Z"), NOW)).isZero();
    }

    private static IncomeRows rows(Row... rows) {
        return new IncomeRows("USD", List.of(rows));
    }

    private static Row day(String day, int shard, int hour, long hundredths) {
        return Row.of(SumKeys.ledgerDay(TENANT, "USD", day, shard)).with(Ledger.HOUR.get(hour), hundredths);
    }

    private static Row tips(String day, int hour, long tips) {
        return Row.of(SumKeys.ledgerDay(TENANT, "USD", day, 0)).with(Ledger.HOURS_TIPS.get(hour), tips);
    }

    private static Row month(String month, int day, long hundredths) {
        return Row.of(SumKeys.ledgerMonth(TENANT, "USD", month, 0)).with(Ledger.DAY.get(day), hundredths);
    }
}
