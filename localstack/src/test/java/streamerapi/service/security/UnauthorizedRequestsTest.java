package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestConnector;
import streamerapi.service.TestReceiver;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;

/// Requests that are refused for their credential, scope, role, limit or signature cause no call to another service, no
/// write but the limiter's counts, and no message. The requests are made from the table of routes, so a new route is
/// among them.
@NullMarked
class UnauthorizedRequestsTest {

    private static final int FAR_OVER = 2_000_000_000;

    private static final TestReceiver OTHERS = TestReceiver.open()
            .saying("{\"sent\": true, \"action\": \"allow\", \"type\": \"video\", \"title\": \"Paper boats\"}");
    private static final EarlyEffects EFFECTS = new EarlyEffects(OTHERS);
    private static final Service SERVICE = Service.start(
            Map.of(
                    "RATE_LIMIT_FACTOR", "10000",
                    "VIDEO_SITES_URL", OTHERS.url() + "/",
                    "AI_URL", OTHERS.url(),
                    "ALPHA_CONNECTOR_URL", OTHERS.url(),
                    "BETA_CONNECTOR_URL", OTHERS.url(),
                    "CARD_CONNECTOR_URL", OTHERS.url(),
                    "WALLET_CONNECTOR_URL", OTHERS.url()),
            new WatchedRequests(EFFECTS));

    private final Account account = SERVICE.newAccount();
    private final RouteRequests requests = new RouteRequests(account, OTHERS.url());

    @AfterAll
    static void close() {
        SERVICE.close();
        OTHERS.close();
    }

    @BeforeEach
    void begin() {
        EFFECTS.of("the account's first rows");
    }

    @Test
    void aRequestWithoutACredential() {
        refused(
                route -> is(route, Access.Credential.class) || is(route, Access.SignedIn.class),
                401,
                route -> client());
    }

    @Test
    void aRequestWithAForgedCredential() {
        String user = account.rows("USER#").getFirst().key().sort().substring(Keys.USER.length());
        ApiClient key =
                client(Secret.make(Secret.Kind.API_KEY, account.tenantId()).text());
        ApiClient session = client().with(
                        "Cookie",
                        "session=" + user + "."
                                + Secret.make(Secret.Kind.SESSION, account.tenantId())
                                        .text())
                .with("X-CSRF-Token", "Yx3n0cI5n0Uu6sS9l0Zr7b3m8w1q2e4r5t6y7u8i9o0");
        refused(
                route -> is(route, Access.Credential.class) || is(route, Access.SignedIn.class),
                401,
                route -> is(route, Access.SignedIn.class) ? session : key);
    }

    @Test
    void aKeyWithoutTheScope() {
        ApiClient reading = account.api(Scope.TTS_READ);
        ApiClient writing = account.api(Scope.CHAT_WRITE);
        refused(
                route -> route.access() instanceof Access.Credential access && access.scope() != null,
                403,
                route -> ((Access.Credential) route.access()).scope() == Scope.TTS_READ ? writing : reading);
    }

