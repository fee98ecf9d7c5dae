package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The bot says no platform's command, whoever saved it, and a text has its limits (contract "What the bot says").
@NullMarked
class BotTextsTest {

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final TestConnector alpha = account.connector("alpha");
    private final Chatter ada = Chatter.viewer(alpha, "Ada");

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/mod attacker",
                ".mod attacker",
                "  /mod attacker",
                "\u00A0/mod attacker",
                "\u200B/mod attacker",
                "\u2060.mod attacker",
                "\uFEFF/mod attacker",
                "\uFF0Fmod attacker",
                "\u2024mod attacker",
                "\u200E\u00A0\u2044mod {1}"
            })
    void noKeyAppOrUserSavesAPlatformsCommand(String text) {
        TestApp app = TestApp.open(service.newAccount(), Scope.COMMANDS_MANAGE, Scope.TIMERS_MANAGE, Scope.CHAT_WRITE);
        ApiClient token = app.api(app.connect(account).access());
        connected();
        for (ApiClient client : List.of(api, token)) {
            client.post("/commands", Map.of("name", "c1", "response", text))
                    .refuses(400, "bad_request")
                    .names("response");
            client.post("/timers", Map.of("name", "t1", "message", text, "interval_minutes", 1))
                    .refuses(400, "bad_request")
                    .names("message");
            client.post("/chat/messages", Map.of("message", text))
                    .refuses(400, "bad_request")
                    .names("message");
        }
        api.post("/commands", Map.of("name", "c1", "response", "hi")).expect(201);
        Object timer = timer("hi");
        token.patch("/commands/c1", Map.of("response", text))
                .refuses(400, "bad_request")
                .names("response");
        token.patch("/timers/" + timer, Map.of("message", text))
                .refuses(400, "bad_request")
                .names("message");
        account.dashboard()
                .post("/dashboard/api/commands", Map.of("name", "c2", "response", text))
                .refuses(400, "bad_request")
                .names("response");
        assertThat(ada.heard()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mod {1}", "\u200B/mod {1}", "\uFF0Emod {1}", "{2}/mod {1}", "{choice: }/mod {1}"})
    void whatWasSavedEarlierIsNotSent(String response) {
        api.post("/commands", Map.of("name", "c1", "response", "hi", "cooldown_seconds", 0))
                .expect(201);
        saved("COMMAND#", "response", response);
        ada.writes("!c1 attacker");
        assertThat(ada.heard()).isEmpty();
        assertThat(account.eventTypes()).as("it has run, and said nothing").containsExactly("chat.command");
    }

    @Test
    void aViewersWordsBeginNoCommand() {
        api.post("/commands", Map.of("name", "c1", "response", "{args}", "cooldown_seconds", 0))
                .expect(201);
        for (String words : List.of(
                "/ban x",
                "\uFF0Fban x",
                "\u2024ban x",
                "\u2060/ban x",
                "\u3164.ban x",
                "\uDB40\uDC41/ban x",
                "\u2215/.ban x")) {
            ada.writes("!c1 " + words);
        }
        assertThat(ada.heard()).hasSize(7).allSatisfy(said -> assertThat(said).isEqualTo("ban x"));
    }

    @Test
    void aTimersMessageThatWasSavedEarlierIsNotPosted() throws FunctionError {
        connected();
        timer("changed below");
        timer("fine");
        saved("TIMER#", "message", "/mod attacker");
        service.clock().advance(Duration.ofSeconds(61));
        Map<String, ?> due = Map.of("timers", Map.of("tenant_id", account.tenantId()));
        service.stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(
                                Map.of("Records", List.of(Map.of("messageId", "one", "body", Json.writeText(due))))));
        assertThat(ada.heard()).containsExactly("fine");
    }

    @Test
    void aResponseHasAtMostTwoAiTokens() {
        refused("{ai:a}{ai:b}{ai:c}");
        refused("{ai:a {ai:b}} {ai:c}");
        refused("{ai:x}".repeat(416));
        api.post("/commands", Map.of("name", "two", "response", "{ai:a} and {ai:b}"))
                .expect(201);
        api.patch("/commands/two", Map.of("response", "{ai:a}{ai:b}{ai:c}"))
                .refuses(400, "bad_request")
                .names("response");
    }

    @Test
    void aResponseChangesAtMostTwentyCounters() {
        refused(steps(21));
        refused("{ai:" + steps(11) + "}" + steps(11, "n"));
        api.post("/timers", Map.of("name", "t", "message", steps(21), "interval_minutes", 5))
                .refuses(400, "bad_request")
                .names("message");
        api.post("/commands", Map.of("name", "many", "response", steps(20) + "{counter:m0}", "cooldown_seconds", 0))
                .expect(201);
        ada.writes("!many");
        assertThat(ada.heard()).containsExactly("1".repeat(20) + "0");
        ada.writes("!many");
        assertThat(ada.heard().getLast()).isEqualTo("2".repeat(20) + "1");
        assertThat(account.rows("COUNTER#")).hasSize(20);
    }

    @Test
    void ofMoreThatWereSavedEarlierTwentyAreChanged() {
        api.post("/commands", Map.of("name", "many", "response", "hi", "cooldown_seconds", 0))
                .expect(201);
        saved("COMMAND#", "response", steps(40));
        ada.writes("!many");
        assertThat(account.rows("COUNTER#")).hasSize(20);
        assertThat(ada.heard().getFirst()).startsWith("1".repeat(20) + "{counter:m20+}");
    }

    @Test
    void aCounterIsSteppedOnce() {
        api.post("/commands", Map.of("name", "c", "response", "{counter:a+2} {counter:a-} {counter:b-}"))
                .expect(201);
        ada.writes("!c");
        assertThat(ada.heard()).containsExactly("2 2 -1");
    }

    private void refused(String response) {
        api.post("/commands", Map.of("name", "many", "response", response))
                .refuses(400, "bad_request")
                .names("response");
    }

    private static String steps(int count) {
        return steps(count, "m");
    }

    private static String steps(int count, String name) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{counter:" + name + i + "+}")
                .collect(Collectors.joining());
    }

    /// Keeps a text as it was kept before there was a rule for it, in the first row of a kind.
    private void saved(String kind, String attribute, String text) {
        account.table()
                .write(List.of(Write.update(account.rows(kind).getFirst().key()).set(Attribute.any(attribute), text)));
    }

    private Object timer(String message) {
        return String.valueOf(
                api.post("/timers", Map.of("name", "t", "message", message, "interval_minutes", 1, "live_only", false))
                        .expect(201)
                        .at("timer.id"));
    }

    private void connected() {
        alpha.send("bot.connected", Map.of("channel", "nova", "login", "bot", "display_name", "Bot"));
    }
}
