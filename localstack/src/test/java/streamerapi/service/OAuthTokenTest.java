package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestApp.Tokens;
import streamerapi.shared.auth.Scope;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The token endpoint: what a code and a refresh token get, and what they do not (spec "OAuth 2.0").
@NullMarked
class OAuthTokenTest {

    private static final String TOKEN = "/oauth/token";

    private final Service service = Service.shared();
    private final Account streamer = service.newAccount();
    private final TestApp app =
            TestApp.confidential(service.newAccount(), Scope.TTS_READ, Scope.TTS_CONTROL, Scope.TIPS_CREATE);
    private final TestApp open = TestApp.open(service.newAccount(), Scope.TTS_READ);

    @Test
    void aCodeGivesAccessAndRefreshToken() {
        Answer answer = app.exchange(app.code(streamer)).expect(200);
        assertThat(answer.json())
                .containsOnlyKeys("access_token", "token_type", "expires_in", "refresh_token", "scope");
        assertThat(String.valueOf(answer.at("access_token"))).matches("sat_[\\w-]{43}\\w{6}");
        assertThat(String.valueOf(answer.at("refresh_token"))).matches("srt_[\\w-]{43}\\w{6}");
        assertThat(answer.at("token_type")).isEqualTo("Bearer");
        assertThat(String.valueOf(answer.at("expires_in"))).isEqualTo("3600");
        assertThat(answer.at("scope")).isEqualTo("tts:read tts:control tips:create");
    }