    @Test
    void aSessionWithoutTheRole() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        refused(
                route -> route.access() instanceof Access.SignedIn access && access.role() != Role.MODERATOR,
                403,
                route -> moderator);
    }

    @Test
    void aChangeWithoutTheTokenOfItsSession() {
        ApiClient session = client().with("Cookie", account.signIn().cookie());
        refused(route -> is(route, Access.SignedIn.class) && !route.method().equals("GET"), 403, route -> session);
    }

    @Test
    void aCredentialOverItsLimit() {
        Account other = SERVICE.newAccount();
        AtomicInteger keys = new AtomicInteger();
        refused(
                route -> is(route, Access.Credential.class) || is(route, Access.SignedIn.class),
                429,
                route -> is(route, Access.SignedIn.class)
                        ? sessionOverItsLimit()
                        : keyOverItsLimit(keys.getAndIncrement() % 2 == 0 ? account : other));
    }

    @Test
    void anotherAccountsCredential() {
        Account other = SERVICE.newAccount();
        ApiClient key = other.api();
        ApiClient session = other.dashboard();
        Map<Key, Map<String, AttributeValue>> before = requests.rows();
        List<String> effects = new ArrayList<>();
        for (Route route : RouteRequests.all()) {
            if (route.template().contains("{")
                    && (is(route, Access.Credential.class) || is(route, Access.SignedIn.class))) {
                requests.send(is(route, Access.SignedIn.class) ? session : key, route);
                EFFECTS.of(RouteRequests.name(route)).stream()
                        .filter(effect -> effect.contains("another service"))
                        .forEach(effects::add);
            }
        }
        assertThat(effects).isEmpty();
        assertThat(requests.rows()).isEqualTo(before);
    }

    @Test
    void aMessageWhoseSignatureDoesNotHold() {
        TestConnector card = account.connector("card_processor");
        Map<String, Object> payment = Map.of(
                "payment_id", "p2",
                "name", "Ada",
                "message", "Hi",
                "amount", 5,
                "currency", "USD",
                "media", Map.of("url", StandInVideoSites.PLAYABLE));
        card.send("payment.refunded", Map.of("payment_id", "unknown"));
        account.dashboard()
                .post("/dashboard/api/ingest-secrets/card_processor/rotate", Map.of())
                .expect(200);
        EFFECTS.of("rotating");
        Map<Key, Map<String, AttributeValue>> before = requests.rows();

        card.sendAs("m1", "payment.captured", payment).refuses(401, "invalid_signature");
        assertThat(EFFECTS.of("a secret that was rotated away")).isEmpty();
        TestConnector forger = card.signingWith(account.connector("alpha").secret());
        forger.sendAs("m2", "payment.captured", payment).refuses(401, "invalid_signature");
        assertThat(EFFECTS.of("another source's secret")).isEmpty();
        card.post(Json.write(card.message("m3", "payment.captured", payment)), null)
                .refuses(401, "invalid_signature");
        assertThat(EFFECTS.of("no signature")).isEmpty();
        Map<String, @Nullable Object> toNowhere = new LinkedHashMap<>(card.message("m4", "payment.captured", payment));
        toNowhere.put("tenant_id", "ten_0000000000000");
        card.post(toNowhere).refuses(401, "invalid_signature");
        assertThat(EFFECTS.of("an unknown account")).isEmpty();
        new TestConnector(account, "gamma", card.secret())
                .sendAs("m5", "payment.captured", payment)
                .refuses(404, "not_found");
        assertThat(EFFECTS.of("an unknown source")).isEmpty();
        assertThat(requests.rows()).isEqualTo(before);
    }

    /// Sends a request to each of some routes; it is refused with this status (a page's refusal may be a redirect), and
    /// has no effect.
    private void refused(Function<Route, Boolean> which, int status, Function<Route, ApiClient> caller) {
        Map<Key, Map<String, AttributeValue>> before = requests.rows();
        List<String> effects = new ArrayList<>();
        int sent = 0;
        for (Route route : RouteRequests.all()) {
            if (which.apply(route)) {
                ApiClient client = caller.apply(route);
                EFFECTS.of("making a credential");
                Answer answer = requests.send(client, route);
                effects.addAll(EFFECTS.of(RouteRequests.name(route)));
                sent++;
                if (route.manner().page()) {
                    assertThat(answer.status()).as(RouteRequests.name(route)).isBetween(300, 499);
                } else {
                    assertThat(answer.status())
                            .as(RouteRequests.name(route) + " " + answer.text())
                            .isEqualTo(status);
                }
            }
        }
        assertThat(sent).isGreaterThan(30);
        assertThat(effects).isEmpty();
        assertThat(requests.rows()).isEqualTo(before);
    }

    private static boolean is(Route route, Class<? extends Access> access) {
        return access.isInstance(route.access());
    }

    private static ApiClient client() {
        return new ApiClient(SERVICE.stack().authUrl(), null).withoutValidation();
    }

    private static ApiClient client(String key) {
        return new ApiClient(SERVICE.stack().authUrl(), key).withoutValidation();
    }

    /// A new key: one that was refused before could cause a warning. An account has at most 100, so two take turns.
    private ApiClient keyOverItsLimit(Account owner) {
        String key = owner.newKey(Set.copyOf(Scope.all()));
        over(Keys.credential(Secret.parse(key).orElseThrow().hash()));
        return client(key);
    }

    private ApiClient sessionOverItsLimit() {
        Account.SignedIn session = account.signIn();
        SessionCookie cookie =
                Objects.requireNonNull(SessionCookie.parse(session.cookie().substring("session=".length())));
        over(Keys.session(account.tenantId(), cookie.secret().hash()));
        return session.on(client());
    }

    private void over(Key credential) {
        account.table()
                .write(List.of(Write.update(credential)
                        .set(Attribute.any("window"), SERVICE.clock().instant())
                        .set(Attribute.any("requests"), FAR_OVER)));
    }
}
