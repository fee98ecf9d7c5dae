package streamerapi.money;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.money.MoneySum.MoneyGroup;
import streamerapi.tips.BookedPayment;
import streamerapi.tips.BookedPayment.Stage;
import streamerapi.tips.PaymentMode;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Sums of payments, by day, source, currency and mode.
@NullMarked
class MoneyReportTest {

    private static final MoneyGroup CARDS = new MoneyGroup("2026-11-21", "card_processor", "EUR", PaymentMode.LIVE);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @EnumSource
    void theAmountOfAPaymentStandsUnderItsStage(Stage stage) {
        MoneySum sum = MoneySum.none(CARDS).plus(payment("2026-11-21T12:00:00Z", stage, "10", "0", "0"));

        assertThat(sum.payments()).isEqualTo(1);
        assertThat(sum.captured()).isEqualTo(stage == Stage.CAPTURED ? "10" : "0");
        assertThat(sum.held()).isEqualTo(stage == Stage.HELD ? "10" : "0");
        assertThat(sum.released()).isEqualTo(stage == Stage.RELEASED ? "10" : "0");
        assertThat(sum.expired()).isEqualTo(stage == Stage.EXPIRED ? "10" : "0");
    }

    @Test
    void refundsAndDisputesOfChargesAloneAreTakenOff() {
        MoneySum sum = MoneySum.none(CARDS)
                .plus(payment("2026-11-21T12:00:00Z", Stage.CAPTURED, "10", "2", "3"))
                .plus(payment("2026-11-21T12:00:00Z", Stage.CAPTURED, "7.50", "0", "0"))
                .plus(payment("2026-11-21T12:00:00Z", Stage.RELEASED, "4", "4", "4"));

        assertThat(sum.payments()).isEqualTo(3);
        assertThat(sum.captured()).isEqualTo("17.50");
        assertThat(sum.refunded()).isEqualTo("2");
        assertThat(sum.disputed()).isEqualTo("3");
        assertThat(sum.net()).isEqualTo("12.50");
    }

    @Test
    void sumsAddUpFieldByField() {
        MoneySum one = new MoneySum(CARDS, 1, number(2), number(3), number(4), number(5), number(6), number(7));
        MoneySum other =
                new MoneySum(CARDS, 10, number(20), number(30), number(40), number(50), number(60), number(70));

        assertThat(one.plus(other))
                .isEqualTo(new MoneySum(
                        CARDS, 11, number(22), number(33), number(44), number(55), number(66), number(77)));
    }

    @Test
    void aPaymentIsOfTheDayOfTheReportsTimeZoneAndTheNewestDayIsFirst() {
        MoneyReport report = report(
                payment("2026-11-21T22:59:59.999Z", Stage.CAPTURED, "1", "0", "0"),
                payment("2026-11-21T23:00:00Z", Stage.CAPTURED, "2", "0", "0"),
                payment("2026-11-20T23:00:00Z", Stage.HELD, "4", "0", "0"));

        assertThat(report.days().stream().map(sum -> sum.of().day())).containsExactly("2026-11-22", "2026-11-21");
        assertThat(report.days().getLast().captured()).isEqualTo("1");
        assertThat(report.days().getLast().held()).isEqualTo("4");
        assertThat(report.totals()).singleElement().satisfies(total -> {
            assertThat(total.of()).isEqualTo(CARDS.ofAllDays());
            assertThat(total.payments()).isEqualTo(3);
            assertThat(total.captured()).isEqualTo("3");
        });
    }

    @Test
    void currenciesSourcesAndModesAreNeverAddedToEachOther() {
        MoneyReport report = report(
                payment("card_processor", "EUR", PaymentMode.LIVE),
                payment("card_processor", "EUR", PaymentMode.TEST),
                payment("card_processor", "USD", PaymentMode.LIVE),
                payment("wallet_processor", "EUR", PaymentMode.LIVE),
                payment("card_processor", "EUR", null));

        assertThat(report.totals()).hasSize(5).allMatch(total -> total.payments() == 1);
        assertThat(report.totals().stream().map(MoneySum::of))
                .containsExactly(
                        new MoneyGroup("", "card_processor", "EUR", null),
                        new MoneyGroup("", "card_processor", "EUR", PaymentMode.LIVE),
                        new MoneyGroup("", "card_processor", "EUR", PaymentMode.TEST),
                        new MoneyGroup("", "card_processor", "USD", PaymentMode.LIVE),
                        new MoneyGroup("", "wallet_processor", "EUR", PaymentMode.LIVE));
    }

    private static MoneyReport report(BookedPayment... payments) {
        LocalDate day = LocalDate.parse("2026-11-21");
        return MoneyReport.of(day, day, BERLIN, false, List.of(payments), List.of(), List.of());
    }

    private static BookedPayment payment(String at, Stage stage, String amount, String refunded, String disputed) {
        return new BookedPayment(
                Instant.parse(at),
                CARDS.source(),
                CARDS.currency(),
                CARDS.mode(),
                stage,
                new BigDecimal(amount),
                new BigDecimal(refunded),
                new BigDecimal(disputed));
    }

    private static BookedPayment payment(String source, String currency, @Nullable PaymentMode mode) {
        return new BookedPayment(
                Instant.parse("2026-11-21T12:00:00Z"),
                source,
                currency,
                mode,
                Stage.CAPTURED,
                BigDecimal.TEN,
                BigDecimal.ZERO,
                BigDecimal.ZERO);
    }

    private static BigDecimal number(int number) {
        return BigDecimal.valueOf(number);
    }
}
