package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.Provider;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Lines of chat on overlays that show them (docs/realtime.md, "Overlays").
@NullMarked
class OverlayChatTest {

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final Chatter ada = Chatter.viewer(alpha, "Ada");

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of());
    }

    @Test
    void aLineIsSentWithAllThatItsPlatformTellsOfItsLook() {
        try (TestSocket overlay = opened("chat")) {
            Map<String, @Nullable Object> line = ada.line("hi Kappa <b>");
            line.put("color", "#1E90ff");
            line.put("is_vip", true);
            line.put("is_subscriber", true);
            line.put("emotes", List.of(Map.of("name", "Kappa", "id", "25")));
            alpha.send("chat.message", line);

            Map<String, @Nullable Object> shown = data(overlay.next("chat_line"));
            assertThat(shown.get("at")).isNotNull();
            shown.remove("at");
            assertThat(Json.writeText(shown))
                    .isEqualTo("{\"platform\":\"alpha\",\"message_id\":\"" + line.get("message_id")
                            + "\",\"user_id\":\"id-Ada\",\"user_name\":\"Ada\",\"color\":\"#1E90ff\","
                            + "\"badges\":[\"vip\",\"subscriber\"],\"is_bot\":false,"
                            + "\"text\":\"hi Kappa <b>\",\"emotes\":{\"Kappa\":\"25\"}}");
        }
    }

    @Test
    void aLookInAnotherFormIsLeftOutAndTheLineIsShown() {
        try (TestSocket overlay = opened("chat")) {
            Map<String, @Nullable Object> line = ada.line("hi");
            line.put("color", "red; background: url(//evil.example)");
            line.put("is_vip", "yes");
            line.put(
                    "emotes",
                    List.of("Kappa", Map.of("name", "a b", "id", "1"), Map.of("name", "x", "id", "../1"), Map.of()));
            alpha.send("chat.message", line);
            line.put("message_id", "another");
            line.put("emotes", Map.of("Kappa", 25));
            alpha.send("chat.message", line);

            for (int i = 0; i < 2; i++) {
                assertThat(data(overlay.next("chat_line")))
                        .containsEntry("color", null)
                        .containsEntry("badges", List.of())
                        .containsEntry("emotes", Map.of());
            }
        }
    }

    @Test
    void linesOfBothPlatformsAndSeveralAtOnceAreSent() {
        try (TestSocket overlay = opened("chat")) {
            beta.send("chat.message", Chatter.moderator(beta, "Grace").line("one"));
            alpha.send("chat.lines", Map.of("lines", List.of(ada.line("two"), ada.line("!three"))));

            Map<String, @Nullable Object> one = data(overlay.next("chat_line"));
            assertThat(one).containsEntry("platform", "beta").containsEntry("badges", List.of("moderator"));
            assertThat(List.of(text(one), text(data(overlay.next())), text(data(overlay.next()))))
                    .containsExactly("one", "two", "!three");
        }
    }

    @Test
    void whatTwitchSendsIsShownWithItsEmotes() {
        TestPlatform twitch = TestPlatform.connected(account, Provider.TWITCH);
        try (TestSocket overlay = opened("chat")) {
            Map<String, Object> line = new LinkedHashMap<>(TestPlatform.line("77", "hedy", "l1", "LUL nice"));
            line.put("color", "");
            line.put(
                    "message",
                    Map.of(
                            "text",
                            "LUL nice",
                            "fragments",
                            List.of(Map.of("type", "emote", "text", "LUL", "emote", Map.of("id", "425618")))));
            twitch.send("channel.chat.message", line).expect(204);

            assertThat(data(overlay.next("chat_line")))
                    .containsEntry("message_id", "l1")
                    .containsEntry("color", null)
                    .containsEntry("emotes", Map.of("LUL", "425618"));
        }
    }

    @Test
    void anAccountWithoutAChatBoxHasNoMarkAndSendsNothing() {
        Account other = service.newAccount();
        try (TestSocket overlay = opened("tts");
                TestSocket foreign = opened(other, "chat")) {
            ada.writes("hello");
            assertThat(overlay.typesUntil(celebrated(account))).containsExactly("celebrate");
            assertThat(foreign.typesUntil(celebrated(other))).containsExactly("celebrate");
        }
        assertThat(account.rows("CHATLINES")).isEmpty();
        assertThat(other.rows("CHATLINES")).hasSize(1);
    }

    @Test
    void theFilterKeepsLinesAndNamesOffTheStream() {
        settings(Map.of("block", List.of("homeaddress"), "replace", List.of("darnword")));
        try (TestSocket overlay = opened("chat")) {
            ada.writes("my homeaddress is");
            Chatter.viewer(alpha, "homeaddress").writes("hello");
            ada.writes("a darnword here");
            ada.writes("and on");
            assertThat(text(data(overlay.next("chat_line")))).isEqualTo("a ******** here");
            assertThat(text(data(overlay.next("chat_line")))).isEqualTo("and on");

            settings(Map.of("on_match", "hold"));
            service.clock().advance(Duration.ofSeconds(11));
            ada.writes("a darnword again");
            ada.writes("good bye");
            assertThat(text(data(overlay.next("chat_line")))).isEqualTo("good bye");
        }
    }

    @Test
    void linesOfBotsSayThatTheyAre() {
        alpha.send("bot.connected", Map.of("channel", "nova", "login", "nova_bot"));
        try (TestSocket overlay = opened("chat")) {
            Chatter.viewer(alpha, "Nova_Bot").writes("I am the bot");
            Chatter.viewer(alpha, "Nightbot").writes("so am I");
            Map<String, @Nullable Object> badged = ada.line("me too");
            badged.put("is_bot", true);
            alpha.send("chat.message", badged);
            ada.writes("I am not");

            List<Object> flags = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                flags.add(Objects.requireNonNull(data(overlay.next("chat_line")).get("is_bot")));
            }
            assertThat(flags).containsExactly(true, true, true, false);
        }
    }

    @Test
    void anOverlayThatIsOpenedWhileChatGoesOnIsSentLinesTenSecondsLater() {
        ada.writes("before");
        try (TestSocket overlay = opened("chat")) {
            ada.writes("at once");
            service.clock().advance(Duration.ofSeconds(11));
            ada.writes("later");
            assertThat(text(data(overlay.next("chat_line")))).isEqualTo("later");
        }
    }

    @Test
    void aSocketThatIsGoneIsForgottenAndTheOthersAreSentTheLine() {
        TestSocket gone = opened("chat");
        try (TestSocket overlay = opened("chat")) {
            ada.writes("to both");
            overlay.next("chat_line");
            gone.next("chat_line");
            gone.close();
            for (int i = 0; i < 3; i++) {
                ada.writes("to one");
                assertThat(text(data(overlay.next("chat_line")))).isEqualTo("to one");
            }
            await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").size() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "timeout", "ban"})
    void whatIsModeratedGoesFromTheStreamWithoutItsWords(String action) {
        try (TestSocket overlay = opened("chat")) {
            alpha.send("chat.moderated", moderated("warn"));
            alpha.send("chat.moderated", moderated(action));
            account.api()
                    .post("/events/trigger", Map.of("type", "chat.moderated"))
                    .expect(202);

            Map<String, @Nullable Object> removed = data(overlay.next("chat_removed"));
            assertThat(removed)
                    .containsEntry("platform", "alpha")
                    .containsEntry("user_id", "id-Ada")
                    .containsEntry("message_id", null)
                    .containsKey("at")
                    .hasSize(4);
            assertThat(overlay.typesUntil(celebrated(account))).containsExactly("celebrate");
        }
    }

    @Test
    void whatAPlatformTakesOutOfItsChatGoesFromTheStream() {
        try (TestSocket overlay = opened("chat")) {
            alpha.send("chat.removed", Map.of("user_id", "1", "message_id", "m1"));
            beta.send("chat.removed", Map.of());

            assertThat(data(overlay.next("chat_removed")))
                    .containsEntry("user_id", "1")
                    .containsEntry("message_id", "m1");
            assertThat(data(overlay.next("chat_removed")))
                    .containsEntry("platform", "beta")
                    .containsEntry("user_id", null)
                    .containsEntry("message_id", null);
            alpha.sendAs("x", "chat.removed", Map.of("user_id", 1))
                    .refuses(400, "bad_request")
                    .names("data.user_id");
        }
    }

    private static Map<String, Object> moderated(String action) {
        return Map.of(
                "action",
                action,
                "target_user_id",
                "id-Ada",
                "target_login",
                "ada",
                "target_name",
                "Ada",
                "feature",
                "links",
                "message",
                "a secret");
    }

    private void settings(Map<String, Object> filter) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", filter))
                .expect(200);
    }

    /// The type of the frame that follows a celebration on every overlay of an account, after all that was sent before.
    private static String celebrated(Account account) {
        account.events();
        account.api().post("/overlays/celebrate").expect(200);
        return "celebrate";
    }

    private TestSocket opened(String... widgets) {
        return opened(account, widgets);
    }

    private static TestSocket opened(Account account, String... widgets) {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Scene", "widgets", List.of(widgets)))
                .expect(201);
        TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))));
        socket.next("ready");
        return socket;
    }

    private static Map<String, @Nullable Object> data(Map<String, @Nullable Object> frame) {
        return Json.asObject(frame.get("data"));
    }

    private static String text(Map<String, @Nullable Object> line) {
        return String.valueOf(line.get("text"));
    }
}
