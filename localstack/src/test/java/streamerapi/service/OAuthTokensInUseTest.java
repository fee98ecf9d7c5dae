package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.TestApp.Tokens;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

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
    void aRefreshGivesANewPair() {
        Tokens first = app.connect(streamer);
        Tokens second = Tokens.of(app.refresh(first.refresh()).expect(200));
        assertThat(second.scope()).isEqualTo(first.scope());
        assertThat(second.access()).isNotEqualTo(first.access());
        assertThat(second.refresh()).isNotEqualTo(first.refresh());
        app.api(second.access()).get("/me").expect(200);
        app.api(first.access()).get("/me").expect(200);
        Tokens.of(app.refresh(second.refresh()).expect(200));
    }

    @Test
    void noMoreThanThreeAccessTokensAreGoodAtATime() {
        Tokens first = app.connect(streamer);
        Tokens last = first;
        for (int i = 0; i < 3; i++) {
            last = Tokens.of(app.refresh(last.refresh()).expect(200));
        }
        app.api(first.access()).get("/me").refuses(401, "invalid_token");
        app.api(last.access()).get("/me").expect(200);
        Row row = Objects.requireNonNull(streamer.table()
                .get(Keys.authorization(
                        streamer.tenantId(), Keys.appNumber(app.app().clientId()))));
        assertThat(row.attributes().keySet())
                .filteredOn(name -> name.startsWith("access_"))
                .hasSize(3);
    }

    @Test
    void aRotatedOutRefreshTokenRevokesTheAuthorization() {
        Tokens first = app.connect(streamer);
        Tokens second = Tokens.of(app.refresh(first.refresh()).expect(200));
        Tokens third = Tokens.of(app.refresh(second.refresh()).expect(200));
        oauthError(app.refresh(first.refresh()), 400, "invalid_grant");
        oauthError(app.refresh(third.refresh()), 400, "invalid_grant");
        app.api(third.access()).get("/me").refuses(401, "invalid_token");
        assertThat(streamer.rows(Keys.AUTHORIZATION)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a code", "a refresh token", "a token given back"})
    void whatWasSpentManyRefreshesAgoStillEndsTheAuthorization(String spent) {
        String code = app.code(streamer);
        Tokens first = Tokens.of(app.exchange(code).expect(200));
        Tokens last = first;
        int size = 0;
        for (int i = 0; i < 15; i++) {
            last = Tokens.of(app.refresh(last.refresh()).expect(200));
            size = i == 4 ? authorization().toString().length() : size;
        }
        assertThat(authorization().toString()).as("does not grow").hasSizeLessThanOrEqualTo(size);

        switch (spent) {
            case "a code" -> oauthError(app.exchange(code), 400, "invalid_grant");
            case "a refresh token" -> oauthError(app.refresh(first.refresh()), 400, "invalid_grant");
            default -> app.revoke(first.access()).expect(200);
        }

        app.api(last.access()).get("/me").refuses(401, "invalid_token");
        oauthError(app.refresh(last.refresh()), 400, "invalid_grant");
    }

    /// The row of an authorization as it was written before its tokens had marks.
    @Test
    void anAuthorizationWithoutAKeyGetsOneAndKnowsWhatItSpentBefore() {
        Tokens made = app.connect(streamer);
        AuthorizationName name =
                AuthorizationName.of(Secret.parse(made.access()).orElseThrow());
        Secret older = name.newSecret(Secret.Kind.REFRESH_TOKEN);
        Secret old = name.newSecret(Secret.Kind.REFRESH_TOKEN);
        streamer.table()
                .update(Write.update(name.key())
                        .set(Attribute.any("refresh"), old.hash())
                        .set(Attribute.any("spent"), List.of(older.hash()))
                        .remove(Attribute.any("token_key"))
                        .remove(Attribute.any("code")));

        Tokens last = Tokens.of(app.refresh(old.text()).expect(200));
        for (int i = 0; i < 15; i++) {
            last = Tokens.of(app.refresh(last.refresh()).expect(200));
        }
        assertThat(authorization().get(Attribute.texts("spent"))).contains(older.hash(), old.hash());
        app.api(last.access()).get("/me").expect(200);
        oauthError(app.refresh(old.text()), 400, "invalid_grant");
        app.api(last.access()).get("/me").refuses(401, "invalid_token");
    }

    private Row authorization() {
        return Objects.requireNonNull(streamer.table()
                .get(Keys.authorization(
                        streamer.tenantId(), Keys.appNumber(app.app().clientId()))));
    }

    @Test
    void ofTwentyRefreshesAtOnceOneWins() {
        Tokens tokens = app.connect(streamer);
        List<Answer> answers = AtOnce.run(20, i -> app.refresh(tokens.refresh()));
        List<Answer> won =
                answers.stream().filter(answer -> answer.status() == 200).toList();
        assertThat(won).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allSatisfy(answer -> oauthError(answer, 400, "invalid_grant"));
        oauthError(app.refresh(won.getFirst().at("refresh_token")), 400, "invalid_grant");
    }

    @Test
    void aStrangersRefreshTokenEndsNothing() {
        Tokens tokens = app.connect(streamer);
        Tokens elsewhere = app.connect(service.newAccount());
        oauthError(TestApp.confidential(app.owner(), Scope.TTS_READ).refresh(tokens.refresh()), 400, "invalid_grant");
        oauthError(app.refresh("srt_" + "A".repeat(43) + "000000"), 400, "invalid_grant");
        oauthError(app.refresh(tokens.access()), 400, "invalid_grant");
        String code = app.code(streamer);
        oauthError(app.refresh(code.replace("sac_", "srt_")), 400, "invalid_grant");
        app.api(tokens.access()).get("/me").expect(200);
        app.api(elsewhere.access()).get("/me").expect(200);
        app.refresh(tokens.refresh()).expect(200);
    }

    @Test
    void aRefreshMayAskForFewerScopes() {
        Tokens tokens = app.connect(streamer);
        Tokens fewer = Tokens.of(
                app.post(TOKEN, refreshing(tokens), "scope", "tts:read").expect(200));
        assertThat(fewer.scope()).isEqualTo("tts:read");
        app.api(fewer.access()).post("/tips", Map.of("name", "Ada")).refuses(403, "missing_scope");
        app.api(fewer.access()).get("/tts/queue").expect(200);
        app.api(tokens.access()).post("/tips", Map.of("name", "Ada")).expect(201);
        Tokens all = Tokens.of(app.refresh(fewer.refresh()).expect(200));
        assertThat(all.scope()).isEqualTo("tts:read tips:create");
        app.api(all.access()).post("/tips", Map.of("name", "Ada")).expect(201);
    }

    @Test
    void aRefreshMayNotAskForMoreScopes() {
        Tokens tokens = app.connect(streamer);
        for (String scope : List.of("tts:read counters:manage", "everything", " ")) {
            oauthError(app.post(TOKEN, refreshing(tokens), "scope", scope), 400, "invalid_scope");
        }
        app.refresh(tokens.refresh()).expect(200);
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
            assertThat(other.waiting()).isEmpty();
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

    private static Map<String, String> refreshing(Tokens tokens) {
        return Map.of("grant_type", "refresh_token", "refresh_token", tokens.refresh());
    }
}
