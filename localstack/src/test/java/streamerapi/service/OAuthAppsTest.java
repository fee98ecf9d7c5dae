package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestApp.Tokens;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.storage.Keys;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.service.OAuthTokenTest.oauthError;

/// Apps as their owners register them, and as streamers see those that they connected (contract "Dashboard").
@NullMarked
class OAuthAppsTest {

    private static final String APPS = "/dashboard/api/oauth-apps";
    private static final String CONNECTED = "/dashboard/api/connected-apps";

    private final Service service = Service.shared();
    private final Account owner = service.newAccount();
    private final ApiClient dashboard = owner.dashboard();

    @Test
    void aConfidentialAppGetsASecretThatIsShownOnce() {
        Answer registered = dashboard.post(APPS, app("confidential")).expect(201);
        assertThat(String.valueOf(registered.at("client_secret"))).matches("scs_[\\w-]{43}\\w{6}");
        assertThat(String.valueOf(registered.at("app.client_id"))).matches("oc_\\w{26}");
        assertThat(registered.at("app.scopes")).isEqualTo(List.of("tts:read", "tips:create"));
        assertThat(registered.header("Cache-Control")).isEqualTo("no-store");
        Answer list = dashboard.get(APPS).expect(200);
        assertThat(list.at("apps.0")).isEqualTo(registered.at("app"));
        assertThat(list.text()).doesNotContain("scs_");
    }

    @Test
    void aPublicAppHasNoSecret() {
        Answer registered = dashboard.post(APPS, app("public")).expect(201);
        assertThat(registered.json()).containsOnlyKeys("app");
        dashboard
                .post(APPS + "/" + registered.at("app.client_id") + "/rotate-secret")
                .refuses(400, "bad_request");
    }

    @Test
    void anAppIsWhatItsFieldsSay() {
        for (String field : List.of("name", "redirect_uris", "scopes", "type")) {
            Map<String, @Nullable Object> less = new LinkedHashMap<>(app("public"));
            less.remove(field);
            assertThat(dashboard.post(APPS, less).refuses(400, "bad_request").at("field"))
                    .isEqualTo(field);
        }
        refused("scopes", List.of());
        refused("scopes", List.of("everything"));
        refused("type", "native");
        refused("name", " ");
        refused("name", "x".repeat(65));
        refused("redirect_uris", List.of());
        refused(
                "redirect_uris",
                IntStream.range(0, 21).mapToObj(i -> "https://example.com/" + i).toList());
    }

    @Test
    void onlyAddressesThatAreSafeCanBeRegistered() {
        for (String address : List.of(
                "http://example.com/callback",
                "http://127.0.0.1/callback",
                "http://localhost.example.com/",
                "http://localhost@example.com/",
                "https://*.example.com/callback",
                "https://example.com/callback*",
                "https://example.com/callback#part",
                "https://user@example.com/callback",
                "https:///callback",
                "https://",
                "HTTPS://example.com/",
                "https://example.com/a b",
                "https://example.com/ü",
                "https://example.com/?code=x",
                "https://example.com/?c%6fde=x",
                "https://example.com:0/callback",
                "https://example.com:99999/callback",
                "http://localhost:0/callback",
                "http://localhost:99999/callback",
                "/callback",
                "javascript:alert(1)",
                "javascript://example.com/%0aalert(1)",
                "data:text/html,x",
                "myapp://callback",
                "com.example.app:callback",
                "com..example:/callback",
                "https://example.com/" + "x".repeat(500))) {
            refused("redirect_uris", List.of(address));
        }
        List<String> fine = List.of(
                "https://example.com",
                "https://example.com:8443/callback?next=1",
                "http://localhost",
                "http://localhost:3000/callback",
                "com.example.app:/callback",
                "com.example.app://callback");
        assertThat(dashboard
                        .post(APPS, with(app("public"), "redirect_uris", fine))
                        .expect(201)
                        .at("app.redirect_uris"))
                .isEqualTo(fine);
    }

    @Test
    void theEleventhAppIsOneTooMany() {
        List<Answer> answers = AtOnce.run(14, i -> dashboard.post(APPS, app("public")));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(dashboard
                        .post(APPS, app("public"))
                        .refuses(409, "limit_reached")
                        .at("error"))
                .isEqualTo("There can be at most 10 apps");
        Object first = dashboard.get(APPS).at("apps.0.client_id");
        dashboard.delete(APPS + "/" + first).expect(200);
        dashboard.post(APPS, app("public")).expect(201);
    }

