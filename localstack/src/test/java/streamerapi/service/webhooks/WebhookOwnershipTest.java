package streamerapi.service.webhooks;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Browser;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.service.TestReceiver;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds a webhook endpoint's ownership: its owner, those who see it, the events that it is sent, and its end (contract
/// "Whose endpoint").
@NullMarked
class WebhookOwnershipTest {

    private static final String ENDPOINTS = "/webhook-endpoints";
    private static final String URL = "https://example.com/hook";

    private final Service service = Service.shared();
    private final Account streamer = service.newAccount();
    private final TestApp app =
            TestApp.confidential(service.newAccount(), Scope.WEBHOOKS_MANAGE, Scope.COUNTERS_MANAGE);

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @Test
    void anEndpointNamesItsMaker() {
        Answer byKey = create(streamer.api(), URL, "*").expect(201);
        Answer byApp = create(connected(), URL, "*").expect(201);
        Answer byUser =
                streamer.dashboard().send("GET", "/dashboard/api/session", null).expect(200);
        DashboardVisitor owner = DashboardVisitor.owner(streamer);
        owner.use("/dashboard/webhooks", "/dashboard/webhooks", Map.of("url", URL, "events", "*"));

        List<Map<String, @Nullable Object>> makers = IntStream.range(0, 3)
                .mapToObj(i -> Json.asObject(streamer.api().get(ENDPOINTS).at("endpoints." + i + ".created_by")))
                .toList();
        assertThat(makers.get(0)).isEqualTo(byKey.at("endpoint.created_by")).containsEntry("type", "api_key");
        assertThat(makers.get(1))
                .isEqualTo(byApp.at("endpoint.created_by"))
                .containsEntry("type", "oauth_app")
                .containsEntry("id", app.app().clientId())
                .containsEntry("name", app.app().name());
        assertThat(makers.get(2))
                .containsEntry("type", "user")
                .containsEntry("id", byUser.at("user.id"))
                .containsEntry("name", null);
        assertThat(owner.open("/dashboard/webhooks").text())
                .contains("the app " + app.app().name(), "your team", "the API key ");
    }

    /// After an administrator has left, the others look through what this person made.
    @Test
    void thePageNamesTheUserWhoMadeAnEndpointAndOneWhoHasLeftTheTeam() {
        Account.Member sam = streamer.newUser(Role.SUPER_ADMIN);
        DashboardVisitor.signedIn(service, sam.email(), sam.password())
                .use("/dashboard/webhooks", "/dashboard/webhooks", Map.of("url", URL, "events", "*"));
        DashboardVisitor owner = DashboardVisitor.owner(streamer);
        assertThat(owner.open("/dashboard/webhooks").expect(200).text()).contains("your team (<bdi>" + sam.email());

        streamer.dashboard().delete("/dashboard/api/team/" + sam.id()).expect(200);
        assertThat(owner.open("/dashboard/webhooks").expect(200).text())
                .contains("your team (<bdi>a person who has left it</bdi>)")
                .doesNotContain(sam.email());
    }

    @Test
    void anAppSeesAndChangesItsOwnEndpointsAlone() {
        ApiClient api = connected();
        String own = id(create(api, URL, "*"));
        String ofKey = id(create(streamer.api(), URL, "*"));
        TestApp another = TestApp.open(service.newAccount(), Scope.WEBHOOKS_MANAGE);
        String ofAnother = id(create(another.api(another.connect(streamer).access()), URL, "*"));

        assertThat(api.get(ENDPOINTS).each("endpoints", "id")).containsExactly(own);
        for (String foreign : List.of(ofKey, ofAnother)) {
            String path = ENDPOINTS + "/" + foreign;
            api.get(path).refuses(404, "not_found");
            api.patch(path, Map.of("is_active", false)).refuses(404, "not_found");
            api.post(path + "/rotate-secret").refuses(404, "not_found");
            api.post(path + "/ping").refuses(404, "not_found");
            api.get(path + "/deliveries").refuses(404, "not_found");
            api.post(
                            path + "/recover",
                            Map.of("since", service.clock().instant().toString()))
                    .refuses(404, "not_found");
            api.delete(path).refuses(404, "not_found");
        }
        assertThat(streamer.api().get(ENDPOINTS).each("endpoints", "id")).containsExactly(own, ofKey, ofAnother);
        api.post(ENDPOINTS + "/" + own + "/rotate-secret").expect(200);
        streamer.api()
                .patch(ENDPOINTS + "/" + own, Map.of("description", "Theirs"))
                .expect(200);
        api.delete(ENDPOINTS + "/" + own).expect(200);
        assertThat(api.get(ENDPOINTS).each("endpoints", "id")).isEmpty();
    }

