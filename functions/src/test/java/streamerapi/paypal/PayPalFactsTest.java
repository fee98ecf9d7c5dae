package streamerapi.paypal;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.SampleCheckouts;
import streamerapi.paypal.PayPalOrder.Movement;
import streamerapi.paypal.PayPalOrder.State;
import streamerapi.shared.connectors.Processor;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The facts in an order of PayPal: an event says only which of them is asked for.
@NullMarked
class PayPalFactsTest {

    private static final Instant AT = Instant.parse("2026-11-21T12:00:00Z");
    private static final Checkout CHECKOUT = SampleCheckouts.charging(Processor.WALLET);
    private static final String AUTHORIZED = "PAYMENT.AUTHORIZATION.CREATED";
    private static final String COMPLETED = "PAYMENT.CAPTURE.COMPLETED";
    private static final String VOIDED = "PAYMENT.AUTHORIZATION.VOIDED";
    private static final String DECLINED = "PAYMENT.CAPTURE.DECLINED";
    private static final String REFUNDED = "PAYMENT.CAPTURE.REFUNDED";
    private static final String REVERSED = "PAYMENT.CAPTURE.REVERSED";
    private static final String PENDING = "PAYMENT.CAPTURE.PENDING";

    private static final PaymentFact HELD = new PaymentFact.Held(CHECKOUT, "5O1", new BigDecimal("7.00"), "EUR");
    private static final PaymentFact CAPTURED =
            new PaymentFact.Captured(CHECKOUT, "5O1", new BigDecimal("5.25"), "USD");
    private static final PaymentFact EXPIRED = new PaymentFact.HoldExpired(CHECKOUT, "5O1");
    private static final PaymentFact FAILED = new PaymentFact.Ended(CHECKOUT, Checkout.Progress.FAILED);
    private static final PaymentFact CAPTURE_FAILED = new PaymentFact.CaptureFailed(CHECKOUT, "5O1");
    private static final PaymentFact DISPUTED = new PaymentFact.Disputed(CHECKOUT, "5O1");

    private static final Set<State> CHARGED =
            Set.of(State.COMPLETED, State.PARTIALLY_REFUNDED, State.REFUNDED, State.REVERSED);
    private static final Set<State> NOT_CHARGED = Set.of(State.DECLINED, State.FAILED, State.DENIED);
    private static final Set<State> LET_GO = Set.of(State.VOIDED, State.EXPIRED, State.DENIED);

    @ParameterizedTest
    @EnumSource
    void theDonorWasChargedIfTheCaptureSaysSoWhicheverEventTold(State state) {
        PayPalOrder order = order(null, capture(state));

        assertThat(fact(COMPLETED, order)).isEqualTo(CHARGED.contains(state) ? CAPTURED : null);
        assertThat(fact(AUTHORIZED, order)).isEqualTo(CHARGED.contains(state) ? CAPTURED : null);
    }

    @ParameterizedTest
    @EnumSource
    void theMoneyIsHeldIfTheAuthorizationSaysSo(State state) {
        PayPalOrder order = order(authorization(state), null);

        assertThat(fact(AUTHORIZED, order)).isEqualTo(state == State.CREATED ? HELD : null);
        assertThat(fact(COMPLETED, order)).isEqualTo(state == State.CREATED ? HELD : null);
    }

    @Test
    void aHoldThatWasCapturedIsChargedAndNotHeld() {
        PayPalOrder order = order(authorization(State.CREATED), capture(State.COMPLETED));

        assertThat(fact(AUTHORIZED, order)).isEqualTo(CAPTURED);
        assertThat(fact(COMPLETED, order)).isEqualTo(CAPTURED);
    }

    @Test
    void aHoldWhoseCaptureIsPendingOrWasDeclinedIsStillHeld() {
        assertThat(fact(AUTHORIZED, order(authorization(State.CREATED), capture(State.PENDING))))
                .isEqualTo(HELD);
        assertThat(fact(AUTHORIZED, order(authorization(State.CREATED), capture(State.DECLINED))))
                .isEqualTo(HELD);
    }

