package streamerapi.service;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.ProviderException;
import streamerapi.shared.storage.Attribute;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// Tips that donors pay at the Stripe that the local stack plays.
@NullMarked
class StripeTipsTest {

    private static final String HELD = "/dashboard/api/held-tips";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient moderator = account.dashboard();
    private final StripeShop shop = new StripeShop(account);

    private void becomes(StartedCheckout started, String state) {
        await().untilAsserted(() -> assertThat(shop.state(started)).isEqualTo(state));
    }

    @Test
    void aPaidCheckoutIsATipWithTheDonorsWords() {
        shop.connected();
        StartedCheckout started = shop.start(StripeShop.tip("5.50", "USD", false));
        assertThat(shop.state(started)).isEqualTo("pending");

        shop.decide(started, "pay");
        becomes(started, "queued");

        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.each("items", "name")).containsExactly("Mira");
        assertThat(queue.at("items.0.message")).isEqualTo("Great run!");
        assertThat(queue.at("items.0.amount")).isEqualTo(new BigDecimal("5.5"));
        assertThat(queue.at("items.0.currency")).isEqualTo("USD");
        assertThat(queue.at("items.0.source")).isEqualTo("card_processor");
        assertThat(queue.at("items.0.is_paid")).isEqualTo(true);
        await().untilAsserted(() -> assertThat(shop.checkout(started).name()).isEmpty());
        assertThat(shop.checkout(started).message()).isNull();
        assertThat(shop.get().at("connection.last_event_at")).isNotNull();
        assertThat(account.eventTypes()).containsOnlyOnce("tip.created");
    }

    /// Stripe tells both accounts of each payment, and a donor makes up what the form sends.
    @Test
    void ofTwoAccountsWithOneAccountAtStripeTheOneIsPaidWhosePageItWas() {
        Account second = service.newAccount();
        StripeShop other = new StripeShop(second);
        shop.connected();
        other.put(other.secretKey()).expect(200);
        String request = UUID.randomUUID().toString();
        StartedCheckout paid = shop.start(StripeShop.tip(request, "5", "USD", false));
        StartedCheckout paidLater = other.start(StripeShop.tip(request, "7", "USD", false));

        shop.decide(paid, "pay");
        becomes(paid, "queued");
        assertThat(other.state(paidLater)).isEqualTo("pending");
        other.decide(paidLater, "pay");
        await().untilAsserted(() -> assertThat(other.state(paidLater)).isEqualTo("queued"));

        assertThat(account.api().get("/tts/queue").each("items", "amount")).containsExactly("5");
        assertThat(second.api().get("/tts/queue").each("items", "amount")).containsExactly("7");
    }

    @Test
    void aHoldThatIsApprovedIsCaptured() {
        shop.connected();
        StartedCheckout started = shop.paid("20", true);
        becomes(started, "held");
        Object orderId = moderator.get(HELD).expect(200).at("tips.0.order_id");
        assertThat(moderator.get(HELD).at("tips.0.payment_state")).isEqualTo("held");

        moderator.post(HELD + "/" + orderId + "/approve").expect(200);

        becomes(started, "queued");
        assertThat(account.eventTypes()).containsOnlyOnce("tip.held").containsOnlyOnce("tip.created");
    }

    /// The streamer has captured a part of the hold at Stripe, and Stripe's event of it has not come.
    @Test
    void aHoldOfWhichAPartIsCapturedAlreadyCountsWithThatPart() {
        shop.connected();
        StartedCheckout started = shop.paid("20", true);
        becomes(started, "held");
        Object orderId = moderator.get(HELD).expect(200).at("tips.0.order_id");
        Map<String, Object> intent = Map.of("status", "succeeded", "amount_received", 750, "currency", "usd");
        shop.control(
                        "answer",
                        "path",
                        "/v1/payment_intents/" + shop.checkout(started).paymentId() + "/capture",
                        "status",
                        400,
                        "body",
                        Map.of("error", Map.of("code", "payment_intent_unexpected_state", "payment_intent", intent)))
                .expect(200);

        moderator.post(HELD + "/" + orderId + "/approve").expect(200);

        becomes(started, "queued");
        assertThat(account.api().get("/tts/queue").at("items.0.amount")).isEqualTo(new BigDecimal("7.5"));
        moderator
                .post("/dashboard/api/tips/" + orderId + "/refund", Map.of("amount", 8))
                .refuses(400, "bad_request");
    }

    @Test
    void ofAHoldThatIsCapturedInPartThatPartIsRefunded() {
        shop.connected();
        StartedCheckout started = shop.paid("20", true);
        becomes(started, "held");
        shop.capture(started, 750);
        await().untilAsserted(() ->
                assertThat(moderator.get(HELD).at("tips.0.amount")).isEqualTo(new BigDecimal("7.5")));
        Object orderId = moderator.get(HELD).at("tips.0.order_id");
        moderator.post(HELD + "/" + orderId + "/approve").expect(200);
        becomes(started, "queued");

        String refund = "/dashboard/api/tips/" + orderId + "/refund";
        moderator.post(refund, Map.of("amount", 2)).expect(202);
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("2"));
        moderator.post(refund, Map.of()).expect(202);
        becomes(started, "refunded");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("7.5");
        assertThat(shop.status(started).amount()).as("the donor sees").isEqualByComparingTo("7.5");
    }

    @Test
    void aHoldThatIsRejectedIsReleased() {
        shop.connected();
        StartedCheckout started = shop.paid("20", true);
        becomes(started, "held");
        Object orderId = moderator.get(HELD).expect(200).at("tips.0.order_id");

        moderator.post(HELD + "/" + orderId + "/reject").expect(200);

        becomes(started, "released");
        assertThat(shop.status(started).refunded()).isZero();
        assertThat(account.eventTypes()).doesNotContain("tip.created", "tip.refunded");
    }

    @Test
    void aRefundIsAskedForOnceAndCountedByItsEvent() {
        shop.connected();
        StartedCheckout started = shop.paid("10", false);
        becomes(started, "queued");
        Object orderId = account.api().get("/tts/queue").at("items.0.order_id");

        moderator
                .post("/dashboard/api/tips/" + orderId + "/refund", Map.of("amount", new BigDecimal("4")))
                .expect(202);
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("4"));
        assertThat(shop.state(started)).isEqualTo("queued");

        shop.control(
                        "refund",
                        "payment",
                        Objects.requireNonNull(shop.checkout(started).paymentId()))
                .expect(202);
        becomes(started, "refunded");
        assertThat(account.events().stream().filter(event -> event.contains("\"tip.refunded\"")))
                .hasSize(2);
    }

    /// The donor's card was closed since, so Stripe puts the money back into the streamer's account.
    @Test
    void aRefundThatFailsAfterwardsCountsForTheTipAgain() {
        moderator.patch("/dashboard/api/settings", Map.of("currency", "USD")).expect(200);
        shop.connected();
        StartedCheckout started = shop.paid("10", false);
        becomes(started, "queued");
        Object payment = Objects.requireNonNull(shop.checkout(started).paymentId());
        Object orderId = account.api().get("/tts/queue").at("items.0.order_id");
        shop.control("refund", "payment", payment, "amount", 400).expect(202);
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("4"));
        shop.control("refund", "payment", payment).expect(202);
        becomes(started, "refunded");
        assertThat(account.api().get("/leaderboard").each("entries", "name")).isEmpty();
        service.clock().advance(Duration.ofDays(1));

        shop.control("fail", "payment", payment).expect(202);

        becomes(started, "queued");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("4");
        Answer board = account.api().get("/leaderboard");
        assertThat(board.at("entries.0.total_amount")).isEqualTo(new BigDecimal("6"));
        assertThat(board.at("entries.0.tip_count")).isEqualTo(new BigDecimal("1"));
        assertThat(String.valueOf(account.dashboard()
                        .get("/dashboard/api/money")
                        .expect(200)
                        .at("totals.0.net")))
                .isEqualTo("6");
        assertThat(account.events())
                .filteredOn(event -> event.contains("\"refund_failed\""))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("\"order_id\":\"" + orderId + "\"", "\"payment_id\":\"" + payment + "\"")
                .contains("\"amount\":6,\"currency\":\"USD\"");

        service.clock().advance(Duration.ofSeconds(1));
        moderator.post("/dashboard/api/tips/" + orderId + "/refund").expect(202);
        becomes(started, "refunded");
        assertThat(account.api().get("/leaderboard").each("entries", "name")).isEmpty();
    }

    /// The bank only asks at first, and takes the money when the donor insists; the streamer answers and wins.
    @Test
    void anInquiryThatBecomesADisputeTakesTheMoneyAndTheOneThatIsWonBringsItBack() {
        moderator.patch("/dashboard/api/settings", Map.of("currency", "USD")).expect(200);
        shop.connected();
        StartedCheckout started = shop.paid("10", false);
        becomes(started, "queued");
        Object payment = Objects.requireNonNull(shop.checkout(started).paymentId());
        shop.control("refund", "payment", payment, "amount", 400).expect(202);
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("4"));
        shop.control("dispute", "payment", payment, "status", "warning_needs_response")
                .expect(202);
        HooksTest.settled(service);
        assertThat(shop.state(started)).isEqualTo("queued");

        shop.control("end-dispute", "payment", payment, "status", "needs_response")
                .expect(202);
        becomes(started, "refunded");
        assertThat(money("disputed", "net")).isEqualTo("6 0");
        assertThat(account.api().get("/leaderboard").each("entries", "name")).isEmpty();
        service.clock().advance(Duration.ofDays(1));

        shop.control("end-dispute", "payment", payment).expect(202);

        becomes(started, "queued");
        assertThat(shop.status(started).refunded()).isEqualByComparingTo("4");
        assertThat(money("disputed", "net")).isEqualTo("0 6");
        Answer board = account.api().get("/leaderboard");
        assertThat(board.at("entries.0.total_amount")).isEqualTo(new BigDecimal("6"));
        assertThat(board.at("entries.0.tip_count")).isEqualTo(new BigDecimal("1"));
        await().untilAsserted(() -> assertThat(account.rows("KEPTWARNING#"))
                .extracting(row -> row.get(Attribute.text("code")))
                .containsExactlyInAnyOrder("payment_disputed", "dispute_won"));
        assertThat(warnings("dispute_won"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("\"payment_id\":\"" + payment + "\"", "\"amount\":6,\"currency\":\"USD\"");
    }

    /// Stripe promises no order, and tells of a won dispute twice.
    @Test
    void aDisputeThatIsToldAfterItWasWonTakesNothing() {
        shop.connected();
        StartedCheckout started = shop.paid("10", false);
        becomes(started, "queued");
        Object payment = Objects.requireNonNull(shop.checkout(started).paymentId());
        long then = service.clock().instant().getEpochSecond();
        for (String type : List.of("funds_reinstated", "funds_reinstated", "funds_withdrawn", "created")) {
            dispute(type, payment, then);
        }
        assertThat(money("disputed", "net")).isEqualTo("0 10");
        assertThat(account.eventTypes()).doesNotContain("tip.refunded", "warning");

        dispute("funds_withdrawn", payment, then + 1);
        assertThat(money("disputed", "net")).as("another dispute").isEqualTo("10 0");
    }

    @Test
    void aWonDisputeOfAPaymentWhoseTipWasBlockedIsBooked() {
        shop.connected();
        StartedCheckout started = shop.start(StripeShop.tip("10", "USD", false));
        moderator
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("great"))))
                .expect(200);
        shop.decide(started, "pay");
        becomes(started, "rejected");
        Object payment = Objects.requireNonNull(shop.checkout(started).paymentId());
        long then = service.clock().instant().getEpochSecond();
        dispute("funds_withdrawn", payment, then);
        assertThat(money("disputed", "net")).isEqualTo("10 0");
        dispute("funds_reinstated", payment, then + 1);
        dispute("created", payment, then);
        assertThat(money("disputed", "net")).isEqualTo("0 10");
        assertThat(account.rows("KEPTWARNING#"))
                .extracting(row -> row.get(Attribute.text("code")))
                .containsExactlyInAnyOrder("charged_though_blocked", "payment_disputed", "dispute_won");
    }

    @Test
    void aRefundThatFailsOfAPaymentWhoseTipWasBlockedIsShownOnHome() {
        shop.connected();
        StartedCheckout started = shop.start(StripeShop.tip("10", "USD", false));
        moderator
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("great"))))
                .expect(200);
        shop.decide(started, "pay");
        becomes(started, "rejected");
        Object payment = Objects.requireNonNull(shop.checkout(started).paymentId());
        shop.control("refund", "payment", payment, "amount", 400).expect(202);
        await().untilAsserted(() -> assertThat(shop.status(started).refunded()).isEqualByComparingTo("4"));
        service.clock().advance(Duration.ofDays(1));

        shop.control("fail", "payment", payment).expect(202);

        await().untilAsserted(() -> assertThat(
                        account.dashboard().page("/dashboard/home", null).text())
                .contains("A refund of 4 USD did not reach the donor"));
    }

    private void dispute(String type, Object payment, long created) {
        Map<String, Object> object =
                Map.of("payment_intent", payment, "metadata", Map.of(), "status", "needs_response");
        shop.control(
                        "emit",
                        "type",
                        "charge.dispute." + type,
                        "event",
                        Map.of("created", created, "data", Map.of("object", object)))
                .expect(202);
        HooksTest.settled(service);
    }

    private String money(String... fields) {
        Answer report = account.dashboard().get("/dashboard/api/money").expect(200);
        return Stream.of(fields)
                .map(field -> String.valueOf(report.at("totals.0." + field)))
                .collect(Collectors.joining(" "));
    }

    private List<String> warnings(String code) {
        return account.events().stream()
                .filter(event -> event.contains("\"" + code + "\""))
                .toList();
    }

    @Test
    void aCheckoutThatEndsIsExpiredAndKeepsNothingForLong() {
        shop.connected();
        StartedCheckout started = shop.start(StripeShop.tip("5", "USD", false));
        shop.control(
                        "expire",
                        "session",
                        Objects.requireNonNull(shop.checkout(started).sessionId()))
                .expect(202);
        becomes(started, "expired");
    }

    @Test
    void theSameRequestIsTheSameCheckout() {
        shop.connected();
        assertThat(shop.start(StripeShop.tip("one-request", "5", "USD", false)))
                .isEqualTo(shop.start(StripeShop.tip("one-request", "5", "USD", false)));
    }

    /// The checkout's page pays the account that was connected when the checkout was made, and its payment would be no
    /// tip.
    @Test
    void theSameRequestIsAnotherCheckoutOnceAnotherAccountIsConnected() {
        shop.connected();
        StartedCheckout before = shop.start(StripeShop.tip("one-request", "5", "USD", false));
        service.clock().advance(Duration.ofSeconds(1));
        shop.put(shop.secretKey()).expect(200);
        StartedCheckout after = shop.start(StripeShop.tip("one-request", "5", "USD", false));
        assertThat(after.address()).isNotEqualTo(before.address());
        assertThat(shop.start(StripeShop.tip("one-request", "5", "USD", false))).isEqualTo(after);
        shop.decide(after, "pay");
        becomes(after, "queued");
        service.clock().advance(Duration.ofSeconds(1));
        shop.put(shop.secretKey()).expect(200);
        assertThat(shop.start(StripeShop.tip("one-request", "5", "USD", false)).address())
                .as("its status page")
                .hasPath("/tip/nova/status/" + after.token());
    }

    @Test
    void yenAreWholeAndPartsOfThemRefused() {
        shop.connected();
        StartedCheckout started = shop.start(StripeShop.tip("500", "JPY", false));
        shop.decide(started, "pay");
        becomes(started, "queued");
        assertThat(account.api().get("/tts/queue").at("items.0.amount")).isEqualTo(new BigDecimal("500"));
        assertThatThrownBy(() -> shop.start(StripeShop.tip("5.5", "JPY", false)))
                .isInstanceOf(ProviderException.AmountRefused.class);
    }

    @Test
    void noneIsAvailableWithoutAConnection() {
        assertThat(shop.available()).isEmpty();
        assertThatThrownBy(() -> shop.start(StripeShop.tip("5", "USD", false)))
                .isInstanceOf(ProviderException.Unavailable.class);
        shop.connected();
        assertThat(shop.available())
                .extracting(processor -> processor.processor().label() + " " + processor.isTest())
                .isEqualTo(List.of("card_processor true"));
    }
}
