package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.Provider;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Payments at PayPal whose events never came: each order that was made is read again.
@NullMarked
class PayPalBooksTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final PayPalShop shop = new PayPalShop(account);
    private final Night night = new Night(account, Provider.PAYPAL);
    private final WebClient web = new WebClient(service.stack().authUrl());

    PayPalBooksTest() {
        shop.connected();
    }

    /// An application has ten webhooks at most.
    @AfterEach
    void leave() {
        shop.disconnect();
    }

    private StartedCheckout paid(String amount, boolean isHold) {
        StartedCheckout started = shop.start(amount, "USD", isHold);
        shop.decide(started, "pay");
        return started;
    }

    private List<String> lost() {
        return account.events().stream()
                .filter(event -> event.contains("payment_events_lost"))
                .toList();
    }

    private long reads(StartedCheckout started) {
        String path = "GET /v2/checkout/orders/" + shop.checkout(started).sessionId();
        return shop.calls().stream().filter(path::equals).count();
    }

    @Test
    void whatNoEventToldIsTakenInOnce() {
        StartedCheckout refunded = paid("10", false);
        StartedCheckout cancelled = paid("20", true);
        await().untilAsserted(() -> {
            assertThat(shop.state(refunded)).isEqualTo("queued");
            assertThat(shop.state(cancelled)).isEqualTo("held");
        });
        HooksTest.settled(service);
        shop.sendsNoMore();
        StartedCheckout approved = paid("5.50", false);
        StartedCheckout held = paid("7", true);
        StartedCheckout captured = paid("9", false);
        shop.returned(captured);
        StartedCheckout left = shop.start("3", "USD", false);
        shop.control("refund", refunded, Map.of("amount", "4"));
        shop.control("expire", cancelled, Map.of());

        assertThat(Night.told(night.comes())).isEqualTo("taken_in 6 {captured=2, held=1, hold_ended=1, refunded=1}");

        assertThat(shop.state(approved)).isEqualTo("queued");
        assertThat(shop.state(captured)).isEqualTo("queued");
        assertThat(shop.state(held)).isEqualTo("held");
        assertThat(shop.state(left)).isEqualTo("expired");
        assertThat(shop.state(cancelled)).isEqualTo("expired");
        assertThat(shop.status(refunded).refunded()).isEqualByComparingTo("4");
        assertThat(lost()).singleElement().asString().contains("\"provider\":\"paypal\"", "\"count\":5");

        List<String> before = account.eventTypes();
        for (StartedCheckout one : List.of(approved, captured)) {
            shop.emit("CHECKOUT.ORDER.APPROVED", one);
            shop.emit("PAYMENT.CAPTURE.COMPLETED", one);
        }
        shop.emit("PAYMENT.AUTHORIZATION.CREATED", held);
        shop.emit("PAYMENT.CAPTURE.REFUNDED", refunded);
        HooksTest.settled(service);
        long ended = reads(cancelled);
        assertThat(Night.told(night.comes())).isEqualTo("agrees 6 {}");
        assertThat(account.eventTypes()).isEqualTo(before);
        assertThat(reads(cancelled)).as("an order at its end is not read again").isEqualTo(ended);
    }

    /// The table forgets a checkout that was not paid a day after its end, and the books may be read later than that.
    @Test
    void aDonorWhoCameBackAndWasChargedIsFoundAsLongAsTheBooksAreRead() {
        shop.sendsNoMore();
        StartedCheckout charged = paid("5", false);
        StartedCheckout left = shop.start("3", "USD", false);
        shop.returned(charged);
        shop.returned(left);
        Instant now = service.clock().instant();
        assertThat(forgotten(charged)).isAfter(now.plus(Duration.ofDays(29)));
        assertThat(forgotten(left)).isBefore(now.plus(Duration.ofHours(25)));
    }

    private Instant forgotten(StartedCheckout started) {
        Row checkout =
                account.rows("CHECKOUT#" + shop.checkout(started).orderId()).getFirst();
        return Instant.ofEpochSecond(checkout.get(Table.EXPIRES_AT));
    }

    @Test
    void moreOrdersThanAPageHasAreReadPageByPage() {
        shop.sendsNoMore();
        for (int i = 0; i < 27; i++) {
            shop.returned(paid("2", false));
        }
        assertThat(Night.told(night.comes())).isEqualTo("taken_in 27 {captured=27}");
        assertThat(account.api().get("/tts/queue").each("items", "order_id")).hasSize(27);
        assertThat(lost()).hasSize(1);
    }

    private void answers(StartedCheckout started, int status) {
        web.postJson(
                        "/stand-ins/paypal/control/answer",
                        Map.of(
                                "path",
                                "/v2/checkout/orders/" + shop.checkout(started).sessionId(),
                                "status",
                                status,
                                "times",
                                status == 401 ? 2 : 1))
                .expect(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 422})
    void anOrderThatPayPalDoesNotShowKeepsNoOtherFromBeingRead(int status) {
        shop.sendsNoMore();
        StartedCheckout hidden = paid("2", false);
        shop.returned(hidden);
        StartedCheckout shown = paid("3", false);
        shop.returned(shown);
        answers(hidden, status);

        assertThat(Night.told(night.comesOnce())).isEqualTo("incomplete 2 {captured=1}");

        assertThat(shop.state(shown)).isEqualTo("queued");
        assertThat(shop.state(hidden)).isEqualTo("pending");
        Answer money = account.dashboard().get("/dashboard/api/money").expect(200);
        assertThat(String.valueOf(money.at("reconciliations.0.unread"))).isEqualTo("1");
        assertThat(account.dashboard().page("/dashboard/money", null).text())
                .contains("1 of them could not be read", "1 charged");
        assertThat(Night.told(night.comes())).isEqualTo("taken_in 2 {captured=1}");
        assertThat(shop.state(hidden)).isEqualTo("queued");
    }

    @Test
    void anOrderThatSaysWhatTheServiceDoesNotTakeIsNotCountedAsTakenIn() {
        shop.sendsNoMore();
        StartedCheckout odd = paid("2", false);
        shop.returned(odd);
        Map<String, Object> capture =
                Map.of("id", "C1", "status", "COMPLETED", "amount", Map.of("currency_code", "XXX", "value", "2.00"));
        Map<String, Object> unit =
                Map.of("custom_id", shop.checkout(odd).orderId(), "payments", Map.of("captures", List.of(capture)));
        String id = String.valueOf(shop.checkout(odd).sessionId());
        Map<String, Object> order =
                Map.of("id", id, "status", "COMPLETED", "intent", "CAPTURE", "purchase_units", List.of(unit));
        shop.answers("/v2/checkout/orders/" + id, 200, order);
        StartedCheckout usual = paid("3", false);
        shop.returned(usual);

        assertThat(Night.told(night.comesOnce())).isEqualTo("incomplete 2 {captured=1}");
        assertThat(lost()).singleElement().asString().contains("\"count\":1");
    }

    @ParameterizedTest
    @CsvSource({"401,refused 0 {}", "403,incomplete 1 {}"})
    void aRefusalOfTheCredentialsEndsTheLookAndOneOfAnOrderDoesNot(int status, String told) {
        shop.sendsNoMore();
        StartedCheckout started = paid("5", false);
        shop.returned(started);
        answers(started, status);
        assertThat(Night.told(night.comesOnce())).isEqualTo(told);
        assertThat(shop.state(started)).isEqualTo("pending");
    }

    @ParameterizedTest
    @CsvSource({"500,unreachable", "429,unreachable"})
    void aProcessorThatDoesNotAnswerIsAskedTomorrow(int status, String result) {
        StartedCheckout started = paid("5", false);
        await().untilAsserted(() -> assertThat(shop.state(started)).isEqualTo("queued"));
        HooksTest.settled(service);
        answers(started, status);
        assertThat(Night.told(night.comesOnce())).isEqualTo(result + " 0 {}");
        assertThat(Night.told(night.comes())).isEqualTo("agrees 1 {}");
    }
}
