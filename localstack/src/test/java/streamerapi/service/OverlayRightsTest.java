package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.shared.http.OverlayRights;
import streamerapi.shared.json.Json;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds what an overlay's key opens as a bearer credential (contract "Overlays' own rights").
@NullMarked
class OverlayRightsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Answer made = overlay("Main");
    private final String id = String.valueOf(made.at("overlay.id"));
    private final ApiClient overlay = new ApiClient(service.stack().authUrl(), String.valueOf(made.at("key")));

    /// Every endpoint that takes a credential.
    @TestFactory
    Stream<DynamicTest> anOverlayCallsWhatIsListedAndNothingElse() {
        return OpenApiDocument.load().operations().stream()
                .filter(operation -> operation.role() == null)
                .filter(operation ->
                        operation.authenticated() && !operation.path().startsWith("/oauth"))
                .map(operation -> DynamicTest.dynamicTest(operation.method() + " " + operation.path(), () -> {
                    Answer answer = overlay.send(operation.method(), path(operation), null);
                    if (OverlayRights.reach(operation.method(), operation.path())) {
                        assertThat(answer.status()).as(answer.text()).isIn(200, 404, 409);
                    } else {
                        answer.refuses(403, "missing_scope");
                    }
                }));
    }

    @Test
    void anOverlayPlaysTheQueuesAndItsEventsNameIt() {
        String tip = account.tip("Ada");
        overlay.post("/tts/" + tip + "/start").expect(200);
        overlay.post("/tts/" + tip + "/release").expect(200);
        overlay.post("/tts/" + tip + "/start").expect(200);
        overlay.post("/tts/" + tip + "/finish").expect(200);
        String media = account.media();
        overlay.post("/media/" + media + "/start").expect(200);
        overlay.post("/media/" + media + "/finish").expect(200);

        List<String> actors = account.events().stream()
                .map(Json::read)
                .map(Json::asObject)
                .filter(event -> String.valueOf(event.get("type")).startsWith("queue."))
                .map(event -> Json.writeText(event.get("actor")))
                .toList();
        assertThat(actors).isNotEmpty().containsOnly("{\"type\":\"overlay\",\"id\":\"" + id + "\",\"name\":\"Main\"}");
    }

    @Test
    void anotherOverlaysTipGoalIsNotFound() {
        String another = String.valueOf(overlay("Other").at("overlay.id"));
        overlay.get("/overlays/" + id + "/tip-goal").expect(200);
        overlay.get("/overlays/" + another + "/tip-goal").refuses(404, "not_found");
        overlay.get("/overlays/o_00000000/tip-goal").refuses(404, "not_found");
        overlay.patch("/overlays/" + id + "/tip-goal", Map.of("title", "Mine")).refuses(403, "missing_scope");
    }

    @Test
    void aKeyThatWasRotatedOpensNothing() {
        overlay.get("/tts/queue").expect(200);
        account.dashboard()
                .post("/dashboard/api/overlays/" + id + "/rotate-key")
                .expect(200);
        overlay.get("/tts/queue").refuses(401, "invalid_api_key");
    }

    @Test
    void anOverlaysKeyIsNoApiKeyOnASocket() {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", String.valueOf(made.at("key")))));
            assertThat(Json.asObject(socket.next("error").get("data"))).containsEntry("code", "invalid_api_key");
        }
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))));
            socket.next("ready");
        }
        await().untilAsserted(() -> assertThat(account.eventTypes()).contains("overlay.connected"));
    }

    private Answer overlay(String name) {
        return account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", name))
                .expect(201);
    }

    private String path(Operation operation) {
        return operation.path().replace("{overlayId}", id).replaceAll("\\{[^}]+}", "nothing");
    }
}
