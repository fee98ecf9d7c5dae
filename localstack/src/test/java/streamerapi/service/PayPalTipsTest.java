package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Tips that donors pay at the PayPal that the local stack plays.
@NullMarked
class PayPalTipsTest {

    private static final String HELD = "/dashboard/api/held-tips";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient moderator = account.dashboard();
    private final PayPalShop shop = new PayPalShop(account);

    private final int callsBefore;

    PayPalTipsTest() {
        shop.connected();
        callsBefore = shop.calls().size();
    }

    /// An application has ten webhooks at most.
    @AfterEach
    void leave() {
        shop.disconnect();
    }

    @Test
    void theConnectionIsThereWithItsWebhook() {
        Answer connection = shop.get();
        assertThat(connection.at("connection.status")).isEqualTo("connected");
        assertThat(connection.at("connection.mode")).isEqualTo("test");
        assertThat(connection.each("connection.subscriptions", "status")).containsOnly("ok");
        assertThat(shop.check().expect(200).at("repaired")).isEqualTo(List.of());
        assertThat(shop.disconnect().expect(200).at("revoked")).isEqualTo(true);
        assertThat(shop.get().at("connection.status")).isEqualTo("disconnected");
    }

    @Test
    void credentialsThatPayPalDoesNotTakeChangeNothing() {
        Answer refused =
                shop.put(Map.of("client_id", "no", "client_secret", "no")).expect(400);
        assertThat(refused.at("code")).isEqualTo("invalid_credentials");
        assertThat(refused.at("field")).isEqualTo("client_secret");
        assertThat(shop.get().at("connection.status")).isEqualTo("connected");
    }