    @Test
    void onlyOwnersAndSuperAdminsManageApps() {
        owner.dashboard(Role.SUPER_ADMIN).post(APPS, app("public")).expect(201);
        ApiClient moderator = owner.dashboard(Role.MODERATOR);
        moderator.post(APPS, app("public")).refuses(403, "missing_role");
        moderator.get(APPS).refuses(403, "missing_role");
        moderator.get(CONNECTED).refuses(403, "missing_role");
    }

    @Test
    void nobodyReachesAnotherAccountsApps() {
        Object id = dashboard.post(APPS, app("confidential")).at("app.client_id");
        ApiClient other = service.newAccount().dashboard();
        other.patch(APPS + "/" + id, Map.of("name", "Mine")).refuses(404, "not_found");
        other.delete(APPS + "/" + id).refuses(404, "not_found");
        other.post(APPS + "/" + id + "/rotate-secret").refuses(404, "not_found");
        other.delete(APPS + "/oc_00000000000000000000000000").refuses(404, "not_found");
    }

    @Test
    void anAppIsChangedFieldByField() {
        String path = APPS + "/" + dashboard.post(APPS, app("confidential")).at("app.client_id");
        Answer changed = dashboard.patch(path, Map.of("name", "Renamed")).expect(200);
        assertThat(changed.at("app.name")).isEqualTo("Renamed");
        assertThat(changed.at("app.description")).isEqualTo("Shows tips.");
        Map<String, @Nullable Object> cleared = new LinkedHashMap<>();
        cleared.put("description", null);
        assertThat(dashboard.patch(path, cleared).expect(200).at("app.description"))
                .isNull();
        dashboard.patch(path, Map.of("name", "Alpha")).refuses(400, "bad_request");
        assertThat(dashboard.patch(path, Map.of("type", "public")).expect(200).header("Warning"))
                .isEqualTo("299 - \"unknown fields were ignored: type\"");
        assertThat(dashboard.get(APPS).at("apps.0"))
                .isEqualTo(dashboard.patch(path, Map.of()).at("app"));
    }

    @Test
    void rotatingTheSecretRevokesNothing() {
        TestApp app = TestApp.confidential(owner, Scope.TTS_READ);
        Tokens tokens = app.connect(owner);
        String secret = String.valueOf(dashboard
                .post(APPS + "/" + app.app().clientId() + "/rotate-secret")
                .expect(200)
                .at("client_secret"));
        app.api(tokens.access()).get("/me").expect(200);
        oauthError(app.refresh(tokens.refresh()), 401, "invalid_client");
        new TestApp(owner, app.app(), secret).refresh(tokens.refresh()).expect(200);
    }

    @Test
    void changingAddressesKeepsConnections() {
        TestApp app = TestApp.confidential(owner, Scope.TTS_READ);
        Tokens tokens = app.connect(owner);
        dashboard
                .patch(
                        APPS + "/" + app.app().clientId(),
                        Map.of(
                                "redirect_uris",
                                List.of("https://example.com/"),
                                "scopes",
                                List.of("tts:read", "tips:create")))
                .expect(200);
        app.api(tokens.access()).get("/me").expect(200);
        app.refresh(tokens.refresh()).expect(200);
    }

    @Test
    void removingAScopeRevokesAllConnectionsAndClosesTheirSockets() {
        TestApp app = TestApp.confidential(owner, Scope.TTS_READ, Scope.TIPS_CREATE);
        List<Account> streamers =
                IntStream.range(0, 3).mapToObj(i -> service.newAccount()).toList();
        List<Tokens> tokens = streamers.stream().map(app::connect).toList();
        List<TestSocket> sockets = tokens.stream()
                .map(pair -> TestSocket.signIn(service, pair.access()))
                .toList();
        sockets.forEach(socket -> socket.next("ready"));
        dashboard
                .patch(APPS + "/" + app.app().clientId(), Map.of("scopes", List.of("tts:read")))
                .expect(200);
        tokens.forEach(pair -> app.api(pair.access()).get("/me").refuses(401, "invalid_token"));
        for (TestSocket socket : sockets) {
            assertThat(String.valueOf(socket.next("error").get("data"))).contains("revoked");
            socket.closeCode();
        }
        streamers.forEach(
                streamer -> assertThat(streamer.rows(Keys.AUTHORIZATION)).isEmpty());
    }

