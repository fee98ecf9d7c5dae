package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Webhook;
import streamerapi.paypal.PayPalApi;
import streamerapi.paypal.PayPalClient;
import streamerapi.paypal.PayPalDelivery;
import streamerapi.platforms.ScriptedPlatform.Reply;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// PayPal's token, webhook and verification, as its documentation says that it answers.
class PayPalClientTest {

    private static final String TOKEN = "POST /v1/oauth2/token";
    private static final String WEBHOOKS = "/v1/notifications/webhooks";
    private static final String VERIFY = "/v1/notifications/verify-webhook-signature";
    private static final URI ADDRESS = URI.create("https://api.example.com/hooks/paypal/con_0123456789abcdef");
    private static final List<String> TYPES = List.of(
            "CHECKOUT.ORDER.APPROVED",
            "PAYMENT.AUTHORIZATION.CREATED",
            "PAYMENT.AUTHORIZATION.VOIDED",
            "PAYMENT.CAPTURE.COMPLETED",
            "PAYMENT.CAPTURE.PENDING",
            "PAYMENT.CAPTURE.DECLINED",
            "PAYMENT.CAPTURE.REFUNDED",
            "PAYMENT.CAPTURE.REVERSED");

    private final ConnectionStage stage = new ConnectionStage();
    private final ScriptedPlatform server = stage.server;
    private final ApplicationCredentials credentials = ConnectionStage.CREDENTIALS;
    private final PayPalApi api = new PayPalApi(server.url(), stage.clock);
    private final PayPalClient client = new PayPalClient(api);

