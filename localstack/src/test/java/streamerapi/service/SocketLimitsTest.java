package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.Network;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// How often sockets sign in, how many there are, and how much they say (contract "Realtime stream").
@NullMarked
class SocketLimitsTest {

    @AutoClose
    private static Service limited;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @BeforeAll
    static void startService() {
        limited = Service.start(Map.of());
    }

    @Test
    void anAddressSignsInSixtyTimesAMinute() {
        try (Service limited = Service.start(Map.of())) {
            Account own = limited.newAccount();
            String forged = Secret.make(Secret.Kind.API_KEY, own.tenantId()).text();
            for (int i = 0; i < 60; i++) {
                assertThat(refusal(limited, Map.of("apiKey", forged))).isEqualTo("invalid_api_key");
            }
            assertThat(refusal(limited, Map.of("apiKey", own.apiKey()))).isEqualTo("rate_limited");
            limited.clock().advance(Duration.ofSeconds(61));
            try (TestSocket socket = TestSocket.signIn(limited, own.apiKey())) {
                socket.next("ready");
            }
        }
    }

    @Test
    void aSignInIsARequestOfItsCredential() {
        try (Service limited = Service.start(Map.of("RATE_LIMIT_FACTOR", "0.5"))) {
            Account own = limited.newAccount();
            ApiClient api = own.api();
            for (int i = 0; i < 59; i++) {
                api.get("/me").expect(200);
            }
            try (TestSocket socket = TestSocket.signIn(limited, own.apiKey())) {
                socket.next("ready");
            }
            assertThat(refusal(limited, Map.of("apiKey", own.apiKey()))).isEqualTo("rate_limited");
        }
    }

    @Test
    void signInsThatOtherProcessesLetInCountForAnAddress() {
        try (Service limited = Service.start(Map.of())) {
            Account own = limited.newAccount();
            String network = Network.ofCustomer("127.0.0.1");
            RateLimiter other = another(limited, own);
            Window window = other.window(RateLimit.SIGN_INS_PER_ADDRESS, network);
            IntStream.range(0, 60).forEach(i -> assertThat(window.admit()).isTrue());
            other.flushSignIns(window, network);

            List<String> codes = IntStream.range(0, 5)
                    .mapToObj(i -> answer(limited, own.apiKey()))
                    .toList();
            assertThat(codes).as("one may come in before the count is read").endsWith("rate_limited", "rate_limited");
        }
    }

    @Test
    void requestsThatOtherProcessesLetInCountForACredential() {
        try (Service limited = Service.start(Map.of())) {
            String key = limited.newAccount().apiKey();
            WarmProcess other = new WarmProcess(limited, Map.of());
            for (int i = 0; i < 120; i++) {
                assertThat(other.status(GatewayEvent.get("/v1/tts/now", key, "192.0.2." + i)))
                        .isEqualTo(200);
            }
            assertThat(refusal(limited, Map.of("apiKey", key))).isEqualTo("rate_limited");
        }
    }

    @Test
    void framesThatOtherProcessesTookCountForASocket() {
        Account own = limited.newAccount();
        try (TestSocket socket = TestSocket.signIn(limited, own.apiKey())) {
            socket.next("ready");
            String prefix = Keys.SUBSCRIBER + "socket_";
            String connectionId = own.rows(prefix).getFirst().key().sort().substring(prefix.length());
            RateLimiter other = another(limited, own);
            Window window = other.window(RateLimit.FRAMES_PER_SOCKET, connectionId);
            IntStream.range(0, 120).forEach(i -> assertThat(window.admit()).isTrue());
            other.flush(window, Write.update(Keys.connection(connectionId)));

            socket.send(Map.of("type", "ping"));
            assertThat(code(socket.next("error"))).isEqualTo("rate_limited");
            await().until(socket::isClosed);
        }
    }

    /// The limits as another process counts them.
    private static RateLimiter another(Service of, Account account) {
        return new RateLimiter(account.table(), of.clock(), BigDecimal.ONE);
    }

    /// The code of a refusal, or `ready`.
    private static String answer(Service of, String key) {
        try (TestSocket socket = TestSocket.open(of).send(Map.of("data", Map.of("apiKey", key)))) {
            Map<String, @Nullable Object> frame = socket.next();
            return "error".equals(frame.get("type")) ? code(frame) : String.valueOf(frame.get("type"));
        }
    }

