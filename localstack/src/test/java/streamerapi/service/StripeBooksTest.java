package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.stripe.StripeFacts;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Payments at Stripe whose events never came: the look through Stripe's own list of events finds them.
@NullMarked
class StripeBooksTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final StripeShop shop = new StripeShop(account).connected();
    private final Night night = new Night(account, Provider.STRIPE);

    /// Has Stripe send no more events, or send them again.
    private void sends(boolean isOn) {
        String id = Objects.requireNonNull(Objects.requireNonNull(
                                        new ProviderConnections(account.table(), Account.cipher(service.stack()))
                                                .find(account.tenantId(), Provider.STRIPE))
                                .webhook())
                        .id()
                + "";
        shop.control("subscriptions", "id", id, "status", isOn ? "enabled" : "disabled")
                .expect(200);
    }

    private String payment(StartedCheckout started) {
        return Objects.requireNonNull(shop.checkout(started).paymentId());
    }

    private List<String> lost() {
        return account.events().stream()
                .filter(event -> event.contains("payment_events_lost"))
                .toList();
    }

    private long calls(String call) {
        return shop.calls().stream().filter(call::equals).count();
    }

    @Test
    void whatNoEventToldIsTakenInOnce() {
        StartedCheckout refunded = shop.paid("10", false);
        StartedCheckout disputed = shop.paid("12", false);
        StartedCheckout cancelled = shop.paid("20", true);
        await().untilAsserted(() -> {
            assertThat(shop.state(refunded)).isEqualTo("queued");
            assertThat(shop.state(disputed)).isEqualTo("queued");
            assertThat(shop.state(cancelled)).isEqualTo("held");
        });
        HooksTest.settled(service);
        sends(false);
        StartedCheckout paid = shop.paid("5.50", false);
        StartedCheckout held = shop.paid("7", true);
        StartedCheckout left = shop.start(StripeShop.tip("3", "USD", false));
        shop.control("refund", "payment", payment(refunded), "amount", 400).expect(202);
        shop.control("dispute", "payment", payment(disputed)).expect(202);
        shop.control("expire", "payment", payment(cancelled)).expect(202);
        shop.control("expire", "session", String.valueOf(shop.checkout(left).sessionId()))
                .expect(202);
        assertThat(shop.state(paid)).isEqualTo("pending");

        Row look = night.comes();

        assertThat(Night.told(look))
                .startsWith("taken_in ")
                .endsWith(" {captured=1, checkout_ended=1, disputed=1, held=1, hold_ended=1, refunded=1}");
        assertThat(shop.state(paid)).isEqualTo("queued");
        assertThat(shop.state(held)).isEqualTo("held");
        assertThat(shop.state(left)).isEqualTo("expired");
        assertThat(shop.state(cancelled)).isEqualTo("expired");
        assertThat(shop.state(disputed)).isEqualTo("refunded");
        assertThat(shop.status(refunded).refunded()).isEqualByComparingTo("4");
        assertThat(lost()).singleElement().asString().contains("\"provider\":\"stripe\"", "\"count\":6");
        assertThat(DashboardVisitor.owner(account).open("/dashboard/money").text())
                .contains(
                        "events were lost",
                        "1 on hold, 1 charged, 1 no longer on hold, 1 refunded, 1 disputed, 1 ended without a payment");

        List<String> before = account.eventTypes();
        again();
        Row second = night.comes();
        assertThat(Night.told(second)).startsWith("agrees ").endsWith(" {}");
        assertThat(account.eventTypes()).isEqualTo(before);
    }

    /// Stripe lists its events from the newest on, so the end of the dispute comes before its beginning.
    @Test
    void aDisputeThatWasWonAndThatNoEventToldTakesNothing() {
        StartedCheckout paid = shop.paid("10", false);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("queued"));
        HooksTest.settled(service);
        sends(false);
        shop.control("dispute", "payment", payment(paid)).expect(202);
        service.clock().advance(Duration.ofSeconds(1));
        shop.control("end-dispute", "payment", payment(paid)).expect(202);

        assertThat(Night.told(night.comes())).startsWith("taken_in ").endsWith(" {disputed=1}");

        Answer money = account.dashboard().get("/dashboard/api/money").expect(200);
        assertThat(String.valueOf(money.at("totals.0.disputed"))).isEqualTo("0");
        assertThat(String.valueOf(money.at("totals.0.net"))).isEqualTo("10");
        assertThat(shop.state(paid)).isEqualTo("queued");
        assertThat(Night.told(night.comes())).startsWith("agrees ").endsWith(" {}");
    }

    /// Stripe lists its events from the newest on, so the dispute comes first.
    @Test
    void aRefundAndADisputeThatNoEventToldAreBookedApart() {
        StartedCheckout paid = shop.paid("10", false);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("queued"));
        HooksTest.settled(service);
        sends(false);
        shop.control("refund", "payment", payment(paid), "amount", 400).expect(202);
        shop.control("dispute", "payment", payment(paid)).expect(202);

        assertThat(Night.told(night.comes())).startsWith("taken_in ").endsWith(" {disputed=1, refunded=1}");

        Answer money = account.dashboard().get("/dashboard/api/money").expect(200);
        assertThat(String.valueOf(money.at("totals.0.refunded"))).isEqualTo("4");
        assertThat(String.valueOf(money.at("totals.0.disputed"))).isEqualTo("6");
        assertThat(String.valueOf(money.at("totals.0.net"))).isEqualTo("0");
        assertThat(shop.state(paid)).isEqualTo("refunded");
        assertThat(Night.told(night.comes())).startsWith("agrees ").endsWith(" {}");
    }

    /// The failure comes first in Stripe's list, and again as an event.
    @Test
    void aRefundThatFailedIsFoundInTheBooks() {
        StartedCheckout paid = shop.paid("10", false);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("queued"));
        HooksTest.settled(service);
        sends(false);
        String refund = "/dashboard/api/tips/" + account.api().get("/tts/queue").at("items.0.order_id") + "/refund";
        long asked = calls("POST /v1/refunds");
        account.dashboard().post(refund, Map.of("amount", 4)).expect(202);
        await().untilAsserted(() -> assertThat(calls("POST /v1/refunds")).isGreaterThan(asked));
        service.clock().advance(Duration.ofSeconds(1));
        shop.control("fail", "payment", payment(paid)).expect(202);

        assertThat(Night.told(night.comes())).startsWith("taken_in ").endsWith(" {refunded=1}");
        assertThat(shop.status(paid).refunded()).isZero();
        account.dashboard()
                .post(refund, Map.of("amount", BigDecimal.valueOf(10.01)))
                .refuses(400, "bad_request");
        service.clock().advance(Duration.ofSeconds(1));
        sends(true);
        account.dashboard().post(refund, Map.of("amount", 10)).expect(202);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("refunded"));
        service.clock().advance(Duration.ofSeconds(1));
        shop.control("fail", "payment", payment(paid)).expect(202);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("queued"));
        again();
        assertThat(shop.status(paid).refunded()).isZero();
        assertThat(Night.told(night.comes())).startsWith("agrees ").endsWith(" {}");
    }

    /// Stripe sends all events once more, late.
    private void again() {
        for (Object event : (List<?>)
                Objects.requireNonNull(shop.read("/v1/events?limit=100").get("data"))) {
            Map<String, @Nullable Object> one = Json.asObject(event);
            String type = String.valueOf(one.get("type"));
            if (StripeFacts.TYPES.contains(type)) {
                shop.control("emit", "type", type, "id", String.valueOf(one.get("id")), "event", one)
                        .expect(202);
            }
        }
        HooksTest.settled(service);
    }

    @Test
    void booksThatAgreeCostOneCallAndWriteNothing() {
        StartedCheckout paid = shop.paid("5", false);
        await().untilAsserted(() -> assertThat(shop.state(paid)).isEqualTo("queued"));
        HooksTest.settled(service);
        long asked = calls("GET /v1/events");
        long rows = account.rows("INGESTED#").size();

        assertThat(Night.told(night.comes())).startsWith("agrees ").endsWith(" {}");

        assertThat(calls("GET /v1/events")).isEqualTo(asked + 1);
        assertThat(account.rows("INGESTED#")).hasSize((int) rows);
        assertThat(lost()).isEmpty();
    }

    @Test
    void anEventIsGivenAnHourToComeAndLookedForThreeDaysLong() {
        sends(false);
        StartedCheckout paid = shop.paid("5", false);
        night.check();
        await().until(() -> night.look().has(Attribute.time("ended_at")));
        HooksTest.settled(service);
        assertThat(shop.state(paid)).isEqualTo("pending");
        service.clock().advance(Duration.ofDays(4));
        assertThat(Night.told(night.comes())).isEqualTo("agrees 0 {}");
        assertThat(shop.state(paid)).isEqualTo("pending");
    }

    /// By then the time to live has taken away what the processor has told of.
    @Test
    void aPaymentThatNoEventToldIsFoundAsLongAsTheBooksAreRead() {
        sends(false);
        StartedCheckout paid = shop.paid("5", false);
        service.clock().advance(Duration.ofDays(3).minusHours(3));
        account.expire();

        assertThat(Night.told(night.comes())).startsWith("taken_in ").endsWith(" {captured=1}");

        assertThat(shop.state(paid)).isEqualTo("queued");
    }

    @Test
    void aCheckoutThatEndedWithoutAPaymentIsForgottenADayLater() {
        StartedCheckout left = shop.start(StripeShop.tip("3", "USD", false));
        Checkout checkout = shop.checkout(left);
        shop.control("expire", "session", String.valueOf(checkout.sessionId())).expect(202);
        await().untilAsserted(() -> assertThat(shop.state(left)).isEqualTo("expired"));
        HooksTest.settled(service);
        service.clock()
                .advance(Duration.between(service.clock().instant(), checkout.endsAt())
                        .plusHours(25));
        account.expire();
        assertThat(account.rows("CHECKOUT#" + checkout.orderId())).isEmpty();
    }

    @Test
    void aPageOfAShopsLongEventsIsReadToItsEnd() {
        sends(false);
        StartedCheckout paid = shop.paid("5", false);
        String note = "A note of the shop's own. ".repeat(19);
        for (int i = 0; i < 110; i++) {
            Map<String, Object> metadata = new TreeMap<>();
            for (int n = 0; n < 12; n++) {
                metadata.put("note_" + n, note);
            }
            Map<String, Object> object = Map.of("id", "pi_of_a_shop_" + i, "metadata", metadata);
            shop.control("emit", "type", "payment_intent.succeeded", "event", Map.of("data", Map.of("object", object)))
                    .expect(202);
        }
        Map<String, @Nullable Object> first = shop.read("/v1/events?limit=100");
        assertThat(Json.write(first).length).isGreaterThan(700_000);

        assertThat(Night.told(night.comes())).startsWith("taken_in ").endsWith(" {captured=1}");
        assertThat(shop.state(paid)).isEqualTo("queued");
    }

    @Test
    void ofMessagesThatComeTwiceAndAtOnceEachPaymentIsOneTip() {
        sends(false);
        for (int i = 0; i < 12; i++) {
            shop.paid("2", false);
        }
        service.clock().advance(Duration.ofHours(2));
        AtOnce.run(3, i -> {
            night.check();
            return i;
        });
        // A message that lost too often against the two others comes again after three minutes.
        await().atMost(Duration.ofMinutes(8)).untilAsserted(() -> {
            night.checkIfUnreachable();
            assertThat(account.api().get("/tts/queue").each("items", "order_id"))
                    .as(() -> night.look().toString())
                    .hasSize(12);
            assertThat(night.look().has(Attribute.time("ended_at"))).isTrue();
        });
        HooksTest.settled(service);
        assertThat(account.api().get("/tts/queue").each("items", "order_id")).hasSize(12);
    }

    @ParameterizedTest
    @CsvSource({"500,unreachable", "429,unreachable", "403,refused", "401,refused"})
    void aProcessorThatDoesNotShowItsBooksIsToldOf(int status, String result) {
        shop.control("answer", "path", "/v1/events", "status", status).expect(200);
        assertThat(Night.told(night.comesOnce())).isEqualTo(result + " 0 {}");
        assertThat(lost()).isEmpty();
        assertThat(Night.told(night.comes())).startsWith("agrees ");
    }
}