    @Test
    void anAppCannotHaveTheDeliveryOfAnothersEndpointSentAgain() {
        String ofKey = id(create(streamer.api(), receiver.url(), "*"));
        streamer.tip("Ada");
        String deliveries = ENDPOINTS + "/" + ofKey + "/deliveries";
        await().untilAsserted(() -> assertThat(streamer.api().get(deliveries).each("deliveries", "status"))
                .containsExactly("succeeded"));
        String delivery =
                streamer.api().get(deliveries).each("deliveries", "id").getFirst();

        connected().post("/webhook-deliveries/" + delivery + "/redeliver").refuses(404, "not_found");
    }

    @Test
    void anAppsEndpointIsSentWhatItsScopesOpenAndNothingElse() {
        create(connected(), receiver.url(), "*").expect(201);
        try (TestReceiver ofKey = TestReceiver.open()) {
            create(streamer.api(), ofKey.url(), "*").expect(201);
            streamer.tip("Ada");
            streamer.api()
                    .send("PUT", "/counters/deaths", bytes("{\"value\":1}"))
                    .expect(201);
            streamer.api().post("/tipping/close").expect(200);

            await().untilAsserted(() ->
                    assertThat(types(ofKey)).contains("tip.created", "counter.updated", "tipping.closed"));
            await().untilAsserted(() ->
                    assertThat(types(receiver)).containsExactlyInAnyOrder("counter.updated", "tipping.closed"));
        }
    }

    @Test
    void aTypeThatTheScopesDoNotOpenIsRefused() {
        ApiClient api = connected();

        assertThat(create(api, URL, "tip.created").refuses(403, "missing_scope").at("required_scope"))
                .isEqualTo("tts:read");
        assertThat(create(api, URL, "counter.updated", "chat.command")
                        .refuses(403, "missing_scope")
                        .at("required_scope"))
                .isEqualTo("chat:write");
        String own = id(create(api, URL, "counter.updated", "tipping.opened"));
        for (ApiClient by : List.of(api, streamer.api())) {
            assertThat(by.patch(ENDPOINTS + "/" + own, Map.of("events", List.of("tip.held")))
                            .refuses(403, "missing_scope")
                            .at("required_scope"))
                    .isEqualTo("tts:read");
        }
        create(streamer.api(Scope.WEBHOOKS_MANAGE), URL, "tip.created").expect(201);
    }

    @Test
    void theStreamerIsToldThatItIsTheAppThatLacksAScope() {
        String page = "/dashboard/webhooks/" + id(create(connected(), URL, "counter.updated"));

        assertThat(DashboardVisitor.owner(streamer)
                        .use(page, page, Map.of("url", URL, "description", "", "events", "tip.held"))
                        .text())
                .contains("The app that made the endpoint may not read tip.held");
    }

    @Test
    void anEndpointIsOfTheAuthorizationAndNotOfTheTokenThatMadeIt() {
        TestApp.Tokens tokens = app.connect(streamer);
        Answer narrowed = app.post(
                        "/oauth/token",
                        Map.of("grant_type", "refresh_token", "refresh_token", tokens.refresh()),
                        "scope",
                        "webhooks:manage")
                .expect(200);
        ApiClient api = app.api(String.valueOf(narrowed.at("access_token")));
        api.get("/counters").refuses(403, "missing_scope");

        String own = id(create(api, receiver.url(), "counter.updated"));
        api.patch(ENDPOINTS + "/" + own, Map.of("events", List.of("*"))).expect(200);

        assertThat(create(api, URL, "tip.created").refuses(403, "missing_scope").at("required_scope"))
                .isEqualTo("tts:read");
        streamer.api().send("PUT", "/counters/deaths", bytes("{\"value\":1}")).expect(201);
        await().untilAsserted(() -> assertThat(types(receiver)).containsExactly("counter.updated"));
    }

