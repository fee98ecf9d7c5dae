package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.Webhook;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.stripe.StripeApi;
import streamerapi.stripe.StripeClient;
import streamerapi.stripe.StripeKey;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// An account's connection to the Stripe that the local stack plays.
@NullMarked
class StripeConnectionTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final StripeShop shop = new StripeShop(account);

    private String endpoint() {
        return Objects.requireNonNull(connection().webhook()).id() + "";
    }

    private ProviderConnection connection() {
        return Objects.requireNonNull(connections().find(account.tenantId(), Provider.STRIPE));
    }

    private ProviderConnections connections() {
        return new ProviderConnections(account.table(), Account.cipher(service.stack()));
    }

    private String status() {
        Answer connection = shop.get();
        return connection.at("connection.status") + " " + connection.at("connection.reason");
    }

    @Test
    void aKeyIsTriedAndTheWebhookMade() {
        Answer connected = shop.put(shop.secretKey()).expect(200);
        assertThat(connected.at("connection.status")).isEqualTo("connected");
        assertThat(connected.at("connection.mode")).isEqualTo("test");
        assertThat(connected.at("connection.redirect_uri")).isNull();
        assertThat(connected.each("connection.subscriptions", "status")).containsOnly("ok");
        assertThat(connected.each("connection.subscriptions", "type"))
                .contains("payment_intent.succeeded", "charge.refunded", "checkout.session.expired");
        assertThat(connected.at("connection.checked_at")).isNotNull();
    }

    @Test
    void aKeyThatStripeDoesNotTakeChangesNothing() {
        assertThat(shop.put("sk_test_wrong").refuses(400, "invalid_credentials").at("field"))
                .isEqualTo("secret_key");
        assertThat(shop.put("pk_test_public").refuses(400, "bad_request").at("field"))
                .isEqualTo("secret_key");
        assertThat(status()).isEqualTo("disconnected null");
        shop.connected();
        shop.put("sk_test_wrong").refuses(400, "invalid_credentials");
        assertThat(status()).isEqualTo("connected null");
    }

    @Test
    void stripeThatDoesNotAnswerChangesNothing() {
        shop.control("answer", "path", "/v1/webhook_endpoints", "status", 500).expect(200);
        shop.put(shop.secretKey()).refuses(503, "unavailable");
        assertThat(status()).isEqualTo("disconnected null");
    }

    @Test
    void anotherKeyMakesTheWebhookAnew() {
        shop.connected();
        String first = endpoint();
        shop.connected();
        assertThat(endpoint()).isNotEqualTo(first);
        assertThat(shop.check().expect(200).at("repaired")).isEqualTo(List.of());
    }

    @Test
    void aWebhookThatIsGoneIsMadeAgainWithItsNewSecret() {
        shop.connected();
        String before = connections().hookSecret(connection());
        shop.control("subscriptions", "id", endpoint(), "status", "").expect(200);
        Answer checked = shop.check().expect(200);
        assertThat(checked.at("connection.status")).isEqualTo("connected");
        assertThat(checked.at("repaired.0")).isNotNull();
        assertThat(connections().hookSecret(connection())).isNotEqualTo(before);
        shop.control("subscriptions", "id", endpoint(), "status", "disabled").expect(200);
        assertThat(shop.check().expect(200).at("repaired.0")).isNotNull();
        assertThat(shop.check().expect(200).at("repaired")).isEqualTo(List.of());
    }

    /// The installation has another name since.
    @Test
    void theWebhookOfAnEarlierAddressIsReplaced() {
        shop.connected();
        Webhook before = Objects.requireNonNull(connection().webhook());
        URI address = ProviderConnections.webhookUrl(
                "https://new.example.com", Provider.STRIPE, connection().id());
        StripeClient client =
                new StripeClient(new StripeApi(service.stack().authUrl() + "/stand-ins/stripe", service.clock()));

        Object made = client.repair(new StripeKey(shop.secretKey()), before, address)
                .webhook()
                .id();

        assertThat(made).isNotNull().isNotEqualTo(before.id());
        assertThat(shop.read("/v1/webhook_endpoints/" + before.id())).containsKey("error");
        assertThat(shop.read("/v1/webhook_endpoints/" + made)).containsEntry("url", address.toString());
    }

    @Test
    void disconnectingDeletesTheWebhookAndErasesTheKey() {
        shop.connected();
        assertThat(shop.disconnect().expect(200).at("revoked")).isEqualTo(true);
        assertThat(status()).isEqualTo("disconnected null");
        assertThat(account.rows("CONNECTION#stripe")).isEmpty();
        shop.check().refuses(409, "not_connected");
        assertThat(shop.disconnect().expect(200).at("revoked")).isEqualTo(true);
    }

    /// A session that was stolen cannot send the tips to another account untold.
    @Test
    void homeTellsWhoChangedWhereTheMoneyGoes() {
        ApiClient admin = account.dashboard(Role.SUPER_ADMIN);
        String email =
                String.valueOf(admin.get("/dashboard/api/session").expect(200).at("user.email"));
        Map<String, String> key = Map.of("secret_key", shop.secretKey());

        shop.put(shop.secretKey()).expect(200);
        assertThat(told()).doesNotContain("entered credentials");
        admin.send("PUT", "/dashboard/api/connections/stripe", Json.write(key)).expect(200);
        assertThat(told()).contains(email + " entered credentials of Stripe: tips go to the account they belong to.");
        admin.delete("/dashboard/api/connections/stripe").expect(200);
        assertThat(told()).contains(email + " disconnected Stripe: it takes no tips now.");
    }

    private String told() {
        return account.dashboard().page("/dashboard/home", null).text();
    }

    @Test
    void noAnswerAndNoRowHasTheKeyOrTheSecret() {
        Answer put = shop.put(shop.secretKey()).expect(200);
        String secret = Objects.requireNonNull(connections().hookSecret(connection()));
        ApiClient owner = account.dashboard();
        String page = new String(
                owner.page("/dashboard/connections/stripe", null).text().getBytes(StandardCharsets.UTF_8),
                StandardCharsets.UTF_8);
        for (String text : List.of(
                put.text(),
                shop.get().text(),
                page,
                account.rows().toString(),
                owner.get("/dashboard/api/connections").text())) {
            assertThat(text).doesNotContain(shop.secretKey()).doesNotContain(secret);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal", "kofi"})
    void aConnectionThatOthersChangedIsNotReplacedAndNothingIsAsked(String provider) {
        String path = "/dashboard/api/connections/" + provider;
        ApiClient owner = account.dashboard();
        byte[] credentials = Json.write(service.stack().processors().credentials(provider));
        owner.send("PUT", path, credentials).expect(200);
        WebClient web = new WebClient(service.stack().authUrl());
        String log = "/stand-ins/" + provider + "/control/log";
        String before = web.get(log).text();

        owner.with("If-Match", "\"" + "0".repeat(32) + "\"")
                .send("PUT", path, credentials)
                .refuses(412, "precondition_failed");

        assertThat(web.get(log).text()).isEqualTo(before);
        String tag = Objects.requireNonNull(owner.get(path).header("ETag"));
        owner.with("If-Match", tag).send("PUT", path, credentials).expect(200);
        owner.delete(path).expect(200);
    }

    @Test
    void ownersAndAdministratorsAloneConnect() {
        account.dashboard(Role.MODERATOR)
                .send("PUT", "/dashboard/api/connections/stripe", Json.write(Map.of("secret_key", "sk_test_x")))
                .refuses(403, "missing_role");
        assertThat(Map.of("status", status())).containsValue("disconnected null");
    }
}
