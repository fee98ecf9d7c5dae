package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestApp.Tokens;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.service.OAuthTokenTest.oauthError;

/// Holds what tokens open, how they are renewed, and how they end (spec "OAuth 2.0").
@NullMarked
class OAuthTokensInUseTest {

    private static final String TOKEN = "/oauth/token";

    private final Service service = Service.shared();
    private final Account streamer = service.newAccount();
    private final TestApp app = TestApp.confidential(service.newAccount(), Scope.TTS_READ, Scope.TIPS_CREATE);

    @Test
    void anAccessTokenWorksOnTheApiWithItsScopes() {
        Tokens tokens = app.connect(streamer);
        app.api(tokens.access()).get("/tts/queue").expect(200);
        app.api(tokens.access()).post("/tts/pause").refuses(403, "missing_scope");
    }

    @Test
    void meNamesTheAppAndTheAuthorization() {
        Answer me = app.api(app.connect(streamer).access()).get("/me").expect(200);
        assertThat(me.at("tenant.id")).isEqualTo(streamer.tenantId());
        assertThat(me.at("credential")).isEqualTo("oauth");
        assertThat(me.at("oauth.client_id")).isEqualTo(app.app().clientId());
        assertThat(String.valueOf(me.at("oauth.authorization_id"))).matches("oa_\\w{26}");
        assertThat(me.at("key.id")).isEqualTo(me.at("oauth.authorization_id"));
        assertThat(me.at("key.name")).isEqualTo("Overlay tools");
        assertThat(me.at("key.scopes")).isEqualTo(List.of("tts:read", "tips:create"));
        assertThat(streamer.api().get("/me").json()).containsOnlyKeys("tenant", "key");
    }

    @Test
    void actionsByAnAppCarryItsActor() {
        Tokens tokens = app.connect(streamer);
        app.api(tokens.access()).post("/tips", Map.of("name", "Ada")).expect(201);
        Object id = app.api(tokens.access()).get("/me").at("oauth.authorization_id");
        assertThat(Json.asObject(Json.read(streamer.events().getLast())).get("actor"))
                .isEqualTo(Map.of(
                        "type",
                        "oauth_app",
                        "id",
                        app.app().clientId(),
                        "name",
                        "Overlay tools",
                        "authorization_id",
                        Objects.requireNonNull(id)));
    }