    @ParameterizedTest
    @EnumSource
    void aHoldEndedIfTheAuthorizationSaysSoAndTheDonorWasNotCharged(State state) {
        assertThat(fact(VOIDED, order(authorization(state), null))).isEqualTo(LET_GO.contains(state) ? EXPIRED : null);
        assertThat(fact(VOIDED, order(authorization(State.VOIDED), capture(state))))
                .isEqualTo(CHARGED.contains(state) ? null : EXPIRED);
    }

    @ParameterizedTest
    @EnumSource
    void thePaymentFailedIfTheCaptureSaysSo(State state) {
        assertThat(fact(DECLINED, order(null, capture(state)))).isEqualTo(NOT_CHARGED.contains(state) ? FAILED : null);
        assertThat(fact(DECLINED, order(authorization(state), null))).isNull();
    }

    /// PayPal reviews some captures for days, and they count until then.
    @ParameterizedTest
    @EnumSource
    void theCaptureOfAHoldFailedIfItSaysSo(State state) {
        assertThat(fact(DECLINED, order(authorization(State.CAPTURED), capture(state))))
                .isEqualTo(NOT_CHARGED.contains(state) ? CAPTURE_FAILED : null);
    }

    @ParameterizedTest
    @EnumSource
    void thePaymentTakesDaysIfTheCaptureIsPending(State state) {
        assertThat(fact(PENDING, order(null, capture(state))))
                .isEqualTo(state == State.PENDING ? new PaymentFact.Delayed(CHECKOUT) : null);
        assertThat(fact(PENDING, order(authorization(state), null))).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void onlyMoneyThatWasChargedCanBeTakenBack(State state) {
        assertThat(fact(REVERSED, order(null, capture(state)))).isEqualTo(CHARGED.contains(state) ? DISPUTED : null);
        assertThat(fact(REVERSED, order(authorization(state), null))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "PARTIALLY_REFUNDED, 1.00,      1.00",
        "PARTIALLY_REFUNDED, 1.00+0.25, 1.25",
        "COMPLETED,          0.01,      0.01",
        "REFUNDED,           5.25,      5.25",
        "REFUNDED,           1.00,      1.00",
        "REFUNDED,           '',        5.25",
        "REVERSED,           5.25,      5.25"
    })
    void aRefundIsTheSumOfThoseThatTheOrderListsOrAllOfItIfItListsNone(State state, String refunds, BigDecimal total) {
        assertThat(fact(REFUNDED, order(null, capture(state), refunds(State.COMPLETED, refunds))))
                .isEqualTo(new PaymentFact.Refunded(CHECKOUT, "5O1", total, "USD"));
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED,          ''",
        "PARTIALLY_REFUNDED, ''",
        "REVERSED,           ''",
        "PENDING,            1.00",
        "DECLINED,           1.00",
        "UNKNOWN,            1.00"
    })
    void nothingWentBackIfNoRefundIsListedOrTheDonorWasNotCharged(State state, String refunds) {
        assertThat(fact(REFUNDED, order(null, capture(state), refunds(State.COMPLETED, refunds))))
                .isNull();
    }

    @Test
    void refundsThatFailedDoNotCountAndThoseThatArePendingDo() {
        List<Movement> failed = refunds(State.FAILED, "1.00");
        List<Movement> pending = refunds(State.PENDING, "2.00");

        assertThat(fact(REFUNDED, order(null, capture(State.COMPLETED), failed)))
                .isNull();
        assertThat(fact(
                        REFUNDED,
                        order(
                                null,
                                capture(State.PARTIALLY_REFUNDED),
                                Stream.concat(failed.stream(), pending.stream()).toList())))
                .isEqualTo(new PaymentFact.Refunded(CHECKOUT, "5O1", new BigDecimal("2.00"), "USD"));
    }

