package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.AuthorizationRow;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Tokens that open one socket (contract "POST /realtime/token").
class RealtimeTokenTest {

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void aTokenSignsASocketInWithAllScopes() {
        Answer answer = account.api().post("/realtime/token").expect(200);
        assertThat(answer.at("ws_url")).isEqualTo(service.stack().wsUrl());
        Instant expires = Instant.parse((String) Objects.requireNonNull(answer.at("expires_at")));
        assertThat(expires)
                .isBetween(
                        service.clock().instant().plusSeconds(50),
                        service.clock().instant().plusSeconds(60));

        assertThat(channels(token(answer))).contains("tips", "tts", "media", "overlays");
    }

    @Test
    void aTokenOfSomeScopesOpensTheirChannelsAlone() {
        Answer answer = account.api()
                .post("/realtime/token", Map.of("scopes", List.of("media:read")))
                .expect(200);

        assertThat(channels(token(answer))).containsExactly("media", "tipping", "system");
    }

    @Test
    void aScopeThatTheCredentialLacksIsRefused() {
        Answer answer = account.api(Scope.TTS_READ)
                .post("/realtime/token", Map.of("scopes", List.of("tts:read", "media:read")))
                .refuses(403, "missing_scope");

        assertThat(answer.at("required_scope")).isEqualTo("media:read");
    }

    @Test
    void aScopeThatThereIsNotIsABadRequest() {
        for (Object scopes : List.of(List.of("everything"), "tts:read", List.of(1))) {
            Answer answer = account.api()
                    .post("/realtime/token", Map.of("scopes", scopes))
                    .refuses(400, "bad_request");

            assertThat(answer.at("field")).isEqualTo("scopes");
        }
    }

    @Test
    void aKeyThatLosesAScopeWhileASocketSignsInOpensNoneWithIt() {
        Caller foundBefore = caller();
        Row mark = Row.of(new Key(Keys.account(account.tenantId()), "MARK#socket"));
        List<Write> entering = List.of(foundBefore.stillGood(), Write.put(mark));
        account.table().write(entering);

        account.dashboard()
                .patch("/dashboard/api/api-keys/" + foundBefore.id(), Map.of("scopes", List.of("media:read")))
                .expect(200);

        assertThatThrownBy(() -> account.table().write(entering)).isInstanceOf(WriteConflict.class);
        account.table().write(List.of(caller().stillGood(), Write.put(mark)));
    }

    @Test
    void aTokenIsGoodForOneSocket() {
        String token = token(account.api().post("/realtime/token").expect(200));

        List<Object> first = AtOnce.run(8, i -> {
            try (TestSocket socket = TestSocket.open(service)) {
                Map<String, @Nullable Object> frame = socket.send(signIn(token)).next();
                return "ready".equals(frame.get("type")) ? "ready" : code(frame);
            }
        });

        assertThat(first).containsOnlyOnce("ready").containsOnly("ready", "invalid_token");
    }

    @Test
    void aTokenIsGoodFor60Seconds() {
        String token = token(account.api().post("/realtime/token").expect(200));

        service.clock().advance(Duration.ofSeconds(61));

        assertThat(refusal(token)).isEqualTo("invalid_token");
    }

    @Test
    void aTokenDiesWithItsCredential() {
        String key = account.newKey(Set.of(Scope.TTS_READ));
        String token = token(new ApiClient(service.stack().authUrl(), key)
                .post("/realtime/token")
                .expect(200));

        account.table()
                .write(List.of(Write.delete(
                        Keys.credential(Secret.parse(key).orElseThrow().hash()))));

        assertThat(refusal(token)).isEqualTo("revoked");
    }

