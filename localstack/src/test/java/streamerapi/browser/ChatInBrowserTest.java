package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;
import streamerapi.service.TestConnector;
import streamerapi.shared.json.Json;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The chat box of an overlay, as OBS shows it and as it is set.
class ChatInBrowserTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");

    /// Keeps the page's sockets, each with its frames, and lets none come about while `lost` is set.
    private static final String SOCKETS = """
            window.sockets = [];
            window.WebSocket = class extends WebSocket {
              frames = [];
              constructor(url) {
                super(window.lost ? url.replace('/realtime', '/nowhere') : url);
                window.sockets.push(this);
                this.addEventListener('message', ({ data }) => this.frames.push(JSON.parse(data)));
              }
              send(text) {
                this.first ??= JSON.parse(text);
                super.send(text);
              }
            };
            """;

    private static final String GROWN_OLD = """
            const told = { type: 'reconnect', data: { reason: 'max_age', closes_at: '2026-01-01T00:00:00.000Z' } };
            window.sockets[0].onmessage({ data: JSON.stringify(told) });
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final Answer made = account.dashboard()
            .post(DASHBOARD, Map.of("name", "Main scene", "widgets", List.of("chat")))
            .expect(201);
    private final String address = DASHBOARD + "/" + made.at("overlay.id");
    private int lines;

    private void connect(Chromium obs) {
        obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
        await().atMost(PATIENCE)
                .until(() -> Boolean.TRUE.equals(
                        account.api().get("/overlays/" + made.at("overlay.id")).at("overlay.connected")));
    }

    @Test
    void linesComeAsTheLayoutWantsThemAndGoAsTheyAreModerated() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.expect("static-cdn.jtvnw.net");
            obs.expect("files.kick.com");
            connect(obs);
            obs.evaluate("""
                    window.refused = [];
                    addEventListener('securitypolicyviolation', ({ blockedURI }) => window.refused.push(blockedURI));
                    """);
            says(alpha, "Grace", "Hi <b>all</b>! Kappa", "emotes", List.of(Map.of("name", "Kappa", "id", "25")));
            says(beta, "Linus", "KEKWKEKW", "emotes", List.of(Map.of("name", "KEKW", "id", "37226")));
            says(alpha, "Ada", "!hug Grace");
            says(alpha, "Nightbot", "Follow the channel");
            says(alpha, "Ada", "Look at this", "is_broadcaster", true, "is_subscriber", true, "color", "#00008b");
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 3");
            obs.untilTrue("return document.querySelectorAll('#chat img').length === 0 || "
                    + "[...document.querySelectorAll('#chat img')].every((image) => image.complete)");
            assertThat(shown(obs)).isEqualTo("Grace: Hi <b>all</b>! Kappa|Linus: KEKWKEKW|Ada: Look at this");
            assertThat(obs.evaluate("return window.refused.join()")).isEqualTo("");
            assertThat(String.valueOf(obs.evaluate(
                            "return performance.getEntriesByType('resource').map(({ name }) => name).join(' ')")))
                    .contains("https://static-cdn.jtvnw.net/emoticons/v2/25/default/dark/2.0")
                    .contains("https://files.kick.com/emotes/37226/fullsize");
            assertThat(
                            String.valueOf(
                                    obs.evaluate(
                                            "return [...document.querySelectorAll('#chat svg')].map((badge) => badge.ariaLabel).join()")))
                    .isEqualTo("Broadcaster,Subscriber");
            assertThat(obs.evaluate("""
                    const parts = getComputedStyle(document.querySelector('#chat li:last-child b')).color.match(/\\d+/g);
                    return parts.every((part) => Number(part) > 100);
                    """))
                    .as("dark blue is lighter on a dark panel")
                    .isEqualTo(true);

            obs.picture(PICTURES.resolve("overlay-chat.png"));
            change(Map.of("rows", 2, "newest", "top", "hide_commands", false));
            obs.untilTrue("return document.querySelectorAll('#chat li:not([hidden])').length === 2");
            says(alpha, "Ada", "!hug Linus");
            obs.untilTrue("return document.querySelector('#chat li:last-child').textContent.includes('!hug')");
            assertThat(obs.evaluate("""
                    const [one, other] = [...document.querySelectorAll('#chat li:not([hidden])')]
                        .map((row) => row.getBoundingClientRect().top);
                    return one > other;
                    """)).as("the newest stands at the top").isEqualTo(true);

            alpha.send("chat.moderated", moderated("Ada"));
            obs.untilTrue("return !document.querySelector('#chat').textContent.includes('Ada')");
            beta.send("chat.removed", Map.of());
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 1");
            assertThat(shown(obs)).isEqualTo("Grace: Hi <b>all</b>! Kappa");
            change(Map.of("seconds", 3));
            says(alpha, "Hedy", "soon gone");
            obs.until(words -> words.contains("soon gone"));
            obs.until(words -> !words.contains("soon gone"));
        }
    }

    @Test
    void aSocketThatTakesOverFromAnOlderOneLeavesTheLinesAndMissesNone() {
        somethingIsInTheLog();
        try (Chromium obs = Chromium.ofObs().before(SOCKETS)) {
            connect(obs);
            says(alpha, "Grace", "before");
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 1");
            obs.evaluate(GROWN_OLD);
            obs.untilTrue("return window.sockets[1]?.frames.some(({ type }) => /^replay_/.test(type)) === true");
            says(alpha, "Linus", "meanwhile");
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 2");
            assertThat(shown(obs)).isEqualTo("Grace: before|Linus: meanwhile");

            service.clock().advance(Duration.ofSeconds(11));
            says(alpha, "Ada", "later");
            obs.untilTrue("return window.sockets[1].frames.some(({ type }) => type === 'chat_line')");
            obs.untilTrue("return window.sockets[0].readyState === WebSocket.CLOSED");
            assertThat(shown(obs)).isEqualTo("Grace: before|Linus: meanwhile|Ada: later");

            obs.evaluate("window.sockets[1].close()");
            obs.untilTrue("return document.getElementById('chat').hidden");
        }
    }

    @Test
    void theOlderSocketGoesOnWhileNoneComesAboutThatCouldTakeOver() {
        somethingIsInTheLog();
        try (Chromium obs = Chromium.ofObs().before(SOCKETS)) {
            obs.expect("/nowhere");
            connect(obs);
            says(alpha, "Grace", "before");
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 1");
            obs.evaluate("window.lost = true;" + GROWN_OLD);
            obs.untilTrue("return window.sockets.length > 2");
            says(alpha, "Linus", "meanwhile");
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 2");
            obs.evaluate("window.lost = false");
            obs.untilTrue("return window.sockets.at(-1).frames.some(({ type }) => /^replay_/.test(type))");
            assertThat(shown(obs)).isEqualTo("Grace: before|Linus: meanwhile");
        }
    }

    @Test
    void aReplayGoesOnWhereTheOlderSocketStopped() {
        somethingIsInTheLog();
        try (Chromium obs = Chromium.ofObs().before(SOCKETS)) {
            connect(obs);
            obs.untilTrue("return window.sockets[0].frames.length > 0");
            account.tip("Grace");
            Object stopped =
                    Json.asObject(Json.read(account.events().getLast())).get("id");
            obs.evaluate(GROWN_OLD.replace("'max_age'", "'replay_continues', since: '" + stopped + "'"));
            obs.untilTrue("return window.sockets[1]?.first !== undefined");
            assertThat(obs.evaluate("return window.sockets[1].first.since")).isEqualTo(stopped);
        }
    }

    @Test
    void emotesThatCanBeReadInManyWaysDoNotHoldUpThePage() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.expect("files.kick.com");
            connect(obs);
            List<Map<String, String>> ambiguous =
                    List.of(Map.of("name", "a", "id", "1"), Map.of("name", "aa", "id", "2"));
            says(beta, "Mallory", "a".repeat(90) + "b", "emotes", ambiguous);
            says(
                    beta,
                    "Linus",
                    "abcd abc!",
                    "emotes",
                    List.of(
                            Map.of("name", "abc", "id", "3"),
                            Map.of("name", "ab", "id", "4"),
                            Map.of("name", "cd", "id", "5")));
            obs.untilTrue("return document.querySelectorAll('#chat li').length === 2");
            assertThat(shown(obs)).isEqualTo("Mallory: " + "a".repeat(90) + "b|Linus: abcd abc!");
            assertThat(String.valueOf(obs.evaluate(
                            "return performance.getEntriesByType('resource').map(({ name }) => name).join(' ')")))
                    .contains("emotes/4/fullsize", "emotes/5/fullsize")
                    .doesNotContain("emotes/1/", "emotes/2/", "emotes/3/");
        }
    }

    @Test
    void theBoxIsTriedAndSetInTheEditor() {
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(service.stack().authUrl() + "/dashboard/overlays/" + made.at("overlay.id"));
            browser.untilTrue(preview("document.querySelectorAll('#chat li').length === 5"));
            browser.press("A chat line");
            browser.picture(PICTURES.resolve("overlay-chat-editor.png"));
            browser.untilTrue(preview("document.querySelectorAll('#chat li').length === 6"));
            browser.type("Chat text size, %", "150");
            browser.untilTrue(preview(
                    "getComputedStyle(document.getElementById('chat')).getPropertyValue('--chat-size') === '1.5'"));
            browser.the("[name='layout[panels][chat][hide_bots]'][type=checkbox]")
                    .click();
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            Answer saved = account.api().get("/overlays/" + made.at("overlay.id"));
            assertThat(saved.at("overlay.layout.panels.chat.size")).hasToString("150");
            assertThat(saved.at("overlay.layout.panels.chat.hide_bots")).isEqualTo(false);
            assertThat(saved.at("overlay.layout.panels.chat.hide_commands")).isEqualTo(true);
        }
    }

    /// Gives a socket an event to go on after.
    private void somethingIsInTheLog() {
        account.tip("Ada");
        await().until(() -> account.api().get("/events/log").each("events", "id"), events -> !events.isEmpty());
    }

    @Test
    void aPreviewThatCannotBeHadIsAskedForAgain() {
        String impatientAndLost = """
                const after = setTimeout;
                window.setTimeout = (task, time) => after(task, time === 10_000 ? 500 : time);
                for (const name of ['append', 'prepend']) {
                  const put = Element.prototype[name];
                  Element.prototype[name] = function (...nodes) {
                    nodes.filter(({ tagName }) => tagName === 'IFRAME').forEach((frame) => frame.toggleAttribute('sandbox', !window.found));
                    put.apply(this, nodes);
                  };
                }
                """;
        try (Chromium browser = Chromium.open().before(impatientAndLost)) {
            browser.expect("/overlay");
            browser.expect("origin ('null')");
            browser.as(account).go(service.stack().authUrl() + "/dashboard/overlays/" + made.at("overlay.id"));
            browser.untilTrue("return document.querySelector('#stage iframe').contentDocument === null");
            browser.evaluate("window.found = true");
            browser.untilTrue(preview("document.querySelectorAll('#chat li').length === 5"));
        }
    }

    private static String preview(String condition) {
        return """
                const frame = document.querySelector('#stage iframe');
                return frame.contentDocument?.documentElement.dataset.font !== undefined
                    && ((document, getComputedStyle) => %s)(frame.contentDocument, frame.contentWindow.getComputedStyle);
                """.formatted(condition);
    }

    private void change(Map<String, Object> chat) {
        account.dashboard()
                .patch(address, Map.of("layout", Map.of("panels", Map.of("chat", chat))))
                .expect(200);
    }

    private void says(TestConnector platform, String name, String text, Object... fields) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("message_id", "m" + lines++);
        line.put("user_id", name);
        line.put("user_login", name);
        line.put("text", text);
        for (int i = 0; i < fields.length; i += 2) {
            line.put(String.valueOf(fields[i]), fields[i + 1]);
        }
        platform.send("chat.message", line);
    }

    private static Map<String, Object> moderated(String name) {
        return Map.of(
                "action", "ban",
                "target_user_id", name,
                "target_login", name,
                "target_name", name,
                "feature", "links");
    }

    private static String shown(Chromium obs) {
        return String.valueOf(obs.evaluate("""
                return [...document.querySelectorAll('#chat li:not([hidden])')]
                    .map((row) => row.querySelector('b').textContent + ': ' + [...row.lastChild.childNodes]
                        .map((part) => part.alt ?? part.textContent).join(''))
                    .join('|');
                """));
    }
}