    @Test
    void tokenAnswersAreNotStoredByAnybody() {
        Answer answer = app.exchange(app.code(streamer)).expect(200);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(app.refresh("nonsense").header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void tokensAndSecretsAreStoredHashed() {
        String code = app.code(streamer);
        String rows = allOf(streamer);
        Tokens tokens = Tokens.of(app.exchange(code).expect(200));
        rows += allOf(streamer) + allOf(app.owner()) + app.now();
        assertThat(rows).contains("AUTHORIZATION#", app.app().clientId());
        for (String secret : List.of(code, tokens.access(), tokens.refresh(), String.valueOf(app.secret()))) {
            assertThat(rows).doesNotContain(secret);
        }
    }

    @Test
    void jsonIsTakenToo() {
        Map<String, @Nullable Object> body = Map.of(
                "grant_type",
                "authorization_code",
                "code",
                app.code(streamer),
                "redirect_uri",
                TestApp.REDIRECT,
                "code_verifier",
                TestApp.VERIFIER,
                "client_id",
                app.app().clientId(),
                "client_secret",
                String.valueOf(app.secret()));
        app.web().postJson(TOKEN, body).expect(200);
        oauthError(app.web().postJson(TOKEN, Map.of("grant_type", 1)), 400, "invalid_request");
        oauthError(
                app.web().send("POST", TOKEN, Map.of("Content-Type", "application/json"), "{"), 400, "invalid_request");
        oauthError(
                app.web().send("POST", TOKEN, Map.of("Content-Type", "text/plain"), "grant_type=refresh_token"),
                400,
                "invalid_request");
    }

    @Test
    void aBrokenEncodingIsRefused() {
        Map<String, String> form = Map.of("Content-Type", "application/x-www-form-urlencoded");
        oauthError(app.web().send("POST", TOKEN, form, "grant_type=%zz"), 400, "invalid_request");
        assertThat(app.web()
                        .send("POST", "/oauth/authorize", form, "client_id=%zz")
                        .expect(400)
                        .text())
                .contains("A parameter is not form-encoded")
                .doesNotContain("<form");
    }

    @Test
    void aConfidentialClientAuthenticatesWithBasic() {
        app.web()
                .postForm(TOKEN, exchange(app.code(streamer)), Map.of("Authorization", app.basic()))
                .expect(200);
        app.web()
                .postForm(
                        TOKEN,
                        TestApp.with(
                                exchange(app.code(streamer)),
                                "client_id",
                                app.app().clientId()),
                        Map.of("Authorization", app.basic().replace("Basic", "basic")))
                .expect(200);
    }

    @Test
    void basicCredentialsAreFormDecoded() {
        String encoded = app.app().clientId().replace("_", "%5F") + ":"
                + String.valueOf(app.secret()).replace("_", "%5f");
        String header = "Basic "
                + java.util.Base64.getEncoder()
                        .encodeToString(encoded.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        app.web()
                .postForm(TOKEN, exchange(app.code(streamer)), Map.of("Authorization", header))
                .expect(200);
    }

    @Test
    void authenticatingTwiceIsRefused() {
        Map<String, String> form =
                TestApp.with(exchange(app.code(streamer)), "client_secret", String.valueOf(app.secret()));
        oauthError(app.web().postForm(TOKEN, form, Map.of("Authorization", app.basic())), 400, "invalid_request");
        oauthError(
                app.web()
                        .postForm(
                                TOKEN,
                                TestApp.with(
                                        exchange(app.code(streamer)),
                                        "client_id",
                                        open.app().clientId()),
                                Map.of("Authorization", app.basic())),
                400,
                "invalid_request");
    }

    @Test
    void aPublicClientSendsOnlyItsId() {
        open.exchange(open.code(streamer)).expect(200);
        oauthError(
                open.post(TOKEN, exchange(open.code(streamer)), "client_secret", String.valueOf(app.secret())),
                401,
                "invalid_client");
    }

    @Test
    void whoFailsToAuthenticateIsToldNothingButThat() {
        String code = app.code(streamer);
        List<Answer> refused = List.of(
                app.post(TOKEN, exchange(code), "client_secret", "wrong"),
                app.post(TOKEN, exchange(code), "client_secret", ""),
                app.post(TOKEN, exchange(code), "client_id", "oc_00000000"),
                app.post(TOKEN, exchange(code), "client_id", "nobody"),
                app.web().postForm(TOKEN, exchange(code)),
                app.web().postForm(TOKEN, exchange(code), Map.of("Authorization", "Bearer x")),
                app.web().postForm(TOKEN, exchange(code), Map.of("Authorization", "Basic !")));
        for (Answer answer : refused) {
            oauthError(answer, 401, "invalid_client");
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Basic realm=\"oauth\"");
            assertThat(answer.text()).isEqualTo(refused.getFirst().text());
        }
        app.exchange(code).expect(200);
    }

    @Test
    void parametersSentTwiceAreRefused() {
        String form = WebClient.encode(TestApp.with(
                exchange(app.code(streamer)), "client_id", app.app().clientId()));
        for (String twice : List.of(
                "code=x", "grant_type=authorization_code", "whatever=1&whatever=2", "%22%5C%C3%A9=1&%22%5C%C3%A9=2")) {
            oauthError(
                    app.web()
                            .send(
                                    "POST",
                                    TOKEN,
                                    Map.of("Content-Type", "application/x-www-form-urlencoded"),
                                    form + "&" + twice),
                    400,
                    "invalid_request");
        }
        oauthError(
                app.web().send("POST", TOKEN, Map.of("Content-Type", "application/json"), "{\"code\":1,\"code\":2}"),
                400,
                "invalid_request");
    }

    @Test
    void parametersWithoutValueCountAsNotSent() {
        oauthError(app.post(TOKEN, Map.of("grant_type", "")), 400, "invalid_request");
        oauthError(app.post(TOKEN, Map.of("grant_type", "refresh_token", "refresh_token", "")), 400, "invalid_request");
        app.post(TOKEN, exchange(app.code(streamer)), "scope", "", "unknown", "ignored")
                .expect(200);
    }

    @Test
    void otherGrantTypesAreUnsupported() {
        for (String grant : List.of("password", "client_credentials", "implicit", "AUTHORIZATION_CODE")) {
            oauthError(app.post(TOKEN, Map.of("grant_type", grant)), 400, "unsupported_grant_type");
        }
    }

    @Test
    void aCodeIsGoodForTenMinutes() {
        try (Service own = Service.start(Map.of("RATE_LIMIT_FACTOR", "1000"))) {
            Account account = own.newAccount();
            TestApp mine = TestApp.open(account, Scope.TTS_READ);
            String code = mine.code(account);
            String other = mine.code(account);
            own.clock().advance(Duration.ofMinutes(10).minusSeconds(5));
            mine.exchange(code).expect(200);
            own.clock().advance(Duration.ofSeconds(6));
            oauthError(mine.exchange(other), 400, "invalid_grant");
        }
    }

    @Test
    void aCodeUsedTwiceRevokesWhatItIssued() {
        String code = app.code(streamer);
        Tokens tokens = Tokens.of(app.exchange(code).expect(200));
        oauthError(app.exchange(code), 400, "invalid_grant");
        app.api(tokens.access()).get("/me").refuses(401, "invalid_token");
        oauthError(app.refresh(tokens.refresh()), 400, "invalid_grant");
    }

    @Test
    void anOldCodeEndsNoNewerAuthorization() {
        String code = app.code(streamer);
        app.exchange(code).expect(200);
        Tokens newer = app.connect(streamer);
        oauthError(app.exchange(code), 400, "invalid_grant");
        app.api(newer.access()).get("/me").expect(200);
    }

    @Test
    void aCodeIsItsClientsAlone() {
        String code = app.code(streamer);
        oauthError(open.exchange(code), 400, "invalid_grant");
        oauthError(TestApp.confidential(app.owner(), Scope.TTS_READ).exchange(code), 400, "invalid_grant");
        app.exchange(code).expect(200);
    }

    @Test
    void aCodeIsBoundToTheAddressThatItWasSentTo() {
        String code = app.code(streamer);
        for (String other : List.of("https://app.example.com/callback/", "https://evil.example.com/", "")) {
            oauthError(app.post(TOKEN, exchange(code), "redirect_uri", other), 400, "invalid_grant");
        }
        app.exchange(code).expect(200);
    }

    @Test
    void anAddressThatWasNotNamedNeedNotBeNamedAgain() {
        String challenge = TestApp.challenge(TestApp.VERIFIER);
        String silent = app.code(streamer, false, challenge, app.app().scopes());
        app.post(TOKEN, exchange(silent), "redirect_uri", "").expect(200);
        app.exchange(app.code(streamer, false, challenge, app.app().scopes())).expect(200);
        oauthError(
                app.post(
                        TOKEN,
                        exchange(app.code(streamer, false, challenge, app.app().scopes())),
                        "redirect_uri",
                        "https://evil.example.com/"),
                400,
                "invalid_grant");
    }

    @Test
    void theVerifierMustMatchTheChallenge() {
        String code = app.code(streamer);
        String longer = TestApp.VERIFIER + "x".repeat(86);
        String odd = TestApp.VERIFIER.replace('-', '+');
        for (String wrong : List.of("", TestApp.VERIFIER + "x", TestApp.challenge(TestApp.VERIFIER), longer, odd)) {
            oauthError(app.post(TOKEN, exchange(code), "code_verifier", wrong), 400, "invalid_grant");
        }
        app.exchange(code).expect(200);
    }

    @Test
    void verifiersOutsideTheSyntaxNeverMatch() {
        for (String verifier : List.of("short", "x".repeat(42), "x".repeat(129), "x".repeat(42) + "!")) {
            String code = app.code(
                    streamer, true, TestApp.challenge(verifier), app.app().scopes());
            oauthError(app.post(TOKEN, exchange(code), "code_verifier", verifier), 400, "invalid_grant");
        }
        for (String verifier : List.of("x".repeat(43), "Aa0-._~".repeat(18) + "xx")) {
            String code = app.code(
                    streamer, true, TestApp.challenge(verifier), app.app().scopes());
            app.post(TOKEN, exchange(code), "code_verifier", verifier).expect(200);
        }
    }

    @Test
    void aVerifierWhereNoChallengeWasIsADowngrade() {
        String code = app.code(streamer, true, null, app.app().scopes());
        oauthError(app.exchange(code), 400, "invalid_grant");
        app.post(TOKEN, exchange(code), "code_verifier", "").expect(200);
    }

    @Test
    void madeUpAndMistypedCodesAreInvalid() {
        String code = app.code(streamer);
        Tokens tokens = app.connect(streamer);
        for (String wrong : List.of(code.substring(1), code + "x", "sac_", "x", tokens.access(), tokens.refresh())) {
            oauthError(app.exchange(wrong), 400, "invalid_grant");
        }
        app.api(tokens.access()).get("/me").expect(200);
    }

    @Test
    void ofTwentyExchangesAtOnceOneWins() {
        String code = app.code(streamer);
        List<Answer> answers = AtOnce.run(20, i -> app.exchange(code));
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allSatisfy(answer -> oauthError(answer, 400, "invalid_grant"));
    }

    @Test
    void browsersMayCallFromAnyOrigin() {
        for (String path : List.of(TOKEN, "/oauth/revoke", "/.well-known/oauth-authorization-server")) {
            Answer preflight = app.web()
                    .send(
                            "OPTIONS",
                            path,
                            Map.of(
                                    "Access-Control-Request-Method", "POST",
                                    "Access-Control-Request-Headers", "authorization"),
                            null)
                    .expect(204);
            assertThat(preflight.header("Access-Control-Allow-Origin")).isEqualTo("*");
            assertThat(preflight.header("Access-Control-Allow-Headers")).contains("Authorization", "Content-Type");
            assertThat(preflight.header("Access-Control-Allow-Methods"))
                    .contains(path.startsWith("/.") ? "GET" : "POST");
        }
        assertThat(app.exchange(app.code(streamer)).header("Access-Control-Allow-Origin"))
                .isEqualTo("*");
        assertThat(app.refresh("x").header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(app.refresh("x").header("Access-Control-Expose-Headers"))
                .contains("Request-Id", "Retry-After", "RateLimit-Remaining", "Idempotent-Replayed", "Warning");
        assertThat(streamer.api().get("/me").header("Access-Control-Expose-Headers"))
                .isNull();
        assertThat(app.refresh("x").header("Access-Control-Allow-Credentials")).isNull();
        assertThat(streamer.api().get("/me").header("Access-Control-Allow-Origin"))
                .isNull();
    }

    @Test
    void refusalsOfThePipelineHaveTheFormToo() {
        assertThat(app.web().get(TOKEN).refuses(405, "method_not_allowed").header("Allow"))
                .isEqualTo("POST");
        oauthError(app.post(TOKEN, exchange("x".repeat(70_000))), 413, "invalid_request");
    }

    private static String allOf(Account account) {
        return Stream.of("AUTHORIZATION#", "REGISTERED#", "CONNECTED#")
                .map(account::rows)
                .toList()
                .toString();
    }

    private static Map<String, String> exchange(String code) {
        return TestApp.with(
                Map.of("grant_type", "authorization_code"),
                "code",
                code,
                "redirect_uri",
                TestApp.REDIRECT,
                "code_verifier",
                TestApp.VERIFIER);
    }

    static void oauthError(Answer answer, int status, String error) {
        answer.expect(status);
        assertThat(answer.json()).containsOnlyKeys("error", "error_description").containsEntry("error", error);
        assertThat(String.valueOf(answer.at("error_description"))).matches("[\\x20-\\x21\\x23-\\x5B\\x5D-\\x7E]+");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }
}