    @Test
    void aPaidOrderIsATipWithTheDonorsWords() {
        StartedCheckout started = shop.start("5.50", "USD", false);
        assertThat(shop.state(started)).isEqualTo("pending");
        shop.decide(started, "pay");
        becomes(started, "queued");

        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.each("items", "name")).containsExactly("Mira");
        assertThat(queue.at("items.0.message")).isEqualTo("Great run!");
        assertThat(queue.at("items.0.amount")).isEqualTo(new BigDecimal("5.5"));
        assertThat(queue.at("items.0.source")).isEqualTo("wallet_processor");
        assertThat(queue.at("items.0.is_paid")).isEqualTo(true);
        assertThat(shop.get().at("connection.last_event_at")).isNotNull();
        HooksTest.settled(service);
        assertThat(account.eventTypes()).containsOnlyOnce("tip.created");
    }

    /// Anybody can begin a checkout and leave it.
    @Test
    void whatLeadsFromAnOrderToItsCheckoutIsKeptForGoodOnceItIsPaid() {
        StartedCheckout left = shop.start("5", "USD", false);
        Checkout checkout = shop.checkout(left);
        assertThat(paymentRow(checkout).get(Table.EXPIRES_AT))
                .isEqualTo(checkout.endsAt().plus(Duration.ofDays(31)).getEpochSecond());

        StartedCheckout paid = shop.start("6", "USD", false);
        shop.decide(paid, "pay");
        becomes(paid, "queued");
        await().untilAsserted(() -> assertThat(paymentRow(shop.checkout(paid)).has(Table.EXPIRES_AT))
                .isFalse());
    }

    private Row paymentRow(Checkout checkout) {
        String paymentId = Objects.requireNonNull(checkout.paymentId());
        return Objects.requireNonNull(
                account.table().get(CheckoutKeys.payment(account.tenantId(), "wallet_processor", paymentId)));
    }

    @Test
    void theReturnAndTheEventCompleteAnOrderOnce() {
        StartedCheckout started = shop.start("5", "EUR", false);
        shop.returned(started);
        assertThat(shop.state(started)).as("before the approval").isEqualTo("pending");
        shop.decide(started, "pay");
        shop.returned(started);
        shop.returned(started);
        becomes(started, "queued");
        HooksTest.settled(service);
        assertThat(account.api().get("/tts/queue").each("items", "order_id")).hasSize(1);
    }

    @Test
    void eventsOfAnyOrderTwiceAndAtOnceAreOneTip() {
        StartedCheckout started = shop.start("7", "USD", false);
        shop.decide(started, "pay");
        becomes(started, "queued");
        shop.control("refund", started, Map.of("amount", "2"));
        List<String> types = List.of(
                "PAYMENT.CAPTURE.REFUNDED",
                "PAYMENT.CAPTURE.COMPLETED",
                "CHECKOUT.ORDER.APPROVED",
                "PAYMENT.AUTHORIZATION.VOIDED",
                "PAYMENT.AUTHORIZATION.CREATED",
                "PAYMENT.CAPTURE.DECLINED",
                "PAYMENT.CAPTURE.PENDING");
        AtOnce.run(14, i -> shop.emit(types.get(i % types.size()), started));
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("2"));
        HooksTest.settled(service);
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("2");
        assertThat(shop.state(started)).isEqualTo("queued");
        assertThat(account.eventTypes()).containsOnlyOnce("tip.created", "tip.refunded");
    }

    @Test
    void aHoldThatIsApprovedIsCaptured() {
        StartedCheckout started = held("20");
        Object orderId = moderator.get(HELD).expect(200).at("tips.0.order_id");
        assertThat(moderator.get(HELD).at("tips.0.payment_state")).isEqualTo("held");
        moderator.post(HELD + "/" + orderId + "/approve").expect(200);
        becomes(started, "queued");
        HooksTest.settled(service);
        assertThat(account.eventTypes()).containsOnlyOnce("tip.held").containsOnlyOnce("tip.created");
        assertThat(calls("/capture")).hasSize(1);
    }

    @Test
    void aHoldThatIsRejectedIsVoided() {
        StartedCheckout started = held("20");
        Object orderId = moderator.get(HELD).expect(200).at("tips.0.order_id");
        moderator.post(HELD + "/" + orderId + "/reject").expect(200);
        becomes(started, "released");
        await().until(() -> calls("/void").size() == 1);
        HooksTest.settled(service);
        assertThat(account.eventTypes()).doesNotContain("tip.created", "tip.refunded");
    }

    @Test
    void aHoldThatEndsChargesNothing() {
        StartedCheckout started = held("20");
        shop.control("expire", started, Map.of());
        becomes(started, "expired");
        assertThat(account.eventTypes()).doesNotContain("tip.created");
    }

    @Test
    void aPaymentThatIsDeclinedFails() {
        StartedCheckout started = shop.start("5", "USD", false);
        shop.decide(started, "decline");
        becomes(started, "failed");
        assertThat(account.eventTypes()).doesNotContain("tip.created");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPendingPaymentIsATipOnceItIsSettled(boolean succeeded) {
        StartedCheckout started = shop.start("5", "USD", false);
        shop.decide(started, "hold");
        await().until(() -> calls("/capture").size() == 1);
        HooksTest.settled(service);
        assertThat(shop.state(started)).isEqualTo("pending");
        shop.control("settle", started, Map.of("succeeded", succeeded));
        becomes(started, succeeded ? "queued" : "failed");
    }

    /// PayPal reviews some captures for days.
    @Test
    void anApprovedTipWhoseCaptureIsDeclinedDaysLaterDoesNotCountAnyMore() {
        StartedCheckout started = held("20");
        String id = Objects.requireNonNull(shop.checkout(started).sessionId());
        Map<String, Object> amount = Map.of("currency_code", "USD", "value", "20.00");
        String hold =
                (String) shop.control("settle", started, Map.of()).at("purchase_units.0.payments.authorizations.0.id");
        shop.answers(
                "/v2/payments/authorizations/" + hold + "/capture",
                201,
                Map.of("id", "C1", "status", "PENDING", "amount", amount));
        Object orderId = moderator.get(HELD).expect(200).at("tips.0.order_id");
        moderator.post(HELD + "/" + orderId + "/approve").expect(200);
        becomes(started, "queued");

        Map<String, Object> declined = Map.of("id", "C1", "status", "DECLINED", "amount", amount);
        Map<String, Object> unit = Map.of(
                "custom_id",
                shop.checkout(started).orderId(),
                "payments",
                Map.of(
                        "authorizations",
                        List.of(Map.of("id", hold, "status", "CAPTURED", "amount", amount)),
                        "captures",
                        List.of(declined)));
        Map<String, Object> order =
                Map.of("id", id, "status", "COMPLETED", "intent", "AUTHORIZE", "purchase_units", List.of(unit));
        shop.answers("/v2/checkout/orders/" + id, 200, order);
        shop.emit("PAYMENT.CAPTURE.DECLINED", started);
        becomes(started, "refunded");

        assertThat(account.api().get("/tts/queue").each("items", "order_id")).containsExactly("" + orderId);
        assertThat(account.events())
                .filteredOn(event -> event.contains("\"tip.refunded\""))
                .singleElement()
                .asString()
                .contains("\"reason\":\"refunded\"", "\"amount\":20");
        assertThat(account.rows("KEPTWARNING#"))
                .extracting(row -> row.get(Attribute.text("code")))
                .containsExactly("capture_failed");
        shop.answers("/v2/checkout/orders/" + id, 200, order);
        shop.emit("PAYMENT.CAPTURE.DECLINED", started);
        HooksTest.settled(service);
        assertThat(account.eventTypes()).containsOnlyOnce("tip.refunded");
    }

    @Test
    void aRefundIsAskedForOnceAndCountedByItsEvent() {
        StartedCheckout started = shop.start("10", "USD", false);
        shop.decide(started, "pay");
        becomes(started, "queued");
        Object orderId = account.api().get("/tts/queue").at("items.0.order_id");
        moderator
                .post("/dashboard/api/tips/" + orderId + "/refund", Map.of("amount", new BigDecimal("4")))
                .expect(202);
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("4"));
        assertThat(shop.state(started)).isEqualTo("queued");
        shop.control("refund", started, Map.of());
        becomes(started, "refunded");
        assertThat(account.events().stream().filter(event -> event.contains("\"tip.refunded\"")))
                .hasSize(2);
        assertThat(calls("/refund")).hasSize(1);
    }

    @Test
    void aReversedPaymentIsDisputed() {
        StartedCheckout started = shop.start("10", "USD", false);
        shop.decide(started, "pay");
        becomes(started, "queued");
        shop.control("dispute", started, Map.of());
        becomes(started, "refunded");
        assertThat(account.events()).anyMatch(event -> event.contains("\"reason\":\"disputed\""));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDeliveryIsTakenOnceWhateverIsInIt(boolean isOneEvent) {
        StartedCheckout started = shop.start("5", "USD", false);
        shop.decide(started, "pay");
        becomes(started, "queued");
        String delivery = UUID.randomUUID().toString();
        shop.emit("PAYMENT.CAPTURE.COMPLETED", started, Map.of("transmission_id", delivery, "id", "WH-" + delivery));
        HooksTest.settled(service);
        String read = "GET /v2/checkout/orders/" + shop.checkout(started).sessionId();
        long reads = shop.calls().stream().filter(read::equals).count();

        String id = isOneEvent ? "WH-" + delivery : "WH-" + UUID.randomUUID();
        shop.emit("PAYMENT.CAPTURE.REVERSED", started, Map.of("transmission_id", delivery, "id", id));
        HooksTest.settled(service);

        assertThat(shop.calls().stream().filter(read::equals)).hasSize((int) reads);
        assertThat(shop.state(started)).isEqualTo("queued");
    }

    @Test
    void howeverOftenTheStatusIsLookedAtPayPalIsAskedOnceInFiveSeconds() {
        StartedCheckout started = shop.start("5", "USD", false);
        for (int look = 0; look < 60; look++) {
            shop.returned(started);
        }
        assertThat(calls("/capture")).hasSize(1);

        service.clock().advance(Duration.ofSeconds(5));
        AtOnce.run(8, look -> {
            shop.returned(started);
            return look;
        });
        assertThat(calls("/capture")).hasSize(2);

        service.clock().advance(Duration.ofHours(1));
        shop.returned(started);
        assertThat(calls("/capture")).as("the donor can have approved it late").hasSize(3);
    }

    @Test
    void aPaymentThatIsApprovedAfterTheCheckoutsEndIsTakenWhenTheDonorComesBack() {
        shop.sendsNoMore();
        StartedCheckout started = shop.start("5", "USD", false);
        service.clock().advance(Duration.ofMinutes(54));
        assertThat(shop.state(started)).isEqualTo("pending");
        service.clock().advance(Duration.ofHours(2));
        assertThat(shop.state(started)).isEqualTo("expired");
        shop.returned(started);
        assertThat(shop.state(started)).as("without an approval").isEqualTo("expired");
        shop.decide(started, "pay");
        service.clock().advance(Duration.ofSeconds(5));
        shop.returned(started);
        assertThat(shop.state(started)).as("until PayPal tells of the money").isEqualTo("pending");
        assertThat(calls("/capture")).hasSize(2);
    }

    @Test
    void aDonorWhoComesBackIsChargedByTheNextReload() {
        shop.sendsNoMore();
        StartedCheckout started = shop.start("5", "USD", false);
        shop.returned(started);
        shop.decide(started, "pay");
        service.clock().advance(Duration.ofSeconds(5));
        shop.returned(started);
        assertThat(calls("/capture")).hasSize(2);
        shop.returned(started);
        assertThat(calls("/capture")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSTRUMENT_DECLINED", "COMPLIANCE_VIOLATION"})
    void aDonorWhosePaymentPayPalDoesNotTakeIsToldAtOnceAndTheLogSaysWhy(String issue) throws IOException {
        StartedCheckout started = shop.start("5", "USD", false);
        Checkout checkout = shop.checkout(started);
        shop.answers(
                "/v2/checkout/orders/" + checkout.sessionId() + "/capture",
                422,
                Map.of("details", List.of(Map.of("issue", issue))));
        shop.returned(started);
        assertThat(shop.state(started)).isEqualTo("failed");
        assertThat(Files.readAllLines(Path.of(System.getProperty("functions.log"))))
                .filteredOn(line -> line.contains(checkout.orderId()))
                .singleElement()
                .asString()
                .contains("\"payment refused\"", account.tenantId(), issue);
    }

    @Test
    void aPaymentThatTakesDaysKeepsItsCheckout() {
        StartedCheckout started = shop.start("5", "USD", false);
        long before = expiry(started);
        shop.decide(started, "hold");
        await().until(() -> expiry(started) > before);
        assertThat(Duration.ofSeconds(expiry(started) - before)).isGreaterThan(Duration.ofDays(28));
        assertThat(shop.state(started)).isEqualTo("pending");
    }

    private long expiry(StartedCheckout started) {
        return account.rows("CHECKOUT#" + shop.checkout(started).orderId())
                .getFirst()
                .get(Table.EXPIRES_AT);
    }

    @Test
    void yenAreWhole() {
        StartedCheckout started = shop.start("500", "JPY", false);
        shop.decide(started, "pay");
        becomes(started, "queued");
        assertThat(account.api().get("/tts/queue").at("items.0.amount")).isEqualTo(new BigDecimal("500"));
    }

    private StartedCheckout held(String amount) {
        StartedCheckout started = shop.start(amount, "USD", true);
        shop.decide(started, "pay");
        becomes(started, "held");
        return started;
    }

    private void becomes(StartedCheckout started, String state) {
        await().untilAsserted(() -> assertThat(shop.state(started)).isEqualTo(state));
    }

    /// The calls that PayPal got in the test, by the end of their paths.
    private List<String> calls(String end) {
        return shop.calls().stream()
                .skip(callsBefore)
                .filter(call -> call.endsWith(end))
                .toList();
    }
}
