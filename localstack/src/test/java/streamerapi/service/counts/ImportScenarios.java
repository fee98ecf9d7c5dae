package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Every request about commands, timers and counters as files.
final class ImportScenarios {

    private static final String PLACE = "/dashboard/api/chat/";
    private static final String FILE = """
            {"_total": 2, "commands": [
              {"name": "!hug", "message": "$(user) hugs $(touser)", "userLevel": "everyone", "coolDown": 5, "count": 3},
              {"name": "!falls", "message": "Falls: $(count)", "userLevel": "everyone", "coolDown": 5, "count": 7}]}
            """;

    private ImportScenarios() {}

    static List<Scenario> all() {
        return List.of(
                signedIn("GET /dashboard/api/chat/export", "1 command", api -> api.get(PLACE + "export")),
                signedIn(
                        "POST /dashboard/api/chat/import/preview",
                        "2 commands, 1 counter",
                        api -> api.post(PLACE + "import/preview", Map.of("content", FILE))),
                signedIn(
                        "POST /dashboard/api/chat/import",
                        "2 commands, 1 counter",
                        api -> api.post(
                                PLACE + "import",
                                Map.of(
                                        "content",
                                        FILE,
                                        "items",
                                        List.of("command:hug", "command:falls", "counter:falls")))));
    }

    /// A request of the owner, who has signed in before, about an account that has a command.
    private static Scenario signedIn(String operation, String circumstances, Function<ApiClient, Answer> request) {
        return Scenario.of(operation, circumstances, account -> {
            account.api()
                    .post("/commands", Map.of("name", "old", "response", "x"))
                    .expect(201);
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api));
        });
    }
}
