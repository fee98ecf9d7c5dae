package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Several lines of chat in one message.
@NullMarked
class ChatLinesTest {

    private final Account account = Service.shared().newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final Chatter ada = Chatter.moderator(alpha, "Ada");

    @Test
    void aHundredLinesAreTakenInTheirOrder() {
        counter("wins");
        command("hug");
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        IntStream.range(0, 97).forEach(i -> lines.add(ada.line("hello " + i)));
        lines.add(10, ada.line("!wins 5"));
        lines.add(50, ada.line("!wins+"));
        lines.add(90, ada.line("!hug"));

        Answer taken =
                alpha.sendAs("batch", "chat.lines", Map.of("lines", lines)).expect(202);

        assertThat(taken.text()).isEqualTo("{\"success\":true,\"duplicate\":false}");
        assertThat(changes()).containsExactly("counter.updated", "counter.updated", "chat.command");
        assertThat(account.events().get(2)).contains("\"value\":6");
        assertThat(ada.heard()).hasSize(3).last().isEqualTo("hi");
    }

    @Test
    void linesOfBetaAreTakenToo() {
        counter("wins");
        Chatter bob = Chatter.moderator(beta, "Bob");
        beta.sendAs("batch", "chat.lines", Map.of("lines", List.of(bob.line("!wins+"), bob.line("!wins+"))))
                .expect(202);
        assertThat(account.events().getLast()).contains("\"value\":2", "\"platform\":\"beta\"");
    }

    @Test
    void aMessageThatComesAgainHasNoEffect() {
        counter("wins");
        Map<String, @Nullable Object> message =
                alpha.message("batch", "chat.lines", Map.of("lines", List.of(ada.line("!wins+"))));
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(false);
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(true);
        AtOnce.run(3, i -> alpha.post(message).expect(202));
        assertThat(changes()).containsExactly("counter.updated");
    }

    @Test
    void aLineThatComesInAnotherMessageHasNoEffect() {
        counter("wins");
        Map<String, @Nullable Object> line = ada.line("!wins+");
        alpha.sendAs("one", "chat.lines", Map.of("lines", List.of(line, line))).expect(202);
        Answer again = alpha.sendAs("two", "chat.lines", Map.of("lines", List.of(ada.line("!wins+"), line)))
                .expect(202);
        assertThat(again.at("duplicate")).isEqualTo(false);
        assertThat(changes()).containsExactly("counter.updated", "counter.updated");
    }

    @Test
    void linesThatAreNoCommandsLeaveNoTrace() {
        alpha.sendAs("one", "chat.lines", Map.of("lines", List.of(ada.line("hello"), ada.line("!nothing"))))
                .expect(202);
        assertThat(account.eventTypes()).isEmpty();
        assertThat(account.rows("INGESTED#")).isEmpty();
    }

    @Test
    void theBotsOwnLinesAreNoneThatATimerWaitsFor() {
        alpha.send("bot.connected", Map.of("channel", "novaplays", "login", "thebot"));
        account.api()
                .post(
                        "/timers",
                        Map.of(
                                "name",
                                "Rules",
                                "message",
                                "Be kind",
                                "interval_minutes",
                                5,
                                "min_chat_lines",
                                3,
                                "live_only",
                                false))
                .expect(201);
        says("bot", Chatter.viewer(alpha, "TheBot"), 5);
        assertThat(counted()).isZero();
        says("ada", ada, 3);
        assertThat(counted()).isEqualTo(3);
    }

    private void says(String id, Chatter chatter, int lines) {
        List<Map<String, @Nullable Object>> all = IntStream.range(0, lines)
                .mapToObj(i -> chatter.line("hello " + i))
                .toList();
        alpha.sendAs(id, "chat.lines", Map.of("lines", all)).expect(202);
    }

    private long counted() {
        return account.rows("CHATLINES").getFirst().get(Attribute.whole("lines"));
    }

    @Test
    void aBadLineIsNamedAndNoneIsTaken() {
        counter("wins");
        Map<String, @Nullable Object> bad = ada.line("!wins+");
        bad.remove("user_id");
        refuses(List.of(ada.line("!wins+"), bad), "data.lines[1].user_id");
        bad.put("user_id", "1");
        bad.put("is_mod", "yes");
        refuses(List.of(ada.line("!wins+"), ada.line("!wins+"), bad), "data.lines[2].is_mod");
        refuses(List.of(ada.line("!wins+"), "!wins+"), "data.lines[1]");
        assertThat(changes()).isEmpty();
        assertThat(account.rows("INGESTED#")).isEmpty();
    }

    @Test
    void aMessageHasOneToAHundredLines() {
        refuses(List.of(), "data.lines");
        refuses(Collections.nCopies(101, Map.of("text", "x")), "data.lines");
        alpha.sendAs("x", "chat.lines", Map.of("lines", "!wins+"))
                .refuses(400, "bad_request")
                .names("data.lines");
        alpha.sendAs("x", "chat.lines", Map.of()).refuses(400, "bad_request").names("data.lines");
        account.connector("card_processor")
                .sendAs("x", "chat.lines", Map.of("lines", List.of(ada.line("hi"))))
                .refuses(400, "bad_request")
                .names("type");
    }

    private void refuses(List<?> lines, String field) {
        alpha.sendAs("bad", "chat.lines", Map.of("lines", lines))
                .refuses(400, "bad_request")
                .names(field);
    }

    private void counter(String name) {
        account.api()
                .send("PUT", "/counters/" + name, Json.write(Map.of("value", 0)))
                .expect(201);
    }

    private void command(String name) {
        account.api().post("/commands", Map.of("name", name, "response", "hi")).expect(201);
    }

    /// The types of the events after the first one, which tells of the counter that the test made.
    private List<String> changes() {
        return account.eventTypes().stream().skip(1).toList();
    }
}
