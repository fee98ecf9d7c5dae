package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// When sockets end, and how they are told (contract "Realtime stream").
class RealtimeLifetimeTest {

    private static final Duration QUEUE_DELAY = Duration.ofSeconds(30);

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void aSocketThatDoesNotSignInIsClosed() {
        try (TestSocket socket = TestSocket.open(service)) {
            await().atMost(QUEUE_DELAY).until(() -> {
                service.clock().advance(Duration.ofSeconds(1));
                return socket.isClosed();
            });

            assertThat(code(socket.next("error"))).isEqualTo("auth_timeout");
        }
    }

    @Test
    void aSignInThatComesTooLateIsRefused() {
        try (TestSocket socket = TestSocket.open(service)) {
            service.clock().advance(Duration.ofSeconds(11));

            socket.send(Map.of("data", Map.of("apiKey", account.apiKey())));

            assertThat(code(socket.next("error"))).isEqualTo("auth_timeout");
            assertThat(socket.closeCode()).isPositive();
        }
    }

    @Test
    void aSocketIsToldToComeAgainFiveMinutesBeforeItIsClosed() throws FunctionError {
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            Map<String, @Nullable Object> ready =
                    Json.asObject(socket.next("ready").get("data"));
            Instant closes = Instant.parse((String) Objects.requireNonNull(ready.get("expires_at")));
            Instant opened = closes.minus(Duration.ofHours(2));
            String connection = (String) Objects.requireNonNull(ready.get("connection_id"));

            service.clock().advance(Duration.ofSeconds(13));
            comes(connection, opened);
            service.clock().advance(Duration.ofMinutes(114));
            comes(connection, opened);
            assertThat(socket.waiting()).isEmpty();

            service.clock().advance(Duration.ofMinutes(1));
            comes(connection, opened);

            assertThat(socket.next("reconnect").get("data"))
                    .isEqualTo(Map.of(
                            "reason",
                            "max_age",
                            "closes_at",
                            closes.toString().replaceFirst("(:[0-9]{2})Z", "$1.000Z")));
            account.tip("Ada");
            socket.next("tip.created");
        }
    }

    @Test
    void fiftySocketsAreTheLimitHoweverManyComeAtOnce() {
        List<TestSocket> sockets = AtOnce.run(60, i -> TestSocket.signIn(service, account.apiKey()));
        List<Object> frames = sockets.stream()
                .map(TestSocket::next)
                .map(frame -> "ready".equals(frame.get("type")) ? "ready" : code(frame))
                .toList();

        assertThat(frames).filteredOn("ready"::equals).hasSize(50);
        assertThat(frames).filteredOn("limit_reached"::equals).hasSize(10);

        sockets.forEach(TestSocket::close);
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
        }
    }

    @Test
    void socketsThatWentWithoutAWordDoNotCountForEver() {
        for (int i = 0; i < 50; i++) {
            account.table()
                    .write(List.of(Write.put(socketRow("gone" + i)
                            .with(
                                    Attribute.time("closes"),
                                    service.clock().instant().minusSeconds(1)))));
        }
        account.table()
                .write(List.of(Write.update(Keys.allotment(account.tenantId(), "sockets"))
                        .set(Attribute.any("taken"), 50)));

        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
        }
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        assertThat(account.rows("ALLOTMENT#sockets").getFirst().get(Attribute.whole("taken")))
                .isZero();
    }

    @Test
    void aRevokedKeyClosesItsSocketsAndNoOthers() {
        String key = account.newKey(Set.of(Scope.TTS_READ));
        try (TestSocket revoked = TestSocket.signIn(service, key);
                TestSocket other = TestSocket.signIn(service, account.apiKey())) {
            revoked.next("ready");
            other.next("ready");
            Key credential = Key.of(account, key);

            account.table()
                    .write(List.of(
                            Write.delete(Keys.credential(credential.hash)),
                            credentials().revocation(account.tenantId(), credential.id)));

            assertThat(code(revoked.next("error"))).isEqualTo("revoked");
            assertThat(revoked.closeCode()).isPositive();
            account.tip("Ada");
            other.next("tip.created");
        }
    }

    @Test
    void aSocketWhoseSignInDiedIsClosedAndForgotten() {
        account.table()
                .write(List.of(Write.put(socketRow("stuck")
                        .with(
                                Attribute.any("joining_since"),
                                service.clock().instant().minusSeconds(61)))));

        account.tip("Ada");

        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
    }

    private record Key(String hash, String id) {
        static Key of(Account account, String text) {
            String hash = Secret.parse(text).orElseThrow().hash();
            Row row = Objects.requireNonNull(account.table().get(Keys.credential(hash)));
            return new Key(hash, row.get(Attribute.text("id")));
        }
    }

    private Credentials credentials() {
        return new Credentials(
                account.table(),
                new RateLimiter(account.table(), service.clock(), BigDecimal.ONE),
                new Ids(service.clock()),
                service.clock());
    }

    private Row socketRow(String connectionId) {
        return Row.of(Keys.socket(account.tenantId(), connectionId))
                .with(Attribute.any("tenant_id"), account.tenantId())
                .with(Attribute.any("credential_id"), "ak_gone")
                .with(Attribute.any("channels"), List.of("tips"))
                .with(Attribute.any("events"), List.of("*"))
                .with(Attribute.time("closes"), service.clock().instant().plusSeconds(3_600));
    }

    /// Hands a socket's message to the function as the queue does when its time has come.
    private static void comes(String connectionId, Instant opened) throws FunctionError {
        String body = Json.writeText(
                Map.of("socket", Map.of("connection_id", connectionId, "opened", opened.toEpochMilli())));
        byte[] answer = service.stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }

    private static Object code(Map<String, @Nullable Object> frame) {
        return Objects.requireNonNull(Json.asObject(frame.get("data")).get("code"));
    }
}
