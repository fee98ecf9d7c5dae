package streamerapi.platforms;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.PaymentBooks;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderException;
import streamerapi.paypal.PayPalApi;
import streamerapi.paypal.PayPalBooks;
import streamerapi.paypal.PayPalCheckouts;
import streamerapi.paypal.PayPalEffects;
import streamerapi.paypal.PayPalEvents;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Processor;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// PayPal's orders: made for donors, completed, read again for each event, captured, voided and refunded.
class PayPalPaymentsTest {

    private static final String ORDERS = "/v2/checkout/orders";
    private static final String ORDER = ORDERS + "/5O190127TN364715T";
    private static final String ID = "5O190127TN364715T";
    private static final EffectResult DONE = new EffectResult.Done(Map.of());

    private final ConnectionStage stage = new ConnectionStage();
    private final ScriptedPlatform server = stage.server;
    private final PayPalApi api = new PayPalApi(server.url(), stage.clock);
    private final PayPalCheckouts client = new PayPalCheckouts(api, stage.connections);
    private final ProviderConnection connection = stage.connected(Provider.PAYPAL);
    private final Checkouts checkouts =
            new Checkouts(stage.table, stage.connections, Map.of(Processor.WALLET, client), stage.clock);
    private final PayPalEvents events = new PayPalEvents(api, stage.connections, checkouts);
    private final PayPalEffects effects = new PayPalEffects(api, stage.connections);

    private Map<String, Object> payments = Map.of();
    private String reference = "";
    private String orderStatus = "CREATED";

    /// The token of the last checkout that was begun.
    private String begunToken = "";

