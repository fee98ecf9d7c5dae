package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidatorException;
import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// The stand-in for PayPal: what it takes, what it refuses in PayPal's own form, and that its events verify by an
/// independent path.
class StandInPayPalTest {

    private static final String ORDERS = "/v2/checkout/orders";
    private static final String TYPE = "/event_type";

    private final EventSubscriber subscriber = new EventSubscriber();

    @TempDir
    private Path folder;

    @Test
    void aTipIsPaidAndRefundedAndEachEventVerifies() throws GeneralSecurityException, IOException {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("paypal", null)) {
            PayPalApp app = PayPalApp.connect(stage);
            String webhook = app.webhook(subscriber);
            Said made = app.post(ORDERS, PayPalApp.order("CAPTURE", "USD", "5.00"), "one");
            assertThat(made.status()).isEqualTo(200);
            assertThat(made.at("/status")).isEqualTo("PAYER_ACTION_REQUIRED");
            assertThat(made.at("/links/1/rel")).isEqualTo("payer-action");
            assertThat(app.post(ORDERS, PayPalApp.order("CAPTURE", "USD", "5.00"), "one")
                            .at("/id"))
                    .isEqualTo(made.at("/id"));
            assertThat(app.post(ORDERS, PayPalApp.order("CAPTURE", "USD", "6.00"), "one")
                            .at("/details/0/issue"))
                    .isEqualTo("DUPLICATE_REQUEST_ID");
            String order = ORDERS + "/" + made.at("/id");
            Said early = app.post(order + "/capture", "", "two");
            assertThat(early.status()).isEqualTo(422);
            assertThat(early.at("/name")).isEqualTo("UNPROCESSABLE_ENTITY");
            assertThat(early.at("/details/0/issue")).isEqualTo("ORDER_NOT_APPROVED");

            String page = made.at("/links/1/href");
            assertThat(stage.get(page).text()).contains("A tip for Ada &lt;3", "5.00 USD", "no money moves");
            assertThat(stage.decide(page, "pay").header("Location"))
                    .startsWith("https://example.com/status/abc?x=1&token=" + made.at("/id") + "&PayerID=");
            assertThat(app.post(order + "/authorize", "", "x").at("/details/0/issue"))
                    .isEqualTo("ACTION_DOES_NOT_MATCH_INTENT");
            assertThat(app.post(order + "/capture", "", "two").status()).isEqualTo(201);
            assertThat(app.post(order + "/capture", "", "two").status()).isEqualTo(201);
            assertThat(app.post(order + "/capture", "", "three").at("/details/0/issue"))
                    .isEqualTo("ORDER_ALREADY_CAPTURED");

            JsonNode whole = app.get(order).json();
            assertThat(whole.at("/purchase_units/0/payments/captures")).hasSize(1);
            assertThat(whole.toString()).doesNotContain("return_url", "decision", "of_order");
            String capture =
                    whole.at("/purchase_units/0/payments/captures/0/id").asText();
            String refund = "/v2/payments/captures/" + capture + "/refund";
            assertThat(app.post(refund, "{\"amount\": {\"currency_code\": \"USD\", \"value\": \"2.00\"}}", "r1")
                            .status())
                    .isEqualTo(201);
            assertThat(app.get("/v2/payments/captures/" + capture).at("/status"))
                    .isEqualTo("PARTIALLY_REFUNDED");
            assertThat(app.post(refund, "{\"amount\": {\"currency_code\": \"USD\", \"value\": \"3.01\"}}", "r2")
                            .at("/details/0/issue"))
                    .isEqualTo("REFUND_AMOUNT_EXCEEDED");
            stage.control("refund", "{\"payment\": \"" + made.at("/id") + "\"}");
            assertThat(app.post(refund, "{}", "r3").at("/details/0/issue")).isEqualTo("CAPTURE_FULLY_REFUNDED");
            stage.control("dispute", "{}");
            ProcessorStage.awaited(
                    subscriber,
                    TYPE,
                    "CHECKOUT.ORDER.APPROVED",
                    "PAYMENT.CAPTURE.COMPLETED",
                    "PAYMENT.CAPTURE.REFUNDED",
                    "PAYMENT.CAPTURE.REFUNDED",
                    "PAYMENT.CAPTURE.REVERSED");
            for (EventSubscriber.Arrived arrived : subscriber.events()) {
                assertThat(PayPalApp.verifies(
                                stage, arrived, webhook, stage.clock().instant()))
                        .isTrue();
                assertThat(PayPalApp.verifies(
                                stage, arrived, "another", stage.clock().instant()))
                        .isFalse();
                assertThat(byPayPal(app, arrived, webhook, "")).isEqualTo("SUCCESS");
                assertThat(byPayPal(app, arrived, webhook, " ")).isEqualTo("FAILURE");
            }
        }
    }

    private static String byPayPal(PayPalApp app, EventSubscriber.Arrived arrived, String webhook, String changed) {
        return app.post(
                        "/v1/notifications/verify-webhook-signature",
                        "{\"transmission_id\": \"%s\", \"transmission_time\": \"%s\", \"transmission_sig\": \"%s\","
                                        .formatted(
                                                arrived.header("PAYPAL-TRANSMISSION-ID"),
                                                arrived.header("PAYPAL-TRANSMISSION-TIME"),
                                                arrived.header("PAYPAL-TRANSMISSION-SIG"))
                                + "\"cert_url\": \"" + arrived.header("PAYPAL-CERT-URL") + "\", \"auth_algo\": \""
                                + arrived.header("PAYPAL-AUTH-ALGO") + "\", \"webhook_id\": \"" + webhook
                                + "\", \"webhook_event\": "
                                + new String(arrived.body(), StandardCharsets.UTF_8).replaceFirst("\\{", "{" + changed)
                                + "}",
                        arrived.header("PAYPAL-TRANSMISSION-ID") + changed.length())
                .at("/verification_status");
    }

    @Test
    void aHeldTipIsCapturedAnotherVoidedAndAThirdLapses() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("paypal", null)) {
            PayPalApp app = PayPalApp.connect(stage);
            app.webhook(subscriber);
            String first = authorization(app, app.decided("AUTHORIZE", "pay"));
            assertThat(app.get(first).at("/status")).isEqualTo("CREATED");
            assertThat(app.post(first + "/capture", "{}", "c1").at("/status")).isEqualTo("COMPLETED");
            assertThat(app.post(first + "/capture", "{}", "c2").at("/details/0/issue"))
                    .isEqualTo("AUTHORIZATION_ALREADY_CAPTURED");
            assertThat(app.post(first + "/void", "", "v1").at("/details/0/issue"))
                    .isEqualTo("PREVIOUSLY_CAPTURED");
            stage.clock().advance(Duration.ofSeconds(1));
            String second = authorization(app, app.decided("AUTHORIZE", "pay"));
            assertThat(app.post(second + "/void", "", "v2").status()).isEqualTo(204);
            assertThat(app.post(second + "/void", "", "v3").at("/details/0/issue"))
                    .isEqualTo("PREVIOUSLY_VOIDED");
            assertThat(app.post(second + "/capture", "{}", "c3").at("/details/0/issue"))
                    .isEqualTo("AUTHORIZATION_VOIDED");
            stage.clock().advance(Duration.ofSeconds(1));
            String order = app.decided("AUTHORIZE", "pay");
            String third = authorization(app, order);
            stage.control("expire", "{\"payment\": \"" + order + "\"}");
            assertThat(app.get(third).at("/status")).isEqualTo("VOIDED");
            await().untilAsserted(() -> assertThat(subscriber.events())
                    .extracting(event -> event.json().at(TYPE).asText())
                    .contains("PAYMENT.AUTHORIZATION.VOIDED", "PAYMENT.CAPTURE.COMPLETED"));
        }
    }

    @Test
    void theIdOfARequestIsForgottenAtOrdersAfterHoursAndAtPaymentsAfterWeeks() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("paypal", null)) {
            PayPalApp app = PayPalApp.connect(stage);
            String order = app.decided("AUTHORIZE", "pay");
            String hold = authorization(app, order);
            app.post(hold + "/capture", "{}", "c1");
            stage.clock().advance(Duration.ofHours(7));
            assertThat(app.post(ORDERS + "/" + order + "/authorize", "", "authorize")
                            .at("/details/0/issue"))
                    .isEqualTo("ORDER_ALREADY_AUTHORIZED");
            assertThat(app.post(hold + "/capture", "{}", "c1").at("/status")).isEqualTo("COMPLETED");
        }
    }

    private static String authorization(PayPalApp app, String order) {
        app.post(ORDERS + "/" + order + "/authorize", "", "authorize");
        return "/v2/payments/authorizations/"
                + app.get(ORDERS + "/" + order).at("/purchase_units/0/payments/authorizations/0/id");
    }

    @Test
    void aPaymentIsPendingUntilItSettlesAndAnotherIsDeclined() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("paypal", null)) {
            PayPalApp app = PayPalApp.connect(stage);
            String order = app.decided("CAPTURE", "hold");
            app.post(ORDERS + "/" + order + "/capture", "", "c1");
            String status = "/purchase_units/0/payments/captures/0/status";
            assertThat(app.get(ORDERS + "/" + order).at(status)).isEqualTo("PENDING");
            stage.control("settle", "{}");
            assertThat(app.get(ORDERS + "/" + order).at(status)).isEqualTo("COMPLETED");
            String declined = app.decided("CAPTURE", "decline");
            app.post(ORDERS + "/" + declined + "/capture", "", "c2");
            assertThat(app.get(ORDERS + "/" + declined).at(status)).isEqualTo("DECLINED");
            String hold = app.decided("AUTHORIZE", "decline");
            assertThat(app.post(ORDERS + "/" + hold + "/authorize", "", "c3").at("/details/0/issue"))
                    .isEqualTo("INSTRUMENT_DECLINED");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CAPTURE, JPY, 500, 200, ''",
        "CAPTURE, JPY, 500.00, 422, DECIMALS_NOT_SUPPORTED",
        "CAPTURE, HUF, 500.5, 422, DECIMALS_NOT_SUPPORTED",
        "CAPTURE, TWD, 100.00, 422, DECIMALS_NOT_SUPPORTED",
        "CAPTURE, USD, 5.001, 422, DECIMAL_PRECISION",
        "CAPTURE, USD, 0.00, 422, CANNOT_BE_ZERO_OR_NEGATIVE",
        "CAPTURE, KWD, 5.000, 422, CURRENCY_NOT_SUPPORTED",
        "CAPTURE, USD, five, 400, INVALID_PARAMETER_SYNTAX",
        "CAPTURE, USD, '', 400, MISSING_REQUIRED_PARAMETER",
        "SALE, USD, 5.00, 400, INVALID_PARAMETER_VALUE",
        "'', USD, 5.00, 400, MISSING_REQUIRED_PARAMETER",
    })
    void anOrderIsMadeOrRefusedAsAtPayPal(String intent, String currency, String value, int status, String issue) {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("paypal", null)) {
            Said said = PayPalApp.connect(stage).post(ORDERS, PayPalApp.order(intent, currency, value), "one");
            assertThat(said.status()).isEqualTo(status);
            assertThat(said.at("/details/0/issue")).isEqualTo(issue);
        }
    }

    @Test
    void credentialsAreRefusedAndWebhooksAreKeptAcrossARestart() throws GeneralSecurityException, IOException {
        String secret;
        String webhook;
        try (ProcessorStage stage = new ProcessorStage("paypal", folder)) {
            secret = stage.credential("client_secret");
            PayPalApp app = PayPalApp.connect(stage);
            webhook = app.webhook(subscriber);
            assertThat(app.post(
                                    "/v1/notifications/webhooks",
                                    "{\"url\": \"" + subscriber.url() + "\", \"event_types\": [{\"name\": \"*\"}]}",
                                    "again")
                            .at("/name"))
                    .isEqualTo("WEBHOOK_URL_ALREADY_EXISTS");
            assertThat(app.post("/v1/notifications/webhooks", "{\"url\": \"ftp://x\"}", "no")
                            .at("/name"))
                    .isEqualTo("VALIDATION_ERROR");
            stage.control("emit", "{\"type\": \"PAYMENT.CAPTURE.COMPLETED\"}");
        }
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("paypal", folder)) {
            assertThat(stage.credential("client_secret")).isEqualTo(secret);
            PayPalApp app = PayPalApp.connect(stage);
            assertThat(app.get("/v1/notifications/webhooks").at("/webhooks/0/id"))
                    .isEqualTo(webhook);
            assertThat(stage.control(
                                    "emit",
                                    "{\"type\": \"PAYMENT.CAPTURE.COMPLETED\", \"event\": {\"custom_id\": \"x\"}}")
                            .toString())
                    .isEqualTo("{\"delivered\":[204]}");
            EventSubscriber.Arrived last = subscriber.events().getLast();
            EventSubscriber.Arrived first = subscriber.events().getFirst();
            assertThat(last.json().at("/resource/custom_id").asText()).isEqualTo("x");
            assertThat(last.header("PAYPAL-CERT-URL"))
                    .endsWith(first.header("PAYPAL-CERT-URL").replaceFirst(".*/", "/"));
            stage.control("certificate", "{\"renewed\": true}");
            stage.control("emit", "{\"type\": \"PAYMENT.CAPTURE.COMPLETED\"}");
            EventSubscriber.Arrived renewed = subscriber.events().getLast();
            assertThat(PayPalApp.verifies(stage, renewed, webhook, stage.clock().instant()))
                    .isTrue();
            stage.control("certificate", "{\"alone\": true}");
            assertThatThrownBy(() -> PayPalApp.verifies(
                            stage, renewed, webhook, stage.clock().instant()))
                    .isInstanceOf(CertPathValidatorException.class);

            assertThat(app.delete("/v1/notifications/webhooks/" + webhook).status())
                    .isEqualTo(204);
            assertThat(app.delete("/v1/notifications/webhooks/" + webhook).status())
                    .isEqualTo(404);
            stage.control("secret", "{}");
            assertThat(app.get("/v1/notifications/webhooks").at("/error")).isEqualTo("invalid_token");
            assertThat(stage.call(
                                    "POST",
                                    "/v1/oauth2/token",
                                    "grant_type=client_credentials",
                                    "Authorization",
                                    PayPalApp.basic(stage.credential("client_id"), secret))
                            .at("/error"))
                    .isEqualTo("invalid_client");
            assertThat(List.of(secret, stage.credential("client_secret")))
                    .isSubsetOf(stage.processors().secrets());
        }
    }
}