    @Test
    void aRefundOfMoneyThatWasNeverCapturedIsNone() {
        assertThat(fact(REFUNDED, order(authorization(State.CREATED), null, refunds(State.COMPLETED, "1.00"))))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {AUTHORIZED, COMPLETED, VOIDED, DECLINED, REFUNDED, REVERSED, PENDING})
    void anOrderWithoutMoneyTellsNothing(String type) {
        assertThat(fact(type, order(null, null))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CHECKOUT.ORDER.APPROVED",
                "CHECKOUT.ORDER.COMPLETED",
                "PAYMENT.CAPTURE.DENIED",
                "CUSTOMER.DISPUTE.CREATED",
                "payment.capture.completed",
                ""
            })
    void anyOtherEventTellsNothing(String type) {
        assertThat(fact(
                        type,
                        order(authorization(State.VOIDED), capture(State.REVERSED), refunds(State.COMPLETED, "1"))))
                .isNull();
    }

    @Test
    void allThatAnOrderTellsIsInTheOrderInWhichItCanHappen() {
        assertThat(all(order(authorization(State.CREATED), null))).containsExactly(HELD);
        assertThat(all(order(authorization(State.EXPIRED), null))).containsExactly(EXPIRED);
        assertThat(all(order(authorization(State.CREATED), capture(State.DECLINED))))
                .containsExactly(HELD, CAPTURE_FAILED);
        assertThat(all(order(authorization(State.VOIDED), capture(State.DENIED))))
                .containsExactly(EXPIRED, CAPTURE_FAILED);
        assertThat(all(order(authorization(State.CAPTURED), capture(State.COMPLETED))))
                .containsExactly(CAPTURED);
        assertThat(all(order(null, capture(State.PARTIALLY_REFUNDED), refunds(State.COMPLETED, "1.00"))))
                .containsExactly(CAPTURED, new PaymentFact.Refunded(CHECKOUT, "5O1", new BigDecimal("1.00"), "USD"));
        assertThat(all(order(null, capture(State.REVERSED), refunds(State.COMPLETED, "1.00"))))
                .containsExactly(
                        CAPTURED, new PaymentFact.Refunded(CHECKOUT, "5O1", new BigDecimal("1.00"), "USD"), DISPUTED);
    }

    @Test
    void anOrderOfItselfTellsOfADisputeOnlyIfItsCaptureWasReversed() {
        assertThat(all(order(null, capture(State.COMPLETED)))).containsExactly(CAPTURED);
        assertThat(all(order(null, capture(State.PENDING)))).isEmpty();
        assertThat(all(order(null, null))).isEmpty();
    }

    private static @Nullable PaymentFact fact(String type, PayPalOrder order) {
        return PayPalFacts.of(type, CHECKOUT, order);
    }

    private static List<PaymentFact> all(PayPalOrder order) {
        return PayPalFacts.all(CHECKOUT, order);
    }

    private static Movement authorization(State state) {
        return new Movement("A1", state, new BigDecimal("7.00"), "EUR", AT);
    }

    private static Movement capture(State state) {
        return new Movement("C1", state, new BigDecimal("5.25"), "USD", AT);
    }

    /// Refunds in this state.
    ///
    /// @param amounts joined by a plus sign; empty for none
    private static List<Movement> refunds(State state, String amounts) {
        return Stream.of(amounts.split("\\+"))
                .filter(amount -> !amount.isEmpty())
                .map(amount -> new Movement("R1", state, new BigDecimal(amount), "USD", AT))
                .toList();
    }

    private static PayPalOrder order(@Nullable Movement authorization, @Nullable Movement capture) {
        return order(authorization, capture, List.of());
    }

    private static PayPalOrder order(
            @Nullable Movement authorization, @Nullable Movement capture, List<Movement> refunds) {
        return new PayPalOrder(
                "5O1", "COMPLETED", authorization != null, SampleCheckouts.ORDER_ID, authorization, capture, refunds);
    }
}