    PayPalPaymentsTest() {
        server.on("POST /v1/oauth2/token", call -> Reply.json(Map.of("access_token", "app-1", "expires_in", 32_400)));
        server.on(
                "POST " + ORDERS,
                call -> Reply.json(Map.of(
                        "id",
                        ID,
                        "links",
                        List.of(
                                Map.of("rel", "self", "href", server.url() + ORDER),
                                Map.of("rel", "payer-action", "href", "https://www.paypal.com/pay?token=" + ID)))));
        server.on(
                "GET " + ORDER,
                call -> Reply.json(Map.of(
                        "id",
                        ID,
                        "intent",
                        "CAPTURE",
                        "status",
                        orderStatus,
                        "purchase_units",
                        List.of(Map.of("custom_id", reference, "payments", payments)))));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void anOrderHasTheAmountAndNothingOfTheDonor() {
        StartedCheckout started = start("5.50", "EUR", false);
        assertThat(started.address()).hasToString("https://www.paypal.com/pay?token=" + ID);

        ScriptedPlatform.Call asked = server.calls("POST " + ORDERS).getFirst();
        Checkout checkout = checkout(started);
        assertThat(asked.header("paypal-request-id"))
                .startsWith(checkout.orderId() + ".")
                .hasSizeLessThanOrEqualTo(108);
        assertThat(asked.body())
                .contains(
                        "\"intent\":\"CAPTURE\"",
                        "\"amount\":{\"currency_code\":\"EUR\",\"value\":\"5.50\"}",
                        "\"custom_id\":\"" + checkout.orderId() + "\"",
                        "\"return_url\":\"https://api.example.com/tip/nova/status/",
                        "\"cancel_url\":\"https://api.example.com/tip/nova\"",
                        "\"user_action\":\"PAY_NOW\"",
                        "\"shipping_preference\":\"NO_SHIPPING\"")
                .doesNotContain("Mira", "Hello");
        assertThat(checkout.paymentId()).isEqualTo(ID);
        assertThat(checkouts.byPayment(ConnectionStage.TENANT, Processor.WALLET, ID))
                .isEqualTo(checkout);
    }

    @ParameterizedTest
    @CsvSource({"500,JPY,500", "500.00,HUF,500", "30,TWD,30", "5,USD,5.00", "5.5,USD,5.50"})
    void theDigitsOfAnAmountFollowTheCurrency(String amount, String currency, String value) {
        start(amount, currency, true);
        assertThat(server.calls("POST " + ORDERS).getFirst().body())
                .contains("\"value\":\"" + value + "\"", "\"intent\":\"AUTHORIZE\"");
    }

    /// PayPal takes 127 characters, which would end in the middle of an emoji.
    @Test
    void aTitleIsCutForPayPalBetweenItsCharacters() {
        start("5", "USD", false, "\uD83C\uDF89".repeat(80));
        String body = server.calls("POST " + ORDERS).getFirst().body();
        assertThat(Json.asObject(Json.read(body)).get("purchase_units"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .first(InstanceOfAssertFactories.MAP)
                .containsEntry("description", "\uD83C\uDF89".repeat(63));
    }

    @ParameterizedTest
    @CsvSource({"5.5,JPY", "5.5,HUF", "5.5,TWD"})
    void partsThatPayPalDoesNotTakeAreRefused(String amount, String currency) {
        assertThatThrownBy(() -> start(amount, currency, false)).isInstanceOf(ProviderException.AmountRefused.class);
        assertThat(server.calls("POST " + ORDERS)).isEmpty();
    }

    @Test
    void theSameRequestTwiceIsOneOrder() {
        assertThat(start("5", "USD", false)).isEqualTo(start("5", "USD", false));
        assertThat(server.calls("POST " + ORDERS)).hasSize(1);
    }

    @Test
    void theReturnCompletesTheOrderUnderTheIdOfTheEvent() {
        Checkout checkout = checkout(start("5", "USD", false));
        reference = checkout.orderId();
        server.on("POST " + ORDER + "/capture", call -> Reply.json(Map.of("status", "COMPLETED")));
        payments = Map.of("captures", List.of(movement("C1", "COMPLETED", "5.00")));

        Checkout returned = checkouts.returned(checkout);
        PaymentFact fact = read("CHECKOUT.ORDER.APPROVED");

        assertThat(fact).isEqualTo(new PaymentFact.Captured(returned, ID, new BigDecimal("5.00"), "USD"));
        List<ScriptedPlatform.Call> asked = server.calls("POST " + ORDER + "/capture");
        assertThat(asked).hasSize(2);
        assertThat(asked.getFirst().header("paypal-request-id"))
                .isEqualTo(asked.getLast().header("paypal-request-id"))
                .startsWith(checkout.orderId());
    }

    @ParameterizedTest
    @CsvSource({"ORDER_NOT_APPROVED, OPEN", "PAYER_ACTION_REQUIRED, OPEN", "ORDER_ALREADY_CAPTURED, DELAYED"})
    void aReturnThatIsTooEarlyChangesNothingAndOneThatIsTooLateWaitsForTheMoney(
            String issue, Checkout.Progress progress) {
        Checkout checkout = checkout(start("5", "USD", false));
        server.on("POST " + ORDER + "/capture", call -> refusal(issue));
        assertThat(checkouts.returned(checkout).progress()).isEqualTo(progress);
    }

    @Test
    void anOrderOfAnotherPartyCausesNoCall() {
        assertThat(events.read(connection, event("PAYMENT.CAPTURE.COMPLETED", "OTHER", null)))
                .isNull();
        assertThat(events.read(connection, event("PAYMENT.CAPTURE.COMPLETED", "OTHER", "shop-7")))
                .isNull();
        assertThat(server.routes()).isEmpty();
    }

    @Test
    void anOrderThatDoesNotNameTheCheckoutIsNotIts() {
        start("5", "USD", false);
        reference = "chk_" + "0".repeat(40);
        payments = Map.of("captures", List.of(movement("C1", "COMPLETED", "5.00")));
        assertThat(read("PAYMENT.CAPTURE.COMPLETED")).isNull();
        assertThat(read("CHECKOUT.ORDER.APPROVED")).isNull();
        assertThat(server.routes()).as("it is not charged").doesNotContain("POST " + ORDER + "/capture");
    }

    @ParameterizedTest
    @CsvSource({
        "PAYMENT.CAPTURE.COMPLETED,COMPLETED,Captured",
        "PAYMENT.CAPTURE.COMPLETED,REFUNDED,Captured",
        "PAYMENT.CAPTURE.COMPLETED,PENDING,",
        "PAYMENT.CAPTURE.COMPLETED,DECLINED,",
        "PAYMENT.CAPTURE.DECLINED,DECLINED,Ended",
        "PAYMENT.CAPTURE.DECLINED,COMPLETED,",
        "PAYMENT.CAPTURE.REVERSED,COMPLETED,Disputed",
        "PAYMENT.CAPTURE.PENDING,PENDING,Delayed",
        "PAYMENT.CAPTURE.REVERSED,REVERSED,Disputed",
        "PAYMENT.CAPTURE.REVERSED,PENDING,",
        "PAYMENT.CAPTURE.REVERSED,DECLINED,",
        "PAYMENT.CAPTURE.REFUNDED,COMPLETED,",
        "SOMETHING.ELSE,COMPLETED,"
    })
    void theOrderDecidesWhatAnEventOfACaptureMeans(String type, String state, @Nullable String expected) {
        reference = checkout(start("5", "USD", false)).orderId();
        payments = Map.of("captures", List.of(movement("C1", state, "5.00")));
        PaymentFact fact = read(type);
        assertThat(fact == null ? null : fact.getClass().getSimpleName()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PAYMENT.AUTHORIZATION.CREATED,CREATED,Held",
        "PAYMENT.AUTHORIZATION.CREATED,VOIDED,",
        "PAYMENT.AUTHORIZATION.VOIDED,VOIDED,HoldExpired",
        "PAYMENT.AUTHORIZATION.VOIDED,EXPIRED,HoldExpired",
        "PAYMENT.AUTHORIZATION.VOIDED,CREATED,"
    })
    void theOrderDecidesWhatAnEventOfAHoldMeans(String type, String state, @Nullable String expected) {
        reference = checkout(start("5", "USD", true)).orderId();
        payments = Map.of("authorizations", List.of(movement("A1", state, "5.00")));
        PaymentFact fact = read(type);
        assertThat(fact == null ? null : fact.getClass().getSimpleName()).isEqualTo(expected);
    }

    @Test
    void refundsAreTheSumOfTheOrders() {
        Checkout checkout = checkout(start("5", "USD", false));
        reference = checkout.orderId();
        payments = Map.of(
                "captures",
                List.of(movement("C1", "PARTIALLY_REFUNDED", "5.00")),
                "refunds",
                List.of(
                        movement("R1", "COMPLETED", "1.25"),
                        movement("R2", "PENDING", "0.75"),
                        movement("R3", "FAILED", "3.00")));
        assertThat(read("PAYMENT.CAPTURE.REFUNDED"))
                .isEqualTo(new PaymentFact.Refunded(checkout, ID, new BigDecimal("2.00"), "USD"));
    }

    @Test
    void anOrderThatPayPalDoesNotShowNowComesAgain() {
        start("5", "USD", false);
        server.on("GET " + ORDER, call -> Reply.of(503, "{}"));
        assertThatThrownBy(() -> read("PAYMENT.CAPTURE.COMPLETED")).isInstanceOf(ProviderException.Unavailable.class);
        server.on("GET " + ORDER, call -> Reply.of(404, "{}"));
        assertThat(read("PAYMENT.CAPTURE.COMPLETED")).isNull();
    }

    /// Whether the donor, the streamer or PayPal's rules are the reason.
    @ParameterizedTest
    @CsvSource({
        "422,INSTRUMENT_DECLINED",
        "422,PAYER_CANNOT_PAY",
        "422,COMPLIANCE_VIOLATION",
        "422,PAYEE_ACCOUNT_RESTRICTED",
        "403,PERMISSION_DENIED",
        "404,INVALID_RESOURCE_ID"
    })
    void aPaymentThatPayPalDoesNotTakeFailsTheCheckout(int status, String issue) {
        Checkout checkout = checkout(start("5", "USD", false));
        reference = checkout.orderId();
        server.on("POST " + ORDER + "/capture", call -> refusal(status, issue));
        assertThat(read("CHECKOUT.ORDER.APPROVED"))
                .isEqualTo(new PaymentFact.Ended(checkout, Checkout.Progress.FAILED));
        assertThat(checkouts.returned(checkout).progress()).isEqualTo(Checkout.Progress.FAILED);
    }

    /// The donor has been told that the payment failed, and may have paid again.
    @Test
    void anOrderWhosePaymentFailedIsNotCompletedByTheBooks() {
        Checkout checkout = checkout(start("5", "USD", false));
        reference = checkout.orderId();
        orderStatus = "APPROVED";
        server.on("POST " + ORDER + "/capture", call -> refusal("COMPLIANCE_VIOLATION"));
        Instant later = stage.clock.instant().plusSeconds(60);
        assertThat(told(later)).containsExactly(new PaymentFact.Ended(checkout, Checkout.Progress.FAILED));
        checkouts.returned(checkout);
        server.forget();
        assertThat(told(later)).isEmpty();
        assertThat(server.calls("POST " + ORDER + "/capture")).isEmpty();
    }

    @Test
    void anApprovedOrderThatPayPalRefusesWithoutAReasonComesAgain() {
        Checkout checkout = checkout(start("5", "USD", false));
        reference = checkout.orderId();
        server.on("POST " + ORDER + "/capture", call -> Reply.of(403, "{}"));
        assertThatThrownBy(() -> read("CHECKOUT.ORDER.APPROVED")).isInstanceOf(ProviderException.Unavailable.class);
        assertThatThrownBy(() -> checkouts.returned(checkout)).isInstanceOf(ProviderException.Refused.class);
        assertThat(checkout(start("5", "USD", false)).progress()).isEqualTo(Checkout.Progress.OPEN);
    }

    @ParameterizedTest
    @CsvSource({"COMPLETED,true", "PENDING,true", "DECLINED,false"})
    void anAuthorizationIsCapturedUnderTheIdOfTheEffect(String status, boolean isDone) {
        Checkout checkout = held("CREATED");
        server.on(
                "POST /v2/payments/authorizations/A1/capture",
                call -> Reply.of(201, "{\"status\":\"" + status + "\"}"));
        EffectResult result = ask(checkout, EffectAction.CAPTURE, null);
        assertThat(result.equals(DONE)).isEqualTo(isDone);
        assertThat(server.calls("POST /v2/payments/authorizations/A1/capture")
                        .getFirst()
                        .header("paypal-request-id"))
                .isEqualTo("payment.capture:tip:tip_1790000000000_ab12cd");
    }

    @Test
    void anAuthorizationIsVoidedOnce() {
        Checkout checkout = held("CREATED");
        server.on("POST /v2/payments/authorizations/A1/void", call -> Reply.of(204, ""));
        assertThat(ask(checkout, EffectAction.RELEASE, null)).isEqualTo(DONE);
        server.on("POST /v2/payments/authorizations/A1/void", call -> refusal("PREVIOUSLY_VOIDED"));
        assertThat(ask(checkout, EffectAction.RELEASE, null)).isEqualTo(DONE);
        payments = Map.of("authorizations", List.of(movement("A1", "VOIDED", "5.00")));
        server.forget();
        assertThat(ask(checkout, EffectAction.RELEASE, null)).isEqualTo(DONE);
        assertThat(ask(checkout, EffectAction.CAPTURE, null)).isInstanceOf(EffectResult.Refused.class);
        assertThat(server.calls("POST /v2/payments/authorizations/A1/void")).isEmpty();
    }

    @Test
    void whatIsCapturedCannotBeReleasedAndCountsAsCaptured() {
        Checkout checkout = held("CAPTURED");
        payments = Map.of(
                "authorizations", List.of(movement("A1", "CAPTURED", "5.00")),
                "captures", List.of(movement("C1", "COMPLETED", "5.00")));
        assertThat(ask(checkout, EffectAction.CAPTURE, null))
                .isEqualTo(new CapturedSum(new BigDecimal("5.00"), "USD").done());
        assertThat(ask(checkout, EffectAction.RELEASE, null)).isInstanceOf(EffectResult.Refused.class);
    }

    /// The streamer can capture a part of a hold at PayPal: before the order is read, or while the service asks.
    @Test
    void aCaptureTellsTheSumThatWasChargedWhetherPayPalChargesItNowOrDidBefore() {
        Checkout checkout = held("CREATED");
        EffectResult part = new CapturedSum(new BigDecimal("3.50"), "USD").done();
        Map<String, Object> capture = movement("C1", "COMPLETED", "3.50");
        String path = "POST /v2/payments/authorizations/A1/capture";

        server.on(path, call -> Reply.json(capture));
        assertThat(ask(checkout, EffectAction.CAPTURE, null)).isEqualTo(part);
        server.on(path, call -> {
            payments = Map.of(
                    "authorizations", List.of(movement("A1", "PARTIALLY_CAPTURED", "5.00")),
                    "captures", List.of(capture));
            return refusal("AUTHORIZATION_ALREADY_CAPTURED");
        });
        assertThat(ask(checkout, EffectAction.CAPTURE, null)).isEqualTo(part);
        server.forget();
        assertThat(ask(checkout, EffectAction.CAPTURE, null)).isEqualTo(part);
        assertThat(server.calls(path)).as("the order says that it is captured").isEmpty();
    }

    @Test
    void aRefundIsOfTheCaptureAndInPartIfItSaysSo() {
        Checkout checkout = checkout(start("5", "USD", false));
        reference = checkout.orderId();
        payments = Map.of("captures", List.of(movement("C1", "COMPLETED", "5.00")));
        String path = "POST /v2/payments/captures/C1/refund";
        server.on(path, call -> Reply.of(201, "{\"status\":\"COMPLETED\"}"));
        assertThat(ask(checkout, EffectAction.REFUND, new BigDecimal("1.5"))).isEqualTo(DONE);
        assertThat(server.calls(path).getFirst().body())
                .isEqualTo("{\"amount\":{\"currency_code\":\"USD\",\"value\":\"1.50\"}}");
        assertThat(ask(checkout, EffectAction.REFUND, null)).isEqualTo(DONE);
        assertThat(server.calls(path).getLast().body()).isEqualTo("{}");

        server.on(path, call -> refusal("CAPTURE_FULLY_REFUNDED"));
        assertThat(ask(checkout, EffectAction.REFUND, null)).isEqualTo(DONE);
        server.on(path, call -> refusal("REFUND_AMOUNT_EXCEEDED"));
        assertThat(ask(checkout, EffectAction.REFUND, BigDecimal.TEN)).isInstanceOf(EffectResult.Refused.class);
        server.on(path, call -> Reply.of(409, "{}"));
        assertThatThrownBy(() -> ask(checkout, EffectAction.REFUND, BigDecimal.TEN))
                .isInstanceOf(ProviderException.Unavailable.class);
        payments = Map.of("captures", List.of(movement("C1", "REFUNDED", "5.00")));
        server.forget();
        assertThat(ask(checkout, EffectAction.REFUND, null)).isEqualTo(DONE);
        assertThat(server.calls(path)).isEmpty();
    }

    /// A second look at the order of a checkout whose making was not noted.
    @Test
    void anOrderWhoseAnswerWasLostIsFoundByItsReferenceAndNoted() {
        server.on("POST " + ORDERS, call -> Reply.of(502, "lost"));
        assertThatThrownBy(() -> start("5", "USD", false)).isInstanceOf(ProviderException.Unavailable.class);
        Checkout begun = begun();
        checkouts.returned(begun);
        assertThat(server.routes()).as("there is no order to charge").doesNotContain("POST " + ORDER + "/capture");

        reference = begun.orderId();
        payments = Map.of("captures", List.of(movement("C1", "COMPLETED", "5.00")));
        assertThat(events.read(connection, event("PAYMENT.CAPTURE.COMPLETED", ID, reference)))
                .isEqualTo(new PaymentFact.Captured(begun, ID, new BigDecimal("5.00"), "USD"));
        assertThat(begun().paymentId()).isEqualTo(ID);
        assertThat(checkouts.byPayment(ConnectionStage.TENANT, Processor.WALLET, ID))
                .isEqualTo(begun());
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 422})
    void anOrderThatPayPalRefusesToShowComesAgain(int status) {
        start("5", "USD", false);
        server.on("GET " + ORDER, call -> Reply.of(status, "{}"));
        assertThatThrownBy(() -> read("PAYMENT.CAPTURE.COMPLETED"))
                .isInstanceOf(ProviderException.Unavailable.class)
                .hasMessage("the order is not shown: paypal answers " + status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"})
    void anOrderThatWaitsForItsDonorTellsNothing(String issue) {
        reference = checkout(start("5", "USD", false)).orderId();
        server.on("POST " + ORDER + "/capture", call -> refusal(issue));
        assertThat(read("CHECKOUT.ORDER.APPROVED")).isNull();
    }

    /// The streamer may be entering a new secret just now.
    @Test
    void anApprovedOrderIsCompletedLaterIfTheCredentialsDoNotHold() {
        reference = checkout(start("5", "USD", false)).orderId();
        server.on("POST " + ORDER + "/capture", call -> Reply.of(401, "{}"));
        assertThatThrownBy(() -> read("CHECKOUT.ORDER.APPROVED")).isInstanceOf(ProviderException.Unavailable.class);
        payments = Map.of("captures", List.of(movement("C1", "COMPLETED", "5.00")));
        server.on("POST " + ORDER + "/capture", call -> Reply.json(Map.of("status", "COMPLETED")));
        assertThat(read("CHECKOUT.ORDER.APPROVED")).isInstanceOf(PaymentFact.Captured.class);
    }

    @Test
    void anOrderThatPayPalRefusesToMakeIsNamedByItsIssue() {
        server.on("POST " + ORDERS, call -> refusal("PAYEE_ACCOUNT_RESTRICTED"));
        assertThatThrownBy(() -> start("5", "USD", false))
                .isExactlyInstanceOf(ProviderException.Refused.class)
                .hasMessage("paypal answers 422 PAYEE_ACCOUNT_RESTRICTED");
    }

    @ParameterizedTest
    @CsvSource({"value,true", "currency_code,false"})
    void anAmountThatPayPalRefusesIsToldFromACurrencyThatNoDonorCanChange(String field, boolean isOfAmount) {
        String detail = "{\"field\":\"/purchase_units/@reference_id=='default'/amount/%s\",\"issue\":\"X\"}";
        server.on("POST " + ORDERS, call -> Reply.of(422, "{\"details\":[" + detail.formatted(field) + "]}"));
        assertThatThrownBy(() -> start("5", "USD", false))
                .isExactlyInstanceOf(
                        isOfAmount ? ProviderException.AmountRefused.class : ProviderException.Refused.class);
    }

    @Test
    void anOrderThatCannotBeReadIsNoCheckout() {
        for (Map<String, ?> answer : List.of(
                Map.of("id", ID),
                Map.of("links", List.of(Map.of("rel", "approve", "href", "https://www.paypal.com/pay"))),
                Map.of("id", ID, "links", List.of(Map.of("rel", "approve", "href", "no address"))))) {
            server.on("POST " + ORDERS, call -> Reply.json(answer));
            assertThatThrownBy(() -> start("5", "USD", false)).isInstanceOf(ProviderException.Unavailable.class);
        }
    }

    @Test
    void aDonorWhoChangesTheAmountOfACheckoutThatWasNotMadeHasTheNewOne() {
        Function<ScriptedPlatform.Call, Reply> made = call -> Reply.json(
                Map.of("id", ID, "links", List.of(Map.of("rel", "approve", "href", "https://www.paypal.com/pay"))));
        server.on("POST " + ORDERS, call -> Reply.of(503, "{}"));
        assertThatThrownBy(() -> start("5", "USD", false)).isInstanceOf(ProviderException.Unavailable.class);
        server.on("POST " + ORDERS, made);

        Checkout checkout = checkout(start("6", "USD", true));
        assertThat(checkout.amount()).isEqualByComparingTo("6");
        assertThat(checkout.isHold()).isTrue();
        assertThat(server.calls("POST " + ORDERS).stream().map(call -> call.header("paypal-request-id")))
                .as("another request has another id")
                .doesNotHaveDuplicates();
        assertThat(checkout(start("7", "USD", false)).amount())
                .as("other fields have an order of their own")
                .isEqualByComparingTo("7");
    }

    @Test
    void nothingIsRefundedThatWasNotCaptured() {
        Checkout checkout = held("CREATED");
        assertThat(ask(checkout, EffectAction.REFUND, null)).isEqualTo(new EffectResult.Refused("nothing is captured"));
        payments = Map.of("captures", List.of(movement("C1", "PENDING", "5.00")));
        assertThat(ask(checkout, EffectAction.REFUND, null)).isEqualTo(new EffectResult.Refused("nothing is captured"));
    }

    /// The books are compared once a day.
    @Test
    void theBooksTellNothingOfAnOrderThatIsNotTheCheckoutsOrChangedJustNow() {
        Checkout checkout = checkout(start("5", "USD", false));
        Map<String, Object> captured = new LinkedHashMap<>(movement("C1", "COMPLETED", "5.00"));
        captured.put("update_time", stage.clock.instant().toString());
        payments = Map.of("captures", List.of(captured));
        Instant later = stage.clock.instant().plusSeconds(60);
        assertThat(told(later)).as("of another checkout").isEmpty();
        reference = checkout.orderId();
        assertThat(told(stage.clock.instant().minusSeconds(60))).as("too new").isEmpty();
        assertThat(told(later)).hasSize(1).first().isInstanceOf(PaymentFact.Captured.class);
    }

    private List<PaymentFact> told(Instant to) {
        Instant from = to.minus(Duration.ofDays(2));
        return new PayPalBooks(checkouts, events)
                .page(connection, new PaymentBooks.Span(from, to), null).entries().stream()
                        .flatMap(entry -> entry.told().get().stream())
                        .map(PaymentBooks.Told::fact)
                        .toList();
    }

    private Checkout begun() {
        return Objects.requireNonNull(checkouts.find(ConnectionStage.TENANT, begunToken));
    }

    private Checkout held(String state) {
        Checkout checkout = checkout(start("5", "USD", true));
        reference = checkout.orderId();
        payments = Map.of("authorizations", List.of(movement("A1", state, "5.00")));
        return checkout;
    }

    private EffectResult ask(Checkout checkout, EffectAction action, @Nullable BigDecimal amount) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("payment_id", ID);
        data.put("amount", amount);
        return effects.carryOut(
                connection,
                checkout,
                new Effect("tip:tip_1790000000000_ab12cd", action, Connector.WALLET_PROCESSOR, data));
    }

    private @Nullable PaymentFact read(String type) {
        return events.read(connection, event(type, ID, null));
    }

    private ProcessorEvent event(String type, String order, @Nullable String custom) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("order", order);
        data.put("reference", custom);
        return new ProcessorEvent("WH-1", type, stage.clock.instant(), data);
    }

    private static Reply refusal(String issue) {
        return refusal(422, issue);
    }

    private static Reply refusal(int status, String issue) {
        return Reply.of(status, "{\"name\":\"UNPROCESSABLE_ENTITY\",\"details\":[{\"issue\":\"" + issue + "\"}]}");
    }

    private static Map<String, Object> movement(String id, String status, String value) {
        return Map.of("id", id, "status", status, "amount", Map.of("currency_code", "USD", "value", value));
    }

    private Checkout checkout(StartedCheckout started) {
        return Objects.requireNonNull(checkouts.find(ConnectionStage.TENANT, started.token()));
    }

    private StartedCheckout start(String amount, String currency, boolean isHold) {
        return start(amount, currency, isHold, "Support Nova");
    }

    private StartedCheckout start(String amount, String currency, boolean isHold, String title) {
        return checkouts.start(
                ConnectionStage.TENANT,
                new NewCheckout(
                        "nova",
                        "request-0123456789abcdef-0123456789abcdef",
                        "Mira",
                        new BigDecimal(amount),
                        currency,
                        "Hello",
                        null,
                        null,
                        Processor.WALLET,
                        isHold ? HeldTip.Reason.MANUAL : null,
                        title,
                        URI.create("https://api.example.com/tip/nova"),
                        token -> {
                            begunToken = token;
                            return URI.create("https://api.example.com/tip/nova/status/" + token);
                        }));
    }
}
