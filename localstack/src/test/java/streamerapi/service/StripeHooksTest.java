package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds how an account's receiver treats Stripe's events, signed here: which it takes, which it refuses, and what each
/// becomes.
@NullMarked
class StripeHooksTest {

    private static final String SIGNATURE = "Stripe-Signature";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final StripeShop shop = new StripeShop(account);
    private final WebClient stripe = new WebClient(service.stack().authUrl());
    private int events;
    private Duration ago = Duration.ZERO;

    @BeforeEach
    void connect() {
        shop.connected();
    }

    private String path() {
        String url = String.valueOf(shop.get().at("connection.webhook_url"));
        return url.substring(service.stack().authUrl().length());
    }

    private String secret() {
        ProviderConnections connections = new ProviderConnections(account.table(), Account.cipher(service.stack()));
        return Objects.requireNonNull(
                connections.hookSecret(Objects.requireNonNull(connections.find(account.tenantId(), Provider.STRIPE))));
    }

    private long now() {
        return service.clock().instant().getEpochSecond();
    }

    private static String hmac(String secret, long time, String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8)));
    }

    private static String signature(String secret, long time, String body) throws Exception {
        return "t=" + time + ",v1=" + hmac(secret, time, body);
    }

    private Answer post(String body, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", "application/json; charset=utf-8");
        return stripe.send("POST", path(), all, body);
    }

    private Answer signed(String body) throws Exception {
        return post(body, Map.of(SIGNATURE, signature(secret(), now(), body)));
    }

    /// Stripe holds the whole sum.
    private void capturable(StartedCheckout started) throws Exception {
        tell(
                        started,
                        "payment_intent.amount_capturable_updated",
                        Map.of("status", "requires_capture", "amount_capturable", 1000))
                .expect(200);
    }

    /// Sends an event about a checkout's payment.
    private Answer tell(StartedCheckout started, String type, Map<String, ?> fields) throws Exception {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        String intent = "pi_" + shop.checkout(started).orderId();
        object.put("id", type.startsWith("payment_intent.") ? intent : "cs_or_ch_1");
        object.put("payment_intent", type.startsWith("payment_intent.") ? null : intent);
        object.put("currency", "usd");
        object.put("metadata", Map.of("order_id", shop.checkout(started).orderId()));
        object.putAll(fields);
        return signed(event(type, object));
    }

    private String event(String type, Map<String, ? extends @Nullable Object> object) {
        return Json.writeText(Map.of(
                "id",
                "evt_" + account.tenantId() + events++,
                "object",
                "event",
                "type",
                type,
                "created",
                now() - ago.toSeconds(),
                "livemode",
                false,
                "data",
                Map.of("object", object)));
    }

    private StartedCheckout started(boolean isHold) {
        return shop.start(StripeShop.tip("10", "USD", isHold));
    }

    private void captured(StartedCheckout started) throws Exception {
        tell(started, "payment_intent.succeeded", Map.of("status", "succeeded", "amount_received", 1000))
                .expect(200);
    }

    private void becomes(StartedCheckout started, String state) {
        await().untilAsserted(() -> assertThat(shop.state(started)).isEqualTo(state));
    }

    @Test
    void oneGoodSignatureOfSeveralIsEnough() throws Exception {
        String body = event("customer.created", Map.of("id", "cus_1"));
        long time = now();
        String good = hmac(secret(), time, body);
        post(body, Map.of(SIGNATURE, "t=" + time + ",v1=" + "0".repeat(64) + ",v1=" + good + ",v0=x"))
                .expect(200);
    }

    @Test
    void aSignatureThatDoesNotHoldIsRefused() throws Exception {
        String body = event("payment_intent.succeeded", Map.of("id", "pi_1"));
        long time = now();
        String good = hmac(secret(), time, body);
        for (String header : List.of(
                signature("whsec_other", time, body),
                "t=" + (time + 1) + ",v1=" + good,
                "t=" + time + ",v0=" + good,
                "t=" + time,
                "v1=" + good,
                "t=soon,v1=" + good,
                good)) {
            post(body, Map.of(SIGNATURE, header)).refuses(401, "invalid_signature");
        }
        post(body, Map.of()).refuses(401, "invalid_signature");
        post(body + " ", Map.of(SIGNATURE, "t=" + time + ",v1=" + good)).refuses(401, "invalid_signature");
    }

    @ParameterizedTest
    @CsvSource({"-299, 200", "-305, 401", "295, 200", "310, 401"})
    void aTimeMoreThanFiveMinutesOffIsRefused(long offset, int status) throws Exception {
        String body = event("customer.created", Map.of("id", "cus_1"));
        long at = now() + offset;
        post(body, Map.of(SIGNATURE, signature(secret(), at, body))).expect(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{}", "{\"type\": \"charge.refunded\", \"id\": \"evt_1\"}"})
    void aSignedBodyThatCannotBeReadIsAnswered(String body) throws Exception {
        signed(body).expect(200);
        HooksTest.settled(service);
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void anotherAccountsReceiverDoesNotTakeIt() throws Exception {
        String body = event("customer.created", Map.of("id", "cus_1"));
        Map<String, String> headers =
                Map.of(SIGNATURE, signature(secret(), now(), body), "Content-Type", "application/json");
        String path = path();
        stripe.send("POST", path.replace("/stripe/", "/twitch/"), headers, body).refuses(404, "not_found");
        stripe.send("POST", path.substring(0, path.length() - 1) + "x", headers, body)
                .refuses(404, "not_found");
        shop.disconnect().expect(200);
        stripe.send("POST", path, headers, body).refuses(404, "not_found");
    }

    @Test
    void aPaymentThatIsNoneOfOursIsAnsweredAndNothing() throws Exception {
        Map<String, Object> foreign =
                Map.of("id", "pi_shop", "currency", "usd", "status", "succeeded", "amount_received", 900);
        signed(event("payment_intent.succeeded", foreign)).expect(200);
        Map<String, Object> wrongOrder = new LinkedHashMap<>(foreign);
        wrongOrder.put("metadata", Map.of("order_id", "chk_" + "0".repeat(40)));
        signed(event("payment_intent.succeeded", wrongOrder)).expect(200);
        signed(event(
                        "charge.refunded",
                        Map.of("id", "ch_1", "payment_intent", "pi_shop", "currency", "usd", "amount_refunded", 900)))
                .expect(200);
        HooksTest.settled(service);
        assertThat(account.eventTypes()).isEmpty();
        assertThat(account.rows("PAYMENT#")).isEmpty();
    }

    @Test
    void anotherSessionOfTheStripeAccountIsNoTip() throws Exception {
        StartedCheckout started = started(false);
        String orderId = shop.checkout(started).orderId();
        Map<String, @Nullable Object> paid = new LinkedHashMap<>(Map.of(
                "id",
                "cs_of_a_payment_link",
                "payment_intent",
                "pi_of_a_payment_link",
                "payment_status",
                "paid",
                "amount_total",
                1000,
                "currency",
                "usd",
                "client_reference_id",
                orderId));
        signed(event("checkout.session.completed", paid)).expect(200);
        signed(event("checkout.session.expired", paid)).expect(200);
        HooksTest.settled(service);
        becomes(started, "pending");
        assertThat(account.eventTypes()).isEmpty();
        paid.put("id", shop.checkout(started).sessionId());
        signed(event("checkout.session.completed", paid)).expect(200);
        becomes(started, "queued");
    }

    @Test
    void aSessionWhoseCreationGotNoAnswerIsFoundByItsMetadata() throws Exception {
        StartedCheckout started = started(false);
        account.table()
                .write(List.of(Write.update(CheckoutKeys.checkout(
                                account.tenantId(), shop.checkout(started).orderId()))
                        .remove(Attribute.text("session_id"))
                        .remove(Attribute.text("address"))));
        String session = "cs_that_was_lost";
        tell(
                        started,
                        "checkout.session.completed",
                        Map.of("id", session, "payment_status", "paid", "amount_total", 1000))
                .expect(200);
        becomes(started, "queued");
    }

    @Test
    void onePaymentIsOneTipHoweverOftenItIsTold() throws Exception {
        StartedCheckout started = started(false);
        captured(started);
        captured(started);
        tell(started, "checkout.session.completed", Map.of("payment_status", "paid", "amount_total", 1000))
                .expect(200);
        tell(started, "checkout.session.async_payment_succeeded", Map.of("amount_total", 1000))
                .expect(200);
        capturable(started);
        becomes(started, "queued");
        HooksTest.settled(service);
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @Test
    void amountAndCurrencyAreStripes() throws Exception {
        StartedCheckout started = started(false);
        tell(
                        started,
                        "payment_intent.succeeded",
                        Map.of("status", "succeeded", "amount_received", 1234, "currency", "eur"))
                .expect(200);
        becomes(started, "queued");
        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.amount")).isEqualTo(new BigDecimal("12.34"));
        assertThat(queue.at("items.0.currency")).isEqualTo("EUR");
        assertThat(queue.at("items.0.name")).isEqualTo("Mira");
    }

    @Test
    void aSumOfRefundsIsCountedOnce() throws Exception {
        StartedCheckout started = started(false);
        captured(started);
        becomes(started, "queued");
        for (int sum : List.of(300, 300, 500, 400)) {
            tell(started, "charge.refunded", Map.of("captured", true, "amount_refunded", sum))
                    .expect(200);
            HooksTest.settled(service);
        }
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("5");
        tell(started, "charge.dispute.created", Map.of("status", "warning_needs_response", "metadata", Map.of()))
                .expect(200);
        tell(started, "charge.dispute.created", Map.of("status", "needs_response", "metadata", Map.of()))
                .expect(200);
        becomes(started, "refunded");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("10");
        assertThat(account.eventTypes().stream().filter("tip.refunded"::equals)).hasSize(3);
    }

    /// Two refunds, of 4 and of 6, of which the second one failed: the events come in any order, and more than once.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "captured 4 10 failed updated",
                "captured failed 10 4 failed",
                "captured 10 failed 4 10",
                "captured 4 failed 10 failed",
                "created failed updated 10 4 captured",
                "10 failed captured 4",
                "4 failed captured 10",
                "created canceled captured 4 10"
            })
    void aRefundThatFailedIsNoneInWhateverOrderItIsTold(String order) throws Exception {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("currency", "USD"))
                .expect(200);
        StartedCheckout started = started(false);
        for (String event : order.split(" ")) {
            switch (event) {
                case "created" ->
                    tell(started, "payment_intent.created", Map.of()).expect(200);
                case "captured" -> captured(started);
                case "4" -> refunded(started, 400, Duration.ofMinutes(10));
                case "10" -> refunded(started, 1000, Duration.ofMinutes(5));
                case "failed" -> failed(started, "refund.failed", "failed");
                case "updated" -> failed(started, "refund.updated", "failed");
                default -> failed(started, "refund.updated", "canceled");
            }
            HooksTest.settled(service);
        }
        assertThat(shop.state(started)).isEqualTo("queued");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("4");
        assertThat(account.api().get("/leaderboard").at("entries.0.total_amount"))
                .isEqualTo(new BigDecimal("6"));
    }

    private void refunded(StartedCheckout started, int sum, Duration ago) throws Exception {
        this.ago = ago;
        tell(started, "charge.refunded", Map.of("captured", true, "amount_refunded", sum))
                .expect(200);
        this.ago = Duration.ZERO;
    }

    private void failed(StartedCheckout started, String type, String status) throws Exception {
        tell(started, type, Map.of("id", "re_1", "amount", 600, "status", status, "metadata", Map.of("order_id", "17")))
                .expect(200);
    }

    @Test
    void ofAHoldThatWasCapturedInPartTheRestIsNoRefund() throws Exception {
        StartedCheckout started = started(true);
        Map<String, Object> part =
                Map.of("captured", true, "amount", 1000, "amount_captured", 400, "amount_refunded", 700);
        capturable(started);
        becomes(started, "held");
        tell(started, "payment_intent.succeeded", Map.of("status", "succeeded", "amount", 1000, "amount_received", 400))
                .expect(200);
        HooksTest.settled(service);
        account.dashboard()
                .post("/dashboard/api/held-tips/"
                        + account.dashboard().get("/dashboard/api/held-tips").at("tips.0.order_id") + "/approve")
                .expect(200);
        tell(started, "charge.refunded", part).expect(200);
        HooksTest.settled(service);
        assertThat(shop.state(started)).isEqualTo("queued");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("1");
    }

    @Test
    void aRefundThatComesFirstWaitsForItsPayment() throws Exception {
        StartedCheckout started = started(false);
        tell(started, "charge.refunded", Map.of("captured", true, "amount_refunded", 400))
                .expect(200);
        HooksTest.settled(service);
        assertThat(account.eventTypes()).isEmpty();
        captured(started);
        becomes(started, "queued");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("4");
        HooksTest.settled(service);
        assertThat(account.eventTypes()).containsExactlyInAnyOrder("tip.created", "tip.refunded");
    }

    @Test
    void theRefundOfAHoldThatWasCancelledIsNone() throws Exception {
        StartedCheckout started = started(true);
        capturable(started);
        becomes(started, "held");
        tell(started, "charge.refunded", Map.of("captured", false, "amount_refunded", 1000))
                .expect(200);
        tell(started, "payment_intent.canceled", Map.of("status", "canceled")).expect(200);
        becomes(started, "expired");
        assertThat(shop.status(started).refunded()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "checkout.session.completed, unpaid, pending",
        "checkout.session.expired, unpaid, expired",
        "checkout.session.async_payment_failed, unpaid, failed"
    })
    void aCheckoutWithoutMoneySaysWhy(String type, String paymentStatus, String state) throws Exception {
        StartedCheckout started = started(false);
        tell(started, type, Map.of("payment_status", paymentStatus, "amount_total", 1000))
                .expect(200);
        HooksTest.settled(service);
        becomes(started, state);
        assertThat(account.eventTypes()).isEmpty();
    }
}