    /// The ways in which an authorization ends.
    @TestFactory
    Stream<DynamicTest> anAppsEndpointsEndWithItsAuthorization() {
        Map<String, BiConsumer<TestApp, TestApp.Tokens>> ends = new LinkedHashMap<>();
        ends.put("the streamer disconnects the app", (of, tokens) -> {
            ApiClient dashboard = streamer.dashboard();
            String connection = dashboard
                    .get("/dashboard/api/connected-apps")
                    .each("authorizations", "id")
                    .getFirst();
            dashboard.delete("/dashboard/api/connected-apps/" + connection).expect(200);
        });
        ends.put(
                "the app gives a token back",
                (of, tokens) -> of.revoke(tokens.refresh()).expect(200));
        ends.put("a refresh token is used twice", (of, tokens) -> {
            of.refresh(tokens.refresh()).expect(200);
            of.refresh(tokens.refresh()).expect(400);
        });
        ends.put("the streamer agrees anew", (of, tokens) -> of.connect(streamer));
        ends.put(
                "the app is removed",
                (of, tokens) -> of.owner()
                        .dashboard()
                        .delete("/dashboard/api/oauth-apps/" + of.app().clientId())
                        .expect(200));
        ends.put(
                "the app gives up a scope",
                (of, tokens) -> of.owner()
                        .dashboard()
                        .patch(
                                "/dashboard/api/oauth-apps/" + of.app().clientId(),
                                Map.of("scopes", List.of("webhooks:manage")))
                        .expect(200));
        return ends.entrySet().stream()
                .map(end -> DynamicTest.dynamicTest(end.getKey(), () -> {
                    TestApp ending =
                            TestApp.confidential(service.newAccount(), Scope.WEBHOOKS_MANAGE, Scope.COUNTERS_MANAGE);
                    TestApp.Tokens tokens = ending.connect(streamer);
                    for (int i = 0; i < 5; i++) {
                        create(ending.api(tokens.access()), receiver.url(), "*").expect(201);
                    }
                    String kept = id(create(streamer.api(), URL, "*"));

                    end.getValue().accept(ending, tokens);

                    assertThat(streamer.api().get(ENDPOINTS).each("endpoints", "id"))
                            .containsExactly(kept);
                    for (int i = 0; i < 19; i++) {
                        create(streamer.api(), URL, "*").expect(201);
                    }
                    create(streamer.api(), URL, "*").refuses(409, "limit_reached");
                    streamer.api()
                            .get(ENDPOINTS)
                            .each("endpoints", "id")
                            .forEach(id ->
                                    streamer.api().delete(ENDPOINTS + "/" + id).expect(200));
                }));
    }

    @Test
    void nothingIsDeliveredOnceTheAuthorizationHasEnded() {
        TestApp.Tokens tokens = app.connect(streamer);
        String own = id(create(app.api(tokens.access()), receiver.url(), "*"));
        streamer.api().send("PUT", "/counters/deaths", bytes("{\"value\":1}")).expect(201);
        await().untilAsserted(() -> assertThat(types(receiver)).containsExactly("counter.updated"));
        // A scope given up that has not been cleared away yet: the authorization is of a revision that is no more.
        app.giveItself(Scope.WEBHOOKS_MANAGE);

        try (TestReceiver ofKey = TestReceiver.open()) {
            create(streamer.api(), ofKey.url(), "*").expect(201);
            streamer.api().post("/counters/deaths/increment").expect(200);
            await().untilAsserted(() -> assertThat(types(ofKey)).containsExactly("counter.updated"));
        }
        await().untilAsserted(() -> assertThat(streamer.api()
                        .get(ENDPOINTS + "/" + own + "/deliveries")
                        .each("deliveries", "status"))
                .containsExactly("succeeded"));
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void theConsentScreenAndThePagesSayInPlainWordsWhatWebhooksLetOut() {
        Browser browser = new Browser(service);
        Answer consent = browser.signIn(browser.open(app.asking()), streamer.email(), streamer.password());
        assertThat(consent.text()).contains("to internet addresses of its choice", "until you disconnect it");
        DashboardVisitor owner = DashboardVisitor.owner(streamer);
        assertThat(owner.open("/dashboard/api-keys").text()).contains("whatever else the key may do");
        assertThat(owner.open("/dashboard/webhooks").text()).contains("ends when the app is disconnected");
    }

    @Test
    void aSecretThatIsShownIsKeptByNobodyOnTheWay() {
        for (String key : List.of("", "a key")) {
            ApiClient api = key.isEmpty() ? streamer.api() : streamer.api().with("Idempotency-Key", key);
            Answer created = create(api, URL, "*").expect(201);
            assertThat(created.header("Cache-Control")).isEqualTo("no-store");
            assertThat(api.with("Idempotency-Key", key + "2")
                            .post(ENDPOINTS + "/" + id(created) + "/rotate-secret")
                            .expect(200)
                            .header("Cache-Control"))
                    .isEqualTo("no-store");
        }
        assertThat(streamer.rows("IDEMPOTENCY#"))
                .isNotEmpty()
                .allSatisfy(row ->
                        assertThat(row.attributes()).doesNotContainKey("body").containsKey("sealed"));
    }

    private ApiClient connected() {
        return app.api(app.connect(streamer).access());
    }

    private static Answer create(ApiClient api, String url, String... events) {
        Map<String, Object> body = new HashMap<>();
        body.put("url", url);
        body.put("events", List.of(events));
        return api.post(ENDPOINTS, body);
    }

    private static String id(Answer created) {
        return String.valueOf(created.expect(201).at("endpoint.id"));
    }

    private static List<String> types(TestReceiver receiver) {
        return receiver.received().stream()
                .map(each -> each.header("Service-Event"))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
