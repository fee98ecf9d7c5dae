package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.TestApp;
import streamerapi.service.WebClient;
import streamerapi.shared.auth.Scope;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The requests of apps and their streamers, and the actions of both in the dashboard.
final class OAuthScenarios {

    private static final String APPS = "/dashboard/api/oauth-apps";
    private static final String CONNECTED = "/dashboard/api/connected-apps";
    private static final String TOKEN = "/oauth/token";

    private OAuthScenarios() {}

    static List<Scenario> all() {
        Map<String, Object> app = Map.of(
                "name",
                "Overlay tools",
                "redirect_uris",
                List.of(TestApp.REDIRECT),
                "scopes",
                List.of("tts:read"),
                "type",
                "confidential");
        return List.of(
                Scenario.of(
                        "GET /.well-known/oauth-authorization-server",
                        "",
                        account -> api -> api.get("/.well-known/oauth-authorization-server")),
                Scenario.of("GET /oauth/authorize", "a user is signed in", account -> {
                    String path =
                            "/oauth/authorize?" + WebClient.encode(app(account).asking());
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get(path);
                }),
                Scenario.of("POST /oauth/authorize", "approved", account -> {
                    Account.SignedIn session = account.signIn();
                    byte[] form = WebClient.encode(TestApp.with(
                                    app(account).asking(), "csrf_token", session.csrfToken(), "decision", "approve"))
                            .getBytes(StandardCharsets.UTF_8);
                    return api -> session.on(api)
                            .with("Content-Type", "application/x-www-form-urlencoded")
                            .send("POST", "/oauth/authorize", form);
                }),
                token("a code, the first of app and account", (own, account) -> own.code(account)),
                token("a code, in the place of an authorization", (own, account) -> {
                    own.connect(account);
                    return own.code(account);
                }),
                Scenario.of("POST /oauth/token", "a refresh token", account -> {
                    TestApp own = app(account);
                    String refresh = own.connect(account).refresh();
                    return api -> api.with("Authorization", own.basic())
                            .post(TOKEN, Map.of("grant_type", "refresh_token", "refresh_token", refresh));
                }),
                Scenario.of("POST /oauth/revoke", "", account -> {
                    TestApp own = app(account);
                    String refresh = own.connect(account).refresh();
                    return api ->
                            api.with("Authorization", own.basic()).post("/oauth/revoke", Map.of("token", refresh));
                }),
                Scenario.of("GET /me", "with an access token", OAuthScenarios::used),
                Scenario.of("GET /me", "with an access token", OAuthScenarios::used)
                        .after(3, "with an access token, its count is due (every 4th request)"),
                signedIn("GET " + APPS, api -> api.get(APPS)),
                signedIn("POST " + APPS, api -> api.post(APPS, app)),
                onApp("GET /dashboard/api/oauth-apps/{clientId}", "", ApiClient::get),
                onApp(
                        "PATCH /dashboard/api/oauth-apps/{clientId}",
                        "a name",
                        (api, path) -> api.patch(path, Map.of("name", "Renamed"))),
                onApp(
                        "PATCH /dashboard/api/oauth-apps/{clientId}",
                        "a scope less, 1 connection",
                        (api, path) -> api.patch(path, Map.of("scopes", List.of("tts:read")))),
                onApp(
                        "POST /dashboard/api/oauth-apps/{clientId}/rotate-secret",
                        "",
                        (api, path) -> api.post(path + "/rotate-secret")),
                onApp("DELETE /dashboard/api/oauth-apps/{clientId}", "1 connection", ApiClient::delete),
                onConnection("GET " + CONNECTED, "1 connection", (api, path) -> api.get(CONNECTED)),
                onConnection("DELETE /dashboard/api/connected-apps/{authorizationId}", "", ApiClient::delete));
    }

    private static Function<ApiClient, Answer> used(Account account) {
        TestApp own = app(account);
        String access = own.connect(account).access();
        own.api(access).get("/events").expect(200);
        account.service().clock().advance(Duration.ofMinutes(1));
        return api -> api.with("Authorization", "Bearer " + access).get("/me");
    }

    private static Scenario token(String circumstance, BiFunction<TestApp, Account, String> code) {
        return Scenario.of("POST /oauth/token", circumstance, account -> {
            TestApp own = app(account);
            String issued = code.apply(own, account);
            return api -> api.with("Authorization", own.basic())
                    .post(
                            TOKEN,
                            TestApp.with(
                                    Map.of("grant_type", "authorization_code"),
                                    "code",
                                    issued,
                                    "redirect_uri",
                                    TestApp.REDIRECT,
                                    "code_verifier",
                                    TestApp.VERIFIER));
        });
    }

    private static Scenario signedIn(String operation, Function<ApiClient, Answer> request) {
        return Scenario.of(operation, "", account -> {
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api));
        });
    }

    private static Scenario onApp(
            String operation, String circumstance, BiFunction<ApiClient, String, Answer> request) {
        return Scenario.of(operation, circumstance, account -> {
            TestApp own = app(account);
            own.connect(account);
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api), APPS + "/" + own.app().clientId());
        });
    }

    private static Scenario onConnection(
            String operation, String circumstance, BiFunction<ApiClient, String, Answer> request) {
        return Scenario.of(operation, circumstance, account -> {
            TestApp own = app(account);
            Object id = own.api(own.connect(account).access()).get("/me").at("oauth.authorization_id");
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api), CONNECTED + "/" + id);
        });
    }

    private static TestApp app(Account account) {
        return TestApp.confidential(account, Scope.TTS_READ, Scope.TIPS_CREATE);
    }
}