    @Test
    void anAppThatIsRemovedIsGoneForAll() {
        TestApp app = TestApp.open(owner, Scope.TTS_READ);
        Account streamer = service.newAccount();
        Tokens tokens = app.connect(streamer);
        dashboard.delete(APPS + "/" + app.app().clientId()).expect(200);
        app.api(tokens.access()).get("/me").refuses(401, "invalid_token");
        oauthError(app.refresh(tokens.refresh()), 401, "invalid_client");
        assertThat(dashboard.get(APPS).each("apps", "client_id"))
                .doesNotContain(app.app().clientId());
        assertThat(streamer.rows(Keys.AUTHORIZATION)).isEmpty();
    }

    @Test
    void anAppWithManyConnectionsLosesThemAll() {
        TestApp app = TestApp.open(owner, Scope.TTS_READ, Scope.TIPS_CREATE);
        List<Account> streamers =
                IntStream.range(0, 70).mapToObj(i -> service.newAccount()).toList();
        List<Tokens> tokens = streamers.stream().map(app::connect).toList();
        dashboard
                .patch(APPS + "/" + app.app().clientId(), Map.of("scopes", List.of("tts:read")))
                .expect(200);
        assertThat(streamers)
                .allSatisfy(streamer ->
                        assertThat(streamer.rows(Keys.AUTHORIZATION)).isEmpty());
        app.api(tokens.getLast().access()).get("/me").refuses(401, "invalid_token");
    }

    @Test
    void aStreamerSeesAndEndsConnections() {
        TestApp app = TestApp.confidential(service.newAccount(), Scope.TTS_READ);
        Tokens tokens = app.connect(owner);
        Answer before = dashboard.get(CONNECTED).expect(200);
        assertThat(before.at("authorizations.0.client_id")).isEqualTo(app.app().clientId());
        assertThat(before.at("authorizations.0.name")).isEqualTo("Overlay tools");
        assertThat(before.at("authorizations.0.scopes")).isEqualTo(List.of("tts:read"));
        assertThat(before.at("authorizations.0.last_used_at")).isNull();
        Object id = app.api(tokens.access()).get("/me").at("oauth.authorization_id");
        assertThat(dashboard.get(CONNECTED).at("authorizations.0.last_used_at")).isNotNull();
        assertThat(before.at("authorizations.0.id")).isEqualTo(id);

        try (TestSocket socket = TestSocket.signIn(service, tokens.access())) {
            socket.next("ready");
            service.newAccount().dashboard().delete(CONNECTED + "/" + id).refuses(404, "not_found");
            dashboard.delete(CONNECTED + "/" + id).expect(200);
            app.api(tokens.access()).get("/me").refuses(401, "invalid_token");
            oauthError(app.refresh(tokens.refresh()), 400, "invalid_grant");
            assertThat(String.valueOf(socket.next("error").get("data"))).contains("revoked");
            socket.closeCode();
        }
        assertThat(dashboard.get(CONNECTED).each("authorizations", "id")).isEmpty();
        dashboard.delete(CONNECTED + "/" + id).refuses(404, "not_found");
    }

    private void refused(String field, Object value) {
        assertThat(dashboard
                        .post(APPS, with(app("public"), field, value))
                        .refuses(400, "bad_request")
                        .at("field"))
                .as(field + " " + value)
                .isEqualTo(field);
    }

    private static Map<String, @Nullable Object> app(String type) {
        Map<String, @Nullable Object> app = new LinkedHashMap<>();
        app.put("name", "Overlay tools");
        app.put("description", "Shows tips.");
        app.put("redirect_uris", List.of(TestApp.REDIRECT));
        app.put("scopes", List.of("tips:create", "tts:read"));
        app.put("type", type);
        return app;
    }

    private static Map<String, @Nullable Object> with(Map<String, @Nullable Object> app, String field, Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(app);
        changed.put(field, value);
        return changed;
    }
}
