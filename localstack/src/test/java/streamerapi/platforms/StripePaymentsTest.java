package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.PaymentBooks;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.ConnectionRows;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderException;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.CapturedSum;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;
import streamerapi.tips.HeldTip;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static streamerapi.platforms.ConnectionStage.TENANT;

/// Stripe's answers about payment intents, and the result of the effect that was asked for.
class StripePaymentsTest {

    private static final String SESSIONS = "POST /v1/checkout/sessions";
    private static final String INTENT = "/v1/payment_intents/pi_1";
    private static final String REFUNDS = "POST /v1/refunds";
    private static final String GIVEN = "GET /v1/refunds";
    private static final EffectResult DONE = new EffectResult.Done(Map.of());

    private final ConnectionStage stage = new ConnectionStage();
    private final ScriptedPlatform server = stage.server;
    private final Checkouts checkouts = stage.platforms.processors().checkouts();

    StripePaymentsTest() {
        stage.connected(Provider.STRIPE, Map.of("secret_key", "sk_test_1"));
        server.on(
                SESSIONS,
                call -> Reply.json(
                        Map.of("id", "cs_1", "url", "https://checkout.stripe.com/c/1", "payment_intent", "pi_1")));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @ParameterizedTest
    @CsvSource({"CAPTURE,capture,succeeded", "RELEASE,cancel,canceled"})
    void anIntentIsMovedUnderTheIdOfTheEffect(EffectAction action, String verb, String state) {
        start();
        server.on("POST " + INTENT + "/" + verb, call -> intent(state));
        assertThat(ask(action, null)).isEqualTo(DONE);
        assertThat(server.calls("POST " + INTENT + "/" + verb).getFirst().header("idempotency-key"))
                .isEqualTo(action.label() + ":tip:tip_1790000000000_ab12cd");
    }

    /// Stripe keeps the answer to a key for a day, even if it is a fault of its own
    /// (https://docs.stripe.com/api/idempotent_requests).
    @ParameterizedTest
    @CsvSource({"CAPTURE,capture,succeeded", "RELEASE,cancel,canceled"})
    void anIntentWhoseKeyMetAFaultOfStripesIsMovedWithoutOne(EffectAction action, String verb, String state) {
        start();
        server.on("POST " + INTENT + "/" + verb, fails(intent(state)));
        assertThat(ask(action, null)).isEqualTo(new EffectResult.Unknown("stripe answers 500", null));
        assertThat(ask(action, null)).isEqualTo(DONE);
        assertThat(server.calls("POST " + INTENT + "/" + verb)).hasSize(3);
    }

    @Test
    void aCheckoutWhoseKeyMetAFaultOfStripesIsMadeWithoutOne() {
        server.on(SESSIONS, fails(Reply.json(Map.of("id", "cs_2", "url", "https://checkout.stripe.com/c/2"))));
        assertThatThrownBy(this::start).isInstanceOf(ProviderException.Unavailable.class);
        assertThat(start().address()).isEqualTo(URI.create("https://checkout.stripe.com/c/2"));
    }

    /// Two refunds give back twice.
    @Test
    void aRefundIsNeverAskedForWithoutItsKey() {
        start();
        server.on(REFUNDS, fails(Reply.json(Map.of("id", "re_1", "status", "succeeded"))));
        assertThat(ask(EffectAction.REFUND, null)).isInstanceOf(EffectResult.Unknown.class);
        assertThat(ask(EffectAction.REFUND, null)).isInstanceOf(EffectResult.Unknown.class);
        assertThat(server.calls(REFUNDS))
                .hasSize(2)
                .allMatch(call -> !call.header("idempotency-key").isEmpty());
    }

    /// A fault for each key, which Stripe gives again if the key comes again.
    private Function<ScriptedPlatform.Call, Reply> fails(Reply good) {
        Set<String> keys = new HashSet<>();
        return call -> {
            String key = Objects.requireNonNullElse(call.header("idempotency-key"), "");
            return key.isEmpty()
                    ? good
                    : new Reply(500, "{}", keys.add(key) ? Map.of() : Map.of("Idempotent-Replayed", "true"));
        };
    }

    @ParameterizedTest
    @CsvSource({"CAPTURE,capture,processing", "RELEASE,cancel,requires_capture"})
    void anIntentThatStripeHasTakenButNotMovedYetIsAskedForAgain(EffectAction action, String verb, String state) {
        start();
        server.on("POST " + INTENT + "/" + verb, call -> intent(state));
        assertThat(ask(action, null)).isEqualTo(new EffectResult.Unknown("stripe has not done it yet", null));
    }

    @Test
    void aPaymentOfAnAccountThatIsDisconnectedCannotBeMoved() {
        start();
        ConnectionRows.erase(stage.table, stage.connections, stage.connection(Provider.STRIPE));
        server.forget();
        assertThat(ask(EffectAction.CAPTURE, null)).isEqualTo(new EffectResult.Refused("not connected"));
        assertThat(server.routes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CAPTURE,capture,succeeded,true",
        "CAPTURE,capture,canceled,false",
        "CAPTURE,capture,requires_payment_method,false",
        "RELEASE,cancel,canceled,true",
        "RELEASE,cancel,succeeded,false"
    })
    void anIntentThatCannotBeMovedCountsAsMovedIfItIsThereAlready(
            EffectAction action, String verb, String state, boolean isDone) {
        EffectResult expected =
                isDone ? DONE : new EffectResult.Refused("stripe answers 400 payment_intent_unexpected_state");
        start();
        server.on("POST " + INTENT + "/" + verb, call -> unexpected(Map.of("status", state)));
        assertThat(ask(action, null)).isEqualTo(expected);
        assertThat(server.calls("GET " + INTENT))
                .as("the refusal says the state")
                .isEmpty();

        server.on("POST " + INTENT + "/" + verb, call -> unexpected(Map.of()));
        server.on("GET " + INTENT, call -> intent(state));
        assertThat(ask(action, null)).isEqualTo(expected);
    }

    /// The streamer can capture a part of a hold at Stripe before anyone approves the tip.
    @Test
    void aCaptureTellsTheSumThatWasChargedWhetherStripeChargesItNowOrDidBefore() {
        start();
        EffectResult part = new CapturedSum(new BigDecimal("3.50"), "EUR").done();
        Map<String, Object> captured =
                Map.of("status", "succeeded", "amount", 500, "amount_received", 350, "currency", "eur");

        server.on("POST " + INTENT + "/capture", call -> Reply.json(captured));
        assertThat(ask(EffectAction.CAPTURE, null)).isEqualTo(part);
        server.on("POST " + INTENT + "/capture", call -> unexpected(captured));
        assertThat(ask(EffectAction.CAPTURE, null)).isEqualTo(part);
        server.on("POST " + INTENT + "/capture", call -> unexpected(Map.of()));
        server.on("GET " + INTENT, call -> Reply.json(captured));
        assertThat(ask(EffectAction.CAPTURE, null)).isEqualTo(part);
    }

    @ParameterizedTest
    @CsvSource({"350,", "350,usdc", "0,eur", ",eur"})
    void aCaptureThatDoesNotTellItsSumIsDoneAllTheSame(@Nullable BigDecimal received, @Nullable String currency) {
        start();
        Map<String, Object> captured = new LinkedHashMap<>(Map.of("status", "succeeded"));
        captured.put("amount_received", received);
        captured.put("currency", currency);
        server.on("POST " + INTENT + "/capture", call -> Reply.json(captured));
        assertThat(ask(EffectAction.CAPTURE, null)).isEqualTo(DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CAPTURE", "RELEASE"})
    void anIntentThatStripeStillProcessesIsNeitherMovedNorRefused(EffectAction action) {
        start();
        String verb = action == EffectAction.CAPTURE ? "/capture" : "/cancel";
        server.on("POST " + INTENT + verb, call -> unexpected(Map.of("status", "processing")));
        assertThat(ask(action, null)).isInstanceOf(EffectResult.Unknown.class);
    }

    @Test
    void aStateThatCannotBeReadIsUnknown() {
        start();
        server.on("POST " + INTENT + "/capture", call -> unexpected(Map.of()));
        server.on("GET " + INTENT, call -> Reply.of(503, "{}"));
        assertThat(ask(EffectAction.CAPTURE, null)).isEqualTo(new EffectResult.Unknown("stripe answers 503", null));
    }

    @ParameterizedTest
    @CsvSource({
        "succeeded,",
        "pending,",
        "requires_action,",
        "failed,stripe says failed",
        "canceled,stripe says canceled"
    })
    void aRefundIsGivenUnlessStripeSaysThatItFailed(String status, @Nullable String refusal) {
        start();
        server.on(REFUNDS, call -> Reply.json(Map.of("id", "re_1", "status", status)));
        assertThat(ask(EffectAction.REFUND, new BigDecimal("1.5")))
                .isEqualTo(refusal == null ? DONE : new EffectResult.Refused(refusal));
        ScriptedPlatform.Call call = server.calls(REFUNDS).getFirst();
        assertThat(call.form("payment_intent")).isEqualTo("pi_1");
        assertThat(call.form("amount")).isEqualTo("150");
    }

    /// Stripe can have forgotten the key by then.
    @Test
    void aRefundThatWasAskedForADayAgoIsLookedForFirst() {
        start();
        String id = "payment.refund:tip:tip_1790000000000_ab12cd";
        server.on(REFUNDS, call -> Reply.json(Map.of("id", "re_2", "status", "succeeded")));
        assertThat(askAgain(Duration.ofHours(22))).isEqualTo(DONE);
        assertThat(server.calls(REFUNDS))
                .singleElement()
                .satisfies(call -> assertThat(call.form("metadata[effect]")).isEqualTo(id));

        given(List.of(refund("payment.refund:tip:tip_1790000000000_other", "succeeded"), Map.of("metadata", Map.of())));
        assertThat(askAgain(Duration.ofHours(24))).isEqualTo(DONE);
        assertThat(server.calls(GIVEN).getFirst().query()).containsEntry("payment_intent", "pi_1");
        assertThat(server.calls(REFUNDS)).hasSize(2);

        given(List.of(refund(id, "succeeded")));
        assertThat(askAgain(Duration.ofHours(24))).isEqualTo(DONE);
        given(List.of(refund(id, "failed")));
        assertThat(askAgain(Duration.ofHours(24))).isEqualTo(new EffectResult.Refused("stripe says failed"));
        assertThat(server.calls(REFUNDS)).hasSize(2);
    }

    private void given(List<Map<String, ?>> refunds) {
        server.on(GIVEN, call -> Reply.json(Map.of("data", refunds)));
    }

    private static Map<String, ?> refund(String effect, String status) {
        return Map.of("id", "re_1", "status", status, "metadata", Map.of("effect", effect));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "no JSON"})
    void aListOfRefundsThatCannotBeReadIsNoEmptyOne(String answer) {
        start();
        server.on(GIVEN, call -> Reply.of(200, answer));
        assertThat(askAgain(Duration.ofHours(24))).isInstanceOf(EffectResult.Unknown.class);
        assertThat(server.calls(REFUNDS)).isEmpty();
    }

    @Test
    void aRefundOfAllNamesNoAmountAndOneThatWasGivenIsDone() {
        start();
        server.on(REFUNDS, call -> Reply.of(400, "{\"error\":{\"code\":\"charge_already_refunded\"}}"));
        assertThat(ask(EffectAction.REFUND, null)).isEqualTo(DONE);
        assertThat(server.calls(REFUNDS).getFirst().body()).doesNotContain("amount");
    }

    @Test
    void aSessionThatCannotBeReadIsNoCheckout() {
        for (Map<String, String> answer : List.of(
                Map.of("url", "https://checkout.stripe.com/c/1"),
                Map.of("id", "cs_1"),
                Map.of("id", "cs_1", "url", "no address"))) {
            server.on(SESSIONS, call -> Reply.json(answer));
            assertThatThrownBy(this::start).isInstanceOf(ProviderException.Unavailable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"data\":{}}", "no JSON"})
    void booksThatCannotBeReadAreNotEmptyBooks(String answer) {
        server.on("GET /v1/events", call -> Reply.of(200, answer));
        Instant to = stage.clock.instant();
        PaymentBooks books = Objects.requireNonNull(stage.platforms.processors().books(Provider.STRIPE));
        assertThatThrownBy(() -> books.page(
                        stage.connection(Provider.STRIPE),
                        new PaymentBooks.Span(to.minus(Duration.ofDays(1)), to),
                        null))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    /// Stripe's event of a charge does not say whose intent it is of, so the intent is read.
    @Test
    void aChargeWhoseIntentStripeDoesNotShowNowComesAgain() {
        Checkout checkout = start();
        server.on("GET /v1/payment_intents/pi_2", call -> Reply.of(401, "{}"));
        assertThatThrownBy(this::refunded).isInstanceOf(ProviderException.Refused.class);
        server.on("GET /v1/payment_intents/pi_2", call -> Reply.of(503, "{}"));
        assertThatThrownBy(this::refunded).isInstanceOf(ProviderException.Unavailable.class);
        server.on("GET /v1/payment_intents/pi_2", call -> Reply.of(404, "{}"));
        assertThat(refunded()).as("of another account").isNull();
        server.on(
                "GET /v1/payment_intents/pi_2",
                call -> Reply.json(Map.of("id", "pi_2", "metadata", Map.of("order_id", checkout.orderId()))));
        assertThat(refunded()).isInstanceOf(PaymentFact.Refunded.class);
    }

    /// Refunds of a shop in the same account are updated too.
    @Test
    void stripeIsAskedWhoseARefundIsOnlyIfItFailed() {
        Checkout checkout = start();
        server.on(
                "GET /v1/payment_intents/pi_2",
                call -> Reply.json(Map.of("id", "pi_2", "metadata", Map.of("order_id", checkout.orderId()))));
        assertThat(told("refund.updated", Map.of("status", "succeeded"))).isNull();
        assertThat(server.calls("GET /v1/payment_intents/pi_2")).isEmpty();
        assertThat(told("refund.failed", Map.of("status", "failed"))).isInstanceOf(PaymentFact.RefundFailed.class);
    }

    private @Nullable PaymentFact refunded() {
        return told("charge.refunded", Map.of("captured", true));
    }

    private @Nullable PaymentFact told(String type, Map<String, ?> fields) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("payment_intent", "pi_2");
        data.put("refund", "re_1");
        data.put("amount", new BigDecimal("500"));
        data.put("amount_refunded", new BigDecimal("500"));
        data.put("currency", "usd");
        data.putAll(fields);
        return Objects.requireNonNull(stage.platforms.processors().events(Provider.STRIPE))
                .read(
                        stage.connection(Provider.STRIPE),
                        new ProcessorEvent("evt_1", type, stage.clock.instant(), data));
    }

    private static Reply intent(String status) {
        return Reply.json(Map.of("id", "pi_1", "status", status));
    }

    private static Reply unexpected(Map<String, ?> intent) {
        return Reply.of(
                400,
                Json.writeText(
                        Map.of("error", Map.of("code", "payment_intent_unexpected_state", "payment_intent", intent))));
    }

    private EffectResult ask(EffectAction action, @Nullable BigDecimal amount) {
        return stage.platforms.transport().carryOut(TENANT, effect(action, amount, null));
    }

    /// Asks for a refund that was asked for some time ago.
    private EffectResult askAgain(Duration after) {
        Instant askedAt = stage.clock.instant().minus(after);
        return stage.platforms.transport().carryOut(TENANT, effect(EffectAction.REFUND, BigDecimal.ONE, askedAt));
    }

    private static Effect effect(EffectAction action, @Nullable BigDecimal amount, @Nullable Instant askedAt) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("payment_id", "pi_1");
        data.put("amount", amount);
        return new Effect("tip:tip_1790000000000_ab12cd", action, Connector.CARD_PROCESSOR, data, false, askedAt);
    }

    private Checkout start() {
        return stage.begun(HeldTip.Reason.MANUAL);
    }
}