    @Test
    void anAccessTokenExpiresAfterAnHour() {
        try (Service own = Service.start(Map.of("RATE_LIMIT_FACTOR", "1000"))) {
            Account account = own.newAccount();
            TestApp mine = TestApp.confidential(account, Scope.TTS_READ);
            Tokens tokens = mine.connect(account);
            own.clock().advance(Duration.ofMinutes(59));
            mine.api(tokens.access()).get("/me").expect(200);
            own.clock().advance(Duration.ofSeconds(61));
            Answer refused = mine.api(tokens.access()).get("/me").refuses(401, "invalid_token");
            assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer error=\"invalid_token\"");
            own.clock().advance(Duration.ofDays(400));
            Tokens renewed = Tokens.of(mine.refresh(tokens.refresh()).expect(200));
            mine.api(renewed.access()).get("/me").expect(200);
        }
    }

    @Test
    void aRevocationEndsTheWholeAuthorization() {
        for (boolean refresh : new boolean[] {true, false}) {
            Tokens tokens = app.connect(streamer);
            Answer answer =
                    app.revoke(refresh ? tokens.refresh() : tokens.access()).expect(200);
            assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
            app.api(tokens.access()).get("/me").refuses(401, "invalid_token");
            oauthError(app.refresh(tokens.refresh()), 400, "invalid_grant");
        }
    }

    @Test
    void revokingWhatIsUnknownIsFine() {
        Tokens tokens = app.connect(streamer);
        app.revoke(tokens.refresh()).expect(200);
        app.revoke(tokens.refresh()).expect(200);
        app.revoke("nonsense").expect(200);
        app.revoke(streamer.apiKey()).expect(200);
        streamer.api().get("/me").expect(200);
        app.post("/oauth/revoke", Map.of("token", "x", "token_type_hint", "whatever"))
                .expect(200);
        oauthError(app.post("/oauth/revoke", Map.of()), 400, "invalid_request");
    }

    @Test
    void whoRevokesMustAuthenticate() {
        Tokens tokens = app.connect(streamer);
        oauthError(
                app.post("/oauth/revoke", Map.of("token", tokens.refresh()), "client_secret", "wrong"),
                401,
                "invalid_client");
        oauthError(app.web().postForm("/oauth/revoke", Map.of("token", tokens.refresh())), 401, "invalid_client");
        app.web()
                .postForm("/oauth/revoke", Map.of("token", "x"), Map.of("Authorization", app.basic()))
                .expect(200);
        app.api(tokens.access()).get("/me").expect(200);
    }

    @Test
    void nobodyRevokesAnotherClientsTokens() {
        Tokens tokens = app.connect(streamer);
        TestApp other = TestApp.open(app.owner(), Scope.TTS_READ);
        oauthError(other.revoke(tokens.refresh()), 400, "invalid_grant");
        app.api(tokens.access()).get("/me").expect(200);
    }

    @Test
    void aTokenThatHasRunOutStillSaysWhatToRevoke() {
        Tokens first = app.connect(streamer);
        Tokens second = Tokens.of(app.refresh(first.refresh()).expect(200));
        app.revoke(first.refresh()).expect(200);
        app.api(second.access()).get("/me").refuses(401, "invalid_token");
    }

    @Test
    void aNewAuthorizationReplacesTheOneBefore() {
        Tokens first = app.connect(streamer);
        Tokens second = app.connect(streamer);
        app.api(first.access()).get("/me").refuses(401, "invalid_token");
        oauthError(app.refresh(first.refresh()), 400, "invalid_grant");
        app.api(second.access()).get("/me").expect(200);
        assertThat(streamer.rows(Keys.AUTHORIZATION)).hasSize(1);
    }

    @Test
    void ofConsentsExchangedAtOnceOneIsLeft() {
        List<String> codes = List.of(app.code(streamer), app.code(streamer), app.code(streamer), app.code(streamer));
        List<Answer> answers = AtOnce.run(4, i -> app.exchange(codes.get(i)).expect(200));
        assertThat(answers)
                .filteredOn(
                        answer -> app.api(Tokens.of(answer).access()).get("/me").status() == 200)
                .hasSize(1);
    }

    @Test
    void anAppThatGivesAScopeUpLosesAllConnectionsAtOnce() {
        Account other = service.newAccount();
        String code = app.code(streamer);
        Tokens here = app.connect(streamer);
        Tokens there = app.connect(other);
        app.giveItself(Scope.TTS_READ);
        app.api(here.access()).get("/me").refuses(401, "invalid_token");
        app.api(there.access()).get("/me").refuses(401, "invalid_token");
        oauthError(app.refresh(here.refresh()), 400, "invalid_grant");
        oauthError(app.exchange(code), 400, "invalid_grant");
        TestApp smaller = new TestApp(app.owner(), app.now(), app.secret());
        app.api(smaller.connect(streamer).access()).get("/me").expect(200);
    }

    @Test
    void anAppThatTakesAScopeMoreKeepsItsConnections() {
        Tokens tokens = app.connect(streamer);
        app.giveItself(Scope.TTS_READ, Scope.TIPS_CREATE, Scope.COUNTERS_MANAGE);
        Answer me = app.api(tokens.access()).get("/me").expect(200);
        assertThat(me.at("key.scopes")).isEqualTo(List.of("tts:read", "tips:create"));
        assertThat(Tokens.of(app.refresh(tokens.refresh()).expect(200)).scope()).isEqualTo("tts:read tips:create");
    }

    @Test
    void theLimitIsTheAuthorizationsAcrossItsTokens() {
        try (Service own = Service.start(Map.of())) {
            Account account = own.newAccount();
            TestApp mine = TestApp.confidential(account, Scope.TTS_READ);
            Tokens first = mine.connect(account);
            Tokens second = Tokens.of(mine.refresh(first.refresh()).expect(200));
            for (int i = 0; i < 60; i++) {
                mine.api(first.access()).get("/events").expect(200);
                mine.api(second.access()).get("/events").expect(200);
            }
            Answer refused = mine.api(second.access()).get("/events").refuses(429, "rate_limited");
            assertThat(refused.header("RateLimit-Limit")).isEqualTo("120");
            mine.api(first.access()).get("/events").refuses(429, "rate_limited");
            own.clock().advance(Duration.ofMinutes(1));
            mine.api(first.access()).get("/events").expect(200);
        }
    }

    @Test
    void strangersCannotCountAgainstAnAuthorization() {
        try (Service own = Service.start(Map.of())) {
            Account account = own.newAccount();
            TestApp mine = TestApp.confidential(account, Scope.TTS_READ);
            Tokens first = mine.connect(account);
            Tokens second = mine.connect(account);
            for (int i = 0; i < 130; i++) {
                mine.api(first.access()).get("/events").refuses(401, "invalid_token");
            }
            Answer answer = mine.api(second.access()).get("/events").expect(200);
            assertThat(Integer.parseInt(String.valueOf(answer.header("RateLimit-Remaining"))))
                    .isGreaterThan(90);
        }
    }

    @Test
    void aSocketLivesAsLongAsItsAuthorization() {
        Tokens first = app.connect(streamer);
        try (TestSocket socket = TestSocket.signIn(service, first.access());
                TestSocket other = TestSocket.signIn(
                        service, app.connect(service.newAccount()).access())) {
            socket.next("ready");
            other.next("ready");
            Tokens second = Tokens.of(app.refresh(first.refresh()).expect(200));
            app.api(second.access()).post("/tips", Map.of("name", "Ada")).expect(201);
            socket.next("tip.created");
            app.revoke(second.access()).expect(200);
            assertThat(String.valueOf(socket.next("error").get("data"))).contains("revoked");
            socket.closeCode();
            service.awaitRest();
            other.send(Map.of("type", "ping")).next("pong");
        }
        try (TestSocket late = TestSocket.signIn(service, first.access())) {
            assertThat(String.valueOf(late.next("error").get("data"))).contains("invalid_token");
        }
    }

    @Test
    void aSocketEndsWithEveryWayOfRevoking() {
        for (int way = 0; way < 3; way++) {
            String code = app.code(streamer);
            Tokens tokens = Tokens.of(app.exchange(code).expect(200));
            try (TestSocket socket = TestSocket.signIn(service, tokens.access())) {
                socket.next("ready");
                switch (way) {
                    case 0 -> app.exchange(code).expect(400);
                    case 1 -> {
                        app.refresh(tokens.refresh()).expect(200);
                        app.refresh(tokens.refresh()).expect(400);
                    }
                    default -> app.connect(streamer);
                }
                assertThat(String.valueOf(socket.next("error").get("data"))).contains("revoked");
                socket.closeCode();
            }
        }
    }

    @Test
    void theMetadataNamesTheEndpoints() {
        Answer answer = app.web().get("/.well-known/oauth-authorization-server").expect(200);
        String url = service.stack().authUrl();
        assertThat(answer.json())
                .containsEntry("issuer", url)
                .containsEntry("authorization_endpoint", url + "/oauth/authorize")
                .containsEntry("token_endpoint", url + TOKEN)
                .containsEntry("revocation_endpoint", url + "/oauth/revoke")
                .containsEntry("code_challenge_methods_supported", List.of("S256"))
                .containsEntry("authorization_response_iss_parameter_supported", true)
                .doesNotContainKey("introspection_endpoint");
    }
}