    /// The connections of a large app are cleared by messages, some time after the change that ended them.
    @Test
    void aTokenOfAnAppThatHasGivenUpAScopeOpensNoSocketBeforeTheConnectionIsCleared() {
        TestApp app = TestApp.confidential(account, Scope.TTS_READ);
        String token = token(
                app.api(app.connect(account).access()).post("/realtime/token").expect(200));

        Key row = Keys.app(Keys.appNumber(app.app().clientId()));
        account.table().write(List.of(Write.update(row).add(AuthorizationRow.REVISION, 1)));

        assertThat(refusal(token)).isEqualTo("invalid_token");
    }

    @Test
    void aPageGetsATokenThatReadsTheQueuesAndEndsWithItsUsersSessions() {
        Account.Member member = account.newUser(Role.MODERATOR);
        DashboardVisitor page = DashboardVisitor.signedIn(service, member.email(), member.password());
        String unused = pageToken(page);
        try (TestSocket socket = TestSocket.open(service)) {
            Object channels = Json.asObject(
                            socket.send(signIn(pageToken(page))).next("ready").get("data"))
                    .get("channels");
            assertThat(channels).isEqualTo(List.of("tips", "tts", "media", "tipping"));
            account.tip("NovaFox");
            assertThat(socket.next("tip.created")).isNotEmpty();

            account.dashboard()
                    .patch("/dashboard/api/team/" + member.id(), Map.of("role", "super_admin"))
                    .expect(200);

            assertThat(code(socket.next("error"))).isEqualTo("revoked");
        }
        assertThat(refusal(unused)).isEqualTo("revoked");
    }

    @Test
    void aPagesTokenDiesWithItsUser() {
        Account.Member member = account.newUser(Role.MODERATOR);
        String token = pageToken(DashboardVisitor.signedIn(service, member.email(), member.password()));

        account.dashboard().delete("/dashboard/api/team/" + member.id()).expect(200);

        assertThat(refusal(token)).isEqualTo("revoked");
    }

    private Caller caller() {
        Secret key = Secret.parse(account.apiKey()).orElseThrow();
        return Caller.of(Objects.requireNonNull(account.table().get(Keys.credential(key.hash()))));
    }

    private static String pageToken(DashboardVisitor page) {
        String csrf = Objects.requireNonNull(
                Browser.hidden(page.open("/dashboard/queue")).get("csrf_token"));
        return token(page.web()
                .postForm("/dashboard/realtime", Map.of("csrf_token", csrf))
                .expect(200));
    }

    @Test
    void whatIsNoTokenIsRefused() {
        assertThat(refusal("sws_nonsense")).isEqualTo("invalid_token");
        assertThat(refusal(account.apiKey())).isEqualTo("invalid_token");
        assertThat(refusal(Secret.make(Secret.Kind.REALTIME_TOKEN, account.tenantId())
                        .text()))
                .isEqualTo("invalid_token");
    }

    @Test
    void aTokenIsNoKey() {
        String token = token(account.api().post("/realtime/token").expect(200));

        new ApiClient(service.stack().authUrl(), token).get("/me").refuses(401, "invalid_api_key");
        try (TestSocket socket = TestSocket.signIn(service, token)) {
            assertThat(code(socket.next())).isEqualTo("invalid_api_key");
        }
    }

    private List<String> channels(String token) {
        try (TestSocket socket = TestSocket.open(service)) {
            List<?> channels = (List<?>) Objects.requireNonNull(
                    Json.asObject(socket.send(signIn(token)).next("ready").get("data"))
                            .get("channels"));
            return channels.stream().map(String::valueOf).toList();
        }
    }

    private Object refusal(String token) {
        try (TestSocket socket = TestSocket.open(service)) {
            Object code = code(socket.send(signIn(token)).next());
            assertThat(socket.closeCode()).isPositive();
            return code;
        }
    }

    private static Map<String, ?> signIn(String token) {
        return Map.of("data", Map.of("token", token));
    }

    private static Object code(Map<String, @Nullable Object> frame) {
        return Objects.requireNonNull(Json.asObject(frame.get("data")).get("code"));
    }

    private static String token(Answer answer) {
        return (String) Objects.requireNonNull(answer.at("token"));
    }
}
