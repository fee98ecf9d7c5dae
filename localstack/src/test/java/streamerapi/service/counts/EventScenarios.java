package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Every request about the history of events.
final class EventScenarios {

    private EventScenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("GET /events/log", "an empty one", account -> api -> api.get("/events/log")),
                Scenario.of(
                        "POST /events/trigger",
                        "",
                        account -> api -> api.post("/events/trigger", Map.of("type", "alpha.follow"))),
                Scenario.of("POST /events/{eventId}/resend", "never sent there before", account -> {
                    String path = "/events/" + event(account) + "/resend";
                    Map<String, String> body = Map.of("endpoint_id", endpoint(account));
                    return api -> api.post(path, body);
                }));
    }

    private static String event(Account account) {
        account.api().post("/tts/pause").expect(200);
        byte[] envelope = account.events().getLast().getBytes(StandardCharsets.UTF_8);
        return String.valueOf(Json.readObject(envelope).get("id"));
    }

    private static String endpoint(Account account) {
        Answer made = account.api()
                .post("/webhook-endpoints", Map.of("url", "http://127.0.0.1:9/", "events", List.of("alpha.raid")))
                .expect(201);
        return String.valueOf(made.at("endpoint.id"));
    }
}