    PayPalClientTest() {
        server.on(TOKEN, call -> Reply.json(Map.of("access_token", "app-1", "expires_in", 32_400)));
        server.on("GET " + WEBHOOKS, call -> Reply.json(Map.of("webhooks", List.of())));
        server.on("POST " + WEBHOOKS, call -> Reply.of(201, "{\"id\":\"WH-1\"}"));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void theWebhookIsMadeWithATokenOfTheApplication() {
        ProcessorClient.Made made = client.connect(credentials, ADDRESS);

        assertThat(made.webhook()).isEqualTo(new Webhook("WH-1", true));
        assertThat(made.repaired()).isEqualTo(TYPES);
        ScriptedPlatform.Call token = server.calls(TOKEN).getFirst();
        assertThat(token.form("grant_type")).isEqualTo("client_credentials");
        assertThat(token.header("authorization"))
                .isEqualTo("Basic "
                        + Base64.getEncoder()
                                .encodeToString((credentials.clientId() + ":" + credentials.clientSecret())
                                        .getBytes(StandardCharsets.UTF_8)));
        ScriptedPlatform.Call asked = server.calls("POST " + WEBHOOKS).getFirst();
        assertThat(asked.header("authorization")).isEqualTo("Bearer app-1");
        assertThat(asked.json().get("url")).isEqualTo(ADDRESS.toString());
        assertThat(asked.json().get("event_types")).isEqualTo(names(TYPES));
    }

    @Test
    void aWebhookWithTheAddressIsTakenOver() {
        listed(webhook("WH-0", "https://other.example/hook", List.of("*")), webhook("WH-7", ADDRESS.toString(), TYPES));
        ProcessorClient.Made made = client.connect(credentials, ADDRESS);
        assertThat(made.webhook().id()).isEqualTo("WH-7");
        assertThat(made.repaired()).isEmpty();
        assertThat(server.calls("POST " + WEBHOOKS)).isEmpty();
    }

    @Test
    void typesThatAreMissingAreAddedAndDoubledWebhooksDeleted() {
        listed(
                webhook("WH-7", ADDRESS.toString(), TYPES.subList(0, 6)),
                webhook("WH-8", ADDRESS.toString(), TYPES.subList(0, 6)));
        server.on("PATCH " + WEBHOOKS + "/WH-8", call -> Reply.json(Map.of("id", "WH-8")));
        server.on("DELETE " + WEBHOOKS + "/WH-7", call -> Reply.of(204, ""));

        ProcessorClient.Made made = client.repair(credentials, new Webhook("WH-8", true), ADDRESS);

        assertThat(made.webhook().id()).isEqualTo("WH-8");
        assertThat(made.repaired()).isEqualTo(TYPES.subList(6, 8));
        assertThat(server.calls("DELETE " + WEBHOOKS + "/WH-7")).hasSize(1);
        assertThat(server.calls("PATCH " + WEBHOOKS + "/WH-8").getFirst().body())
                .contains("\"op\":\"replace\"", "\"path\":\"/event_types\"", "PAYMENT.CAPTURE.REVERSED");
    }

    /// The installation has another name since.
    @Test
    void theWebhookOfAnEarlierAddressIsReplaced() {
        listed(webhook("WH-7", "https://old.example" + ADDRESS.getPath(), TYPES));
        server.on("DELETE " + WEBHOOKS + "/WH-7", call -> Reply.of(204, ""));

        ProcessorClient.Made made = client.repair(credentials, new Webhook("WH-7", true), ADDRESS);

        assertThat(made.webhook().id()).isEqualTo("WH-1");
        assertThat(server.calls("DELETE " + WEBHOOKS + "/WH-7")).hasSize(1);
    }

    @Test
    void aWebhookThatIsGoneIsMadeAgain() {
        ProcessorClient.Made made = client.repair(credentials, new Webhook("WH-0", true), ADDRESS);
        assertThat(made.webhook().id()).isEqualTo("WH-1");
        assertThat(made.repaired()).isEqualTo(TYPES);
    }

    @Test
    void leavingDeletesTheWebhook() {
        server.on("DELETE " + WEBHOOKS + "/WH-7", call -> Reply.of(204, ""));
        assertThat(client.leave(credentials, new Webhook("WH-7", true))).isTrue();
        assertThat(client.leave(credentials, new Webhook("WH-8", true)))
                .as("a 404: it is gone")
                .isTrue();
        server.on("DELETE " + WEBHOOKS + "/WH-7", call -> Reply.of(500, "{}"));
        assertThat(client.leave(credentials, new Webhook("WH-7", true))).isFalse();
    }

    @Test
    void aWebhookThatCannotBeReadIsNone() {
        server.on("POST " + WEBHOOKS, call -> Reply.json(Map.of("url", ADDRESS.toString())));
        assertThatThrownBy(() -> client.connect(credentials, ADDRESS))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    @Test
    void aDoubledWebhookThatPayPalDoesNotDeleteIsARefusal() {
        listed(webhook("WH-7", ADDRESS.toString(), TYPES), webhook("WH-8", ADDRESS.toString(), TYPES));
        server.on("DELETE " + WEBHOOKS + "/WH-8", call -> Reply.of(403, "{}"));
        assertThatThrownBy(() -> client.connect(credentials, ADDRESS)).isInstanceOf(ProviderException.Refused.class);
        assertThat(client.leave(credentials, new Webhook("WH-8", true))).isFalse();
    }

    @Test
    void aConnectionWithoutAWebhookHasNothingToLeave() {
        assertThat(client.leave(credentials, new Webhook(null, null))).isTrue();
        assertThat(server.routes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"404 | {}", "418 | {}", "200 | {}", "200 | {\"access_token\":\"\"}"})
    void aTokenEndpointThatSaysNothingOfTheCredentialsIsNoRefusal(int status, String answer) {
        server.on(TOKEN, call -> Reply.of(status, answer));
        assertThatThrownBy(() -> client.connect(credentials, ADDRESS))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    @Test
    void aVerificationThatIsRefusedDecidesNothing() {
        server.on("POST " + VERIFY, call -> Reply.of(403, "{}"));
        assertThatThrownBy(() -> api.verify(credentials, delivery("{}"), "WH-1"))
                .isInstanceOf(ProviderException.Refused.class);
    }

    @Test
    void credentialsThatPayPalDoesNotTakeAreRefused() {
        server.on(TOKEN, call -> Reply.of(401, "{\"error\":\"invalid_client\"}"));
        assertThatThrownBy(() -> client.connect(credentials, ADDRESS)).isInstanceOf(ProviderException.Refused.class);
        assertThatThrownBy(() -> client.repair(credentials, new Webhook("WH-1", true), ADDRESS))
                .isInstanceOfSatisfying(
                        ProviderException.Refused.class,
                        refused -> assertThat(refused.status()).isEqualTo(401));
        server.on(TOKEN, call -> Reply.of(503, "{}"));
        assertThatThrownBy(() -> client.connect(credentials, ADDRESS))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    @Test
    void aTokenIsKeptUntilItEndsAndRenewedOnceItIsRefused() {
        answers(VERIFY, "SUCCESS");
        api.verify(credentials, delivery("{}"), "WH-1");
        api.verify(credentials, delivery("{}"), "WH-1");
        assertThat(server.calls(TOKEN)).hasSize(1);
        stage.clock.advance(Duration.ofHours(9));
        api.verify(credentials, delivery("{}"), "WH-1");
        assertThat(server.calls(TOKEN)).hasSize(2);

        server.on(TOKEN, call -> Reply.json(Map.of("access_token", "app-2", "expires_in", 32_400)));
        server.on(
                "POST " + VERIFY,
                call -> call.header("authorization").equals("Bearer app-2")
                        ? Reply.json(Map.of("verification_status", "SUCCESS"))
                        : Reply.of(401, "{}"));
        assertThat(api.verify(credentials, delivery("{}"), "WH-1")).isTrue();
        assertThat(server.calls(TOKEN)).hasSize(3);
    }

    @Test
    void anEventIsSentOnByteForByte() {
        answers(VERIFY, "SUCCESS");
        String body = "{ \"id\":\"WH-2\",\n\"amount\": 1.10, \"text\":\"\\u00e4 ä\" }";
        assertThat(api.verify(credentials, delivery(body), "WH-1")).isTrue();

        String sent = server.calls("POST " + VERIFY).getFirst().body();
        assertThat(sent).endsWith(",\"webhook_event\":" + body + "}");
        assertThat(server.calls("POST " + VERIFY).getFirst().json())
                .containsEntry("auth_algo", "SHA256withRSA")
                .containsEntry("cert_url", "https://api.paypal.com/cert")
                .containsEntry("transmission_id", "t-1")
                .containsEntry("transmission_sig", "sig\"")
                .containsEntry("transmission_time", "2026-09-12T18:20:31Z")
                .containsEntry("webhook_id", "WH-1");
    }

    @Test
    void whatPayPalDoesNotConfirmIsNotPayPals() {
        answers(VERIFY, "FAILURE");
        assertThat(api.verify(credentials, delivery("{}"), "WH-1")).isFalse();
        server.on("POST " + VERIFY, call -> Reply.of(400, "{\"name\":\"VALIDATION_ERROR\"}"));
        assertThat(api.verify(credentials, delivery("{}"), "WH-1")).isFalse();
        server.on("POST " + VERIFY, call -> Reply.of(500, "{}"));
        assertThatThrownBy(() -> api.verify(credentials, delivery("{}"), "WH-1"))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    @Test
    void aBodyCannotBreakOutOfTheQuestion() {
        answers(VERIFY, "SUCCESS");
        for (String body : List.of("{},\"webhook_id\":\"WH-9\",\"x\":{}", "", "[]", "{")) {
            assertThat(api.verify(credentials, delivery(body), "WH-1")).as(body).isFalse();
        }
        assertThat(server.calls("POST " + VERIFY)).isEmpty();
    }

    private void answers(String path, String status) {
        server.on("POST " + path, call -> Reply.json(Map.of("verification_status", status)));
    }

    private void listed(Object... webhooks) {
        server.on("GET " + WEBHOOKS, call -> Reply.json(Map.of("webhooks", List.of(webhooks))));
    }

    private static Map<String, @Nullable Object> webhook(String id, String url, List<String> types) {
        return Map.of("id", id, "url", url, "event_types", names(types));
    }

    private static List<Map<String, String>> names(List<String> types) {
        return types.stream().map(type -> Map.of("name", type)).toList();
    }

    private static PayPalDelivery delivery(String body) {
        return new PayPalDelivery(
                "t-1",
                "2026-09-12T18:20:31Z",
                "sig\"",
                "https://api.paypal.com/cert",
                "SHA256withRSA",
                body.getBytes(StandardCharsets.UTF_8));
    }
}
