package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Every request about chat: commands, timers, the bot, AI voices; and what lines of chat cost.
final class ChatScenarios {

    private static final Map<String, Object> HUG =
            Map.of("name", "hug", "response", "{user} hugs {target}", "aliases", List.of("hugs"));
    private static final Map<String, Object> TIMER = Map.of("name", "t", "message", "m", "interval_minutes", 15);

    private ChatScenarios() {}

    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        all.addAll(commands());
        all.addAll(timers());
        all.addAll(bot());
        all.addAll(voices());
        return all;
    }

    private static List<Scenario> commands() {
        return List.of(
                Scenario.of("GET /commands", "1 command with an alias", on(HUG, api -> api.get("/commands"))),
                Scenario.of("GET /commands/{commandName}", "", on(HUG, api -> api.get("/commands/hug"))),
                Scenario.of("POST /commands", "with 1 alias", account -> api -> api.post("/commands", HUG)),
                Scenario.of(
                        "PATCH /commands/{commandName}",
                        "with 1 alias",
                        on(HUG, api -> api.patch("/commands/hug", Map.of("response", "x")))),
                Scenario.of(
                        "DELETE /commands/{commandName}", "with 1 alias", on(HUG, api -> api.delete("/commands/hug"))));
    }

    private static Function<Account, Function<ApiClient, Answer>> on(
            Map<String, Object> command, Function<ApiClient, Answer> request) {
        return account -> {
            account.api().post("/commands", command).expect(201);
            return request;
        };
    }

    private static List<Scenario> timers() {
        return List.of(
                Scenario.of("GET /timers", "1 timer", account -> {
                    timer(account);
                    return api -> api.get("/timers");
                }),
                Scenario.of("GET /timers/{timerId}", "", account -> {
                    String path = timer(account);
                    return api -> api.get(path);
                }),
                Scenario.of("POST /timers", "", account -> api -> api.post("/timers", TIMER)),
                Scenario.of("PATCH /timers/{timerId}", "its interval", account -> {
                    String path = timer(account);
                    return api -> api.patch(path, Map.of("interval_minutes", 20));
                }),
                Scenario.of("DELETE /timers/{timerId}", "", account -> {
                    String path = timer(account);
                    return api -> api.delete(path);
                }));
    }

    private static String timer(Account account) {
        return "/timers/" + account.api().post("/timers", TIMER).expect(201).at("timer.id");
    }

    private static List<Scenario> bot() {
        return List.of(
                Scenario.of("GET /bot", "", account -> api -> api.get("/bot")),
                Scenario.of("POST /chat/messages", "to one platform", account -> {
                    account.connector("alpha").send("bot.connected", Map.of("channel", "nova"));
                    return api -> api.post("/chat/messages", Map.of("message", "hello"));
                }));
    }

    private static List<Scenario> voices() {
        return List.of(
                voice("GET /ai-voices", api -> api.get("/ai-voices")),
                voice("POST /ai-voices/enable", api -> api.post("/ai-voices/enable")),
                voice("POST /ai-voices/disable", api -> api.post("/ai-voices/disable")),
                voice("POST /ai-voices/{voiceId}/enable", api -> api.post("/ai-voices/Ruth/enable")),
                voice("POST /ai-voices/{voiceId}/disable", api -> api.post("/ai-voices/Ruth/disable")));
    }

    private static Scenario voice(String operation, Function<ApiClient, Answer> request) {
        return Scenario.of(operation, "", account -> {
            account.table()
                    .write(List.of(Write.update(Keys.profile(account.tenantId()))
                            .set(Attribute.any("ai_voices_available"), true)));
            return request;
        });
    }
}
