package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.service.TestReceiver;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Row;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Nothing of another account is there: every endpoint that names something × every kind of id of a stranger.
@NullMarked
class IsolationTest {

    private static final List<String> KINDS = List.of(
            "TIP#",
            "MEDIA#",
            "COUNTER#",
            "OVERLAY#",
            "SUBSCRIBER#",
            "KEY#",
            "REGISTERED#",
            "AUTHORIZATION#",
            "USER#",
            "SLOT#",
            "ALLOTMENT#");

    private final Service service = Service.shared();
    private final Account stranger = service.newAccount();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient dashboard = account.dashboard();

    @TestFactory
    Stream<DynamicTest> nothingOfAnotherAccountIsThere() {
        Map<String, String> foreign = ids(stranger);
        ids(account);
        List<Row> before = rows();
        return OpenApiDocument.load().operations().stream()
                .filter(operation ->
                        operation.path().contains("{") && !operation.method().equals("PUT"))
                .map(operation -> DynamicTest.dynamicTest(operation.method() + " " + operation.path(), () -> {
                    foreign.forEach((kind, id) -> {
                        String path = operation.path().replaceAll("\\{[^}]+}", id);
                        Answer answer = send(operation, path);
                        assertThat(answer.status())
                                .as(kind + " " + answer.text())
                                .isIn(400, 404);
                        assertThat(answer.text()).doesNotContain("of the stranger");
                    });
                    assertThat(rows()).isEqualTo(before);
                }));
    }

    private Answer send(Operation operation, String path) {
        ApiClient client = operation.role() == null ? api : dashboard;
        return client.send(operation.method(), path, operation.body() == null ? null : Json.write(body()));
    }

    /// The body in which each endpoint finds something for it.
    private Map<String, Object> body() {
        Map<String, Object> body = new HashMap<>();
        body.put("since", service.clock().instant().toString());
        body.put("name", "Taken over");
        body.put("scopes", List.of("tts:read"));
        body.put("redirect_uris", List.of(TestApp.REDIRECT));
        body.put("amount", 1);
        body.put("title", "Taken over");
        body.put("is_active", false);
        body.put("role", "moderator");
        return body;
    }

    private List<Row> rows() {
        return stranger.rows().stream()
                .filter(row -> KINDS.stream().anyMatch(row.key().sort()::startsWith))
                .toList();
    }

    /// One thing of every kind that an account can have, by what it is.
    private static Map<String, String> ids(Account of) {
        Map<String, String> ids = new LinkedHashMap<>();
        ApiClient dashboard = of.dashboard();
        ids.put("tip", of.tip("Ada of the stranger"));
        ids.put("media", of.media());
        String played = of.tip("Bob of the stranger");
        of.api().post("/tts/" + played + "/start").expect(200);
        of.api().post("/tts/" + played + "/finish").expect(200);
        ids.put("played tip", played);
        dashboard
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        of.api().post("/tips", Map.of("name", "Eve of the stranger")).expect(202);
        ids.put(
                "held tip",
                dashboard
                        .get("/dashboard/api/held-tips")
                        .each("tips", "order_id")
                        .getFirst());
        dashboard
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", false)))
                .expect(200);
        String counter = "of" + of.tenantId().substring(4, 12);
        of.api()
                .send("PUT", "/counters/" + counter, Json.write(Map.of("value", 7)))
                .expect(201);
        ids.put("counter", counter);
        ids.put("overlay", id(dashboard.post("/dashboard/api/overlays", Map.of("name", "Main")), "overlay.id"));
        ids.put(
                "key",
                id(dashboard.post("/dashboard/api/api-keys", Map.of("name", "K", "scopes", List.of())), "key.id"));
        ids.put(
                "app",
                id(
                        dashboard.post(
                                "/dashboard/api/oauth-apps",
                                Map.of(
                                        "name",
                                        "Overlay tools",
                                        "redirect_uris",
                                        List.of(TestApp.REDIRECT),
                                        "scopes",
                                        List.of("tts:read"),
                                        "type",
                                        "public")),
                        "app.client_id"));
        TestApp.open(of, Scope.TTS_READ).connect(of);
        ids.put(
                "authorization",
                dashboard
                        .get("/dashboard/api/connected-apps")
                        .each("authorizations", "id")
                        .getFirst());
        ids.put("user", of.newUser(Role.MODERATOR).id());
        try (TestReceiver receiver = TestReceiver.open()) {
            String endpoint = id(of.api().post("/webhook-endpoints", Map.of("url", receiver.url())), "endpoint.id");
            ids.put("endpoint", endpoint);
            of.tip("Mallory of the stranger");
            String deliveries = "/webhook-endpoints/" + endpoint + "/deliveries";
            await().untilAsserted(() -> assertThat(of.api().get(deliveries).each("deliveries", "status"))
                    .isNotEmpty()
                    .containsOnly("succeeded"));
            ids.put(
                    "delivery",
                    of.api().get(deliveries).each("deliveries", "id").getFirst());
        }
        return ids;
    }

    private static String id(Answer made, String at) {
        return String.valueOf(made.expect(201).at(at));
    }
}
