package streamerapi.stripe;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.checkouts.SampleCheckouts;
import streamerapi.providers.JsonFields;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The facts in Stripe's events, each with the fields that Stripe sends.
@NullMarked
class StripeFactsTest {

    private static final Checkout CHECKOUT = SampleCheckouts.charging(Processor.CARD);
    private static final Checkout HOLD = SampleCheckouts.holding(Processor.CARD);
    private static final List<String> ENDS =
            List.of("checkout.session.expired", "checkout.session.async_payment_failed");
    private static final String ALL_FIELDS = """
            "status":"requires_capture","payment_status":"paid","currency":"usd","captured":true,
            "amount_total":1,"amount_received":1,"amount_capturable":1,"amount_refunded":1
            """;

    @Test
    void anAmountThatCanBeCapturedIsHeld() {
        assertThat(intent(HOLD, "amount_capturable_updated", """
                        "status":"requires_capture","currency":"usd","amount_capturable":1000,"amount_received":0
                        """))
                .isEqualTo(new PaymentFact.Held(HOLD, "pi_1", new BigDecimal("10.00"), "USD"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"requires_payment_method", "processing", "canceled", "succeeded", "novel", ""})
    void anAmountInAnyOtherStatusIsNotHeld(String status) {
        String fields = "\"currency\":\"usd\",\"amount_capturable\":1000,\"status\":\"" + status + '"';

        assertThat(intent(HOLD, "amount_capturable_updated", fields)).isNull();
    }

    @Test
    void anAmountWithoutAStatusIsNotHeld() {
        assertThat(intent(HOLD, "amount_capturable_updated", "\"currency\":\"usd\",\"amount_capturable\":1000"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "525,usd,5.25,USD",
        "525,USD,5.25,USD",
        "1,eur,0.01,EUR",
        "10000000000,eur,100000000.00,EUR",
        "500,jpy,500,JPY",
        "1234,kwd,1.234,KWD",
        "500,isk,5.00,ISK",
        "7,mga,7,MGA"
    })
    void theDonorWasChargedTheAmountThatStripeReceivedInItsCurrency(
            String minor, String currency, BigDecimal amount, String code) {
        String fields = "\"amount\":99,\"amount_capturable\":98,\"amount_received\":%s,\"currency\":\"%s\""
                .formatted(minor, currency);

        assertThat(intent(CHECKOUT, "succeeded", fields))
                .isEqualTo(new PaymentFact.Captured(CHECKOUT, "pi_1", amount, code));
    }

    @Test
    void aPartOfAHoldIsChargedAsThatPart() {
        assertThat(intent(HOLD, "succeeded", "\"amount\":1000,\"amount_received\":400,\"currency\":\"usd\""))
                .isEqualTo(new PaymentFact.Captured(HOLD, "pi_1", new BigDecimal("4.00"), "USD"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"amount_received\":1000",
                "\"amount_received\":1000,\"currency\":null",
                "\"amount_received\":1000,\"currency\":\"\"",
                "\"amount_received\":1000,\"currency\":\"usdc\"",
                "\"amount_received\":1000,\"currency\":\"xyz\"",
                "\"amount_received\":1000,\"currency\":\"xxx\"",
                "\"amount_received\":1000,\"currency\":\"xau\"",
                "\"amount_received\":\"1000\",\"currency\":\"usd\"",
                "\"currency\":\"usd\""
            })
    void aPaymentThatDoesNotTellItsAmountOrCurrencyIsOfNothingWhichIsRefused(String fields) {
        assertThat(intent(CHECKOUT, "succeeded", fields)).isInstanceOfSatisfying(PaymentFact.Captured.class, fact -> {
            assertThat(fact.amount()).isZero();
            assertThat(fact.currency()).matches("[A-Z]{3,}");
        });
        assertThat(intent(
                        HOLD,
                        "amount_capturable_updated",
                        "\"status\":\"requires_capture\"," + fields.replace("received", "capturable")))
                .isInstanceOfSatisfying(
                        PaymentFact.Held.class,
                        fact -> assertThat(fact.amount()).isZero());
    }

    @ParameterizedTest
    @CsvSource({
        "completed,paid",
        "async_payment_succeeded,paid",
        "async_payment_succeeded,unpaid",
        "async_payment_succeeded,",
    })
    void aSessionThatWasPaidTellsItsTotal(String type, @Nullable String status) {
        assertThat(session(CHECKOUT, type, status))
                .isEqualTo(new PaymentFact.Captured(CHECKOUT, "pi_1", new BigDecimal("10.00"), "USD"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"unpaid", "no_payment_required", "novel", ""})
    void aSessionThatCompletesUnpaidIsOfAMethodThatTakesDaysUnlessItIsAHold(@Nullable String status) {
        assertThat(session(CHECKOUT, "completed", status)).isEqualTo(new PaymentFact.Delayed(CHECKOUT));
        assertThat(session(HOLD, "completed", status)).isNull();
    }

    @Test
    void aHoldThatCompletesPaidWasCharged() {
        assertThat(session(HOLD, "completed", "paid"))
                .isEqualTo(new PaymentFact.Captured(HOLD, "pi_1", new BigDecimal("10.00"), "USD"));
    }

    @Test
    void anIntentThatWasCancelledHoldsNothingWhateverTheReason() {
        assertThat(intent(HOLD, "canceled", "\"status\":\"canceled\",\"cancellation_reason\":\"automatic\""))
                .isEqualTo(new PaymentFact.HoldExpired(HOLD, "pi_1"));
        assertThat(intent(CHECKOUT, "canceled", "")).isEqualTo(new PaymentFact.HoldExpired(CHECKOUT, "pi_1"));
    }

    @ParameterizedTest
    @CsvSource({"1,usd,0.01,USD", "400,usd,4.00,USD", "1000,usd,10.00,USD", "4,jpy,4,JPY"})
    void aRefundTellsTheSumOfAllRefundsOfTheCharge(String minor, String currency, BigDecimal total, String code) {
        String fields = "\"amount\":1000,\"captured\":true,\"amount_refunded\":%s,\"currency\":\"%s\""
                .formatted(minor, currency);

        assertThat(charge("refunded", fields)).isEqualTo(new PaymentFact.Refunded(CHECKOUT, "pi_1", total, code));
    }

    /// Stripe counts the part of a hold that was not captured among the charge's refunds.
    @ParameterizedTest
    @CsvSource({"600,", "700,1.00", "1000,4.00"})
    void thePartOfAHoldThatWasNotCapturedIsNoRefund(String refunded, @Nullable BigDecimal total) {
        String fields =
                "\"amount\":1000,\"amount_captured\":400,\"captured\":true,\"amount_refunded\":%s,\"currency\":\"usd\""
                        .formatted(refunded);

        assertThat(charge("refunded", fields))
                .isEqualTo(total == null ? null : new PaymentFact.Refunded(CHECKOUT, "pi_1", total, "USD"));
    }

    @Test
    void aRefundOfAChargeThatWasNotCapturedIsTheEndOfAHold() {
        String fields = "\"amount_refunded\":1000,\"currency\":\"usd\"";

        assertThat(charge("refunded", "\"captured\":false," + fields)).isNull();
        assertThat(charge("refunded", fields))
                .as("a charge that does not tell was captured")
                .isInstanceOf(PaymentFact.Refunded.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"amount_refunded\":0,\"currency\":\"usd\"",
                "\"amount_refunded\":null,\"currency\":\"usd\"",
                "\"currency\":\"usd\"",
                "\"amount_refunded\":400",
                "\"amount_refunded\":400,\"currency\":\"xxx\"",
                "\"amount_refunded\":400,\"currency\":\"usdc\""
            })
    void aRefundOfNothingOrInNoKnownCurrencyTellsNothing(String fields) {
        assertThat(charge("refunded", "\"captured\":true," + fields)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "needs_response,true",
        "under_review,true",
        "lost,true",
        "won,true",
        "novel,true",
        "warning_needs_response,false",
        "warning_under_review,false",
        "warning_closed,false"
    })
    void aDisputeTakesTheMoneyBackUnlessItIsAnInquiry(String status, boolean isDisputed) {
        assertThat(charge("dispute.created", "\"amount\":400,\"currency\":\"usd\",\"status\":\"" + status + '"'))
                .isEqualTo(isDisputed ? new PaymentFact.Disputed(CHECKOUT, "pi_1") : null);
    }

    /// An inquiry that becomes a dispute is not created a second time.
    @Test
    void moneyThatADisputeWithdrewOrGaveBackIsTold() {
        String fields = "\"amount\":400,\"currency\":\"usd\",\"status\":\"needs_response\"";

        assertThat(charge("dispute.funds_withdrawn", fields)).isEqualTo(new PaymentFact.Disputed(CHECKOUT, "pi_1"));
        assertThat(charge("dispute.funds_reinstated", fields)).isEqualTo(new PaymentFact.DisputeWon(CHECKOUT, "pi_1"));
    }

    @Test
    void aDisputeWithoutAStatusTakesTheMoneyBack() {
        assertThat(charge("dispute.created", "")).isEqualTo(new PaymentFact.Disputed(CHECKOUT, "pi_1"));
    }

    @ParameterizedTest
    @CsvSource({"failed,failed", "failed,succeeded", "updated,canceled"})
    void aRefundThatFailedOrWasCancelledIsTheStreamersAgain(String type, String status) {
        assertThat(refund(type, "\"status\":\"%s\",\"amount\":400,\"currency\":\"usd\"".formatted(status)))
                .isEqualTo(new PaymentFact.RefundFailed(CHECKOUT, "pi_1", "re_1", new BigDecimal("4.00"), "USD"));
    }

    @ParameterizedTest
    @CsvSource({"updated,failed", "updated,succeeded", "updated,pending", "updated,", "created,canceled"})
    void aRefundThatGoesOnOrWhoseFailureHasAnEventOfItsOwnTellsNothing(String type, @Nullable String status) {
        assertThat(refund(type, "\"status\":\"%s\",\"amount\":400,\"currency\":\"usd\"".formatted(status)))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"amount\":0,\"currency\":\"usd\"", "\"amount\":400", "\"currency\":\"usd\""})
    void aRefundThatFailedOfNothingOrInNoKnownCurrencyTellsNothing(String fields) {
        assertThat(refund("failed", fields)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dispute.closed", "dispute.updated", "succeeded", "captured"})
    void noOtherEventOfAChargeTellsAnything(String type) {
        String fields = "\"status\":\"lost\",\"captured\":true,\"amount_refunded\":400,\"currency\":\"usd\"";

        assertThat(charge(type, fields)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "processing", "requires_action", "payment_failed", "partially_funded"})
    void noOtherEventOfAnIntentTellsAnything(String type) {
        String fields = "\"status\":\"requires_capture\",\"amount_received\":400,\"currency\":\"usd\"";

        assertThat(intent(CHECKOUT, type, fields)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"expired,EXPIRED", "async_payment_failed,FAILED"})
    void aSessionEndsItsCheckoutWithOrWithoutAnIntent(String type, Checkout.Progress how) {
        PaymentFact ended = new PaymentFact.Ended(CHECKOUT, how);

        assertThat(session(CHECKOUT, type, "unpaid")).isEqualTo(ended);
        assertThat(fact(CHECKOUT, "checkout.session." + type, "\"id\":\"cs_1\",\"payment_intent\":null"))
                .isEqualTo(ended);
    }

    @ParameterizedTest
    @FieldSource("streamerapi.stripe.StripeFacts#TYPES")
    void anEventThatNamesNoIntentCanOnlyEndItsCheckout(String type) {
        PaymentFact fact = fact(CHECKOUT, type, ALL_FIELDS);

        if (ENDS.contains(type)) {
            assertThat(fact).isInstanceOf(PaymentFact.Ended.class);
        } else {
            assertThat(fact).isNull();
        }
    }

    @ParameterizedTest
    @FieldSource("streamerapi.stripe.StripeFacts#TYPES")
    void eachTypeThatTheWebhookIsMadeForCanTellAFact(String type) {
        String fields = type.startsWith("refund.") ? ALL_FIELDS.replace("requires_capture", "canceled") : ALL_FIELDS;
        assertThat(fact(CHECKOUT, type, with("\"id\":\"pi_1\",\"payment_intent\":\"pi_1\",\"amount\":1", fields)))
                .isNotNull();
    }

    private static @Nullable PaymentFact intent(Checkout checkout, String type, String fields) {
        return fact(checkout, "payment_intent." + type, with("\"id\":\"pi_1\"", fields));
    }

    private static @Nullable PaymentFact charge(String type, String fields) {
        return fact(CHECKOUT, "charge." + type, with("\"id\":\"ch_1\",\"payment_intent\":\"pi_1\"", fields));
    }

    private static @Nullable PaymentFact refund(String type, String fields) {
        return fact(CHECKOUT, "refund." + type, with("\"id\":\"re_1\",\"payment_intent\":\"pi_1\"", fields));
    }

    private static @Nullable PaymentFact session(Checkout checkout, String type, @Nullable String status) {
        String fields = "\"id\":\"cs_1\",\"payment_intent\":\"pi_1\",\"amount_total\":1000,\"currency\":\"usd\"";
        return fact(
                checkout,
                "checkout.session." + type,
                status == null ? fields : with(fields, "\"payment_status\":\"" + status + '"'));
    }

    private static String with(String fields, String more) {
        return more.isBlank() ? fields : fields + "," + more;
    }

    private static @Nullable PaymentFact fact(Checkout checkout, String type, String fields) {
        ProcessorEvent event = StripeEvent.of(JsonFields.of(Json.read("""
                {"id":"evt_1","type":"%s","created":1763726400,"data":{"object":{%s}}}
                """.formatted(type, fields))));
        return StripeFacts.of(checkout, Objects.requireNonNull(event));
    }
}