    @Test
    void aSocketSaysThreeThingsBeforeItSignsIn() {
        try (TestSocket socket = TestSocket.open(service)) {
            for (int i = 0; i < 3; i++) {
                socket.send(Map.of("type", "ping")).next("pong");
            }
            socket.send(Map.of("type", "ping"));
            assertThat(code(socket.next("error"))).isEqualTo("rate_limited");
            await().until(socket::isClosed);
        }
        try (TestSocket socket = TestSocket.open(service)) {
            for (int i = 0; i < 3; i++) {
                socket.send(Map.of("type", "ping")).next("pong");
            }
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()))).next("ready");
        }
    }

    @Test
    void aSocketSendsAHundredAndTwentyFramesAMinute() {
        Account own = limited.newAccount();
        try (TestSocket socket = TestSocket.signIn(limited, own.apiKey())) {
            socket.next("ready");
            for (int i = 0; i < 120; i++) {
                socket.send(Map.of("type", "ping")).next("pong");
            }
            limited.clock().advance(Duration.ofSeconds(61));
            for (int i = 0; i < 120; i++) {
                socket.send(Map.of("type", "ping")).next("pong");
            }
            socket.send(Map.of("type", "ping"));
            assertThat(code(socket.next("error"))).isEqualTo("rate_limited");
            await().until(socket::isClosed);
        }
    }

    @Test
    void anAppHasTenSocketsAndOverlaysHaveTheirOwn() {
        TestApp app = TestApp.open(service.newAccount(), Scope.CHAT_WRITE);
        String token = app.connect(account).access();
        String overlay = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("key"));
        List<TestSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                open.add(ready(Map.of("apiKey", token)));
            }
            assertThat(refusal(service, Map.of("apiKey", token))).isEqualTo("limit_reached");
            String handedOn = String.valueOf(
                    app.api(token).post("/realtime/token").expect(200).at("token"));
            assertThat(refusal(service, Map.of("token", handedOn))).isEqualTo("limit_reached");
            for (int i = 0; i < 40; i++) {
                open.add(ready(Map.of("apiKey", account.apiKey())));
            }
            assertThat(refusal(service, Map.of("apiKey", account.apiKey()))).isEqualTo("limit_reached");
            open.add(ready(Map.of("overlayKey", overlay)));

            open.removeFirst().close();
            await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").size() == 50);
            open.add(ready(Map.of("apiKey", token)));
        } finally {
            open.forEach(TestSocket::close);
        }
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        assertThat(account.rows("ALLOTMENT#"))
                .filteredOn(row -> row.key().sort().contains("sockets"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.get(Attribute.whole("taken"))).isZero());
    }

    @Test
    void aCountOfOverlaysSocketsThatAreGoneIsCorrected() {
        String overlay = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("key"));
        ready(Map.of("overlayKey", overlay)).close();
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        Key count = Keys.allotment(account.tenantId(), "overlay_sockets");
        Attribute.Whole taken = Attribute.whole("taken");
        account.table().write(List.of(Write.update(count).set(taken, 50L)));
        try (TestSocket socket = ready(Map.of("overlayKey", overlay))) {
            assertThat(Objects.requireNonNull(account.table().get(count)).get(taken))
                    .isEqualTo(1);
            assertThat(socket.isClosed()).isFalse();
        }
    }

    @Test
    void aRealtimeTokenOpensNoMoreThanItsKeyStillHas() {
        ApiClient dashboard = account.dashboard();
        Answer made = dashboard
                .post(
                        "/dashboard/api/api-keys",
                        Map.of("name", "Narrow", "scopes", List.of("tts:read", "media:read", "counters:manage")))
                .expect(201);
        ApiClient api = new ApiClient(service.stack().authUrl(), String.valueOf(made.at("secret")));
        String earlier = String.valueOf(api.post("/realtime/token").expect(200).at("token"));
        String later = String.valueOf(api.post("/realtime/token").expect(200).at("token"));
        try (TestSocket open = ready(Map.of("token", earlier))) {
            dashboard
                    .patch("/dashboard/api/api-keys/" + made.at("key.id"), Map.of("scopes", List.of("media:read")))
                    .expect(200);
            await().until(open::isClosed);
        }

        try (TestSocket socket = ready(Map.of("token", later))) {
            account.tip("Ada");
            account.media();
            assertThat(String.valueOf(socket.next().get("type"))).startsWith("media.");
        }
    }

    private TestSocket ready(Map<String, String> credential) {
        TestSocket socket = TestSocket.open(service).send(Map.of("data", credential));
        socket.next("ready");
        return socket;
    }

    private static String refusal(Service of, Map<String, String> credential) {
        try (TestSocket socket = TestSocket.open(of).send(Map.of("data", credential))) {
            return code(socket.next("error"));
        }
    }

    private static String code(Map<String, @Nullable Object> frame) {
        return String.valueOf(Json.asObject(frame.get("data")).get("code"));
    }
}
