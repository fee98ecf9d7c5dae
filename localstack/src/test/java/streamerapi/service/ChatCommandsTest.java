package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Custom commands in chat (spec "CustomCommand", contract "Ingest").
@NullMarked
class ChatCommandsTest {

    private final Account account = Service.shared().newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final Chatter ada = Chatter.viewer(alpha, "Ada");
    private final Chatter bob = Chatter.viewer(alpha, "Bob");
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aCommandIsAnsweredAndToldOf() {
        command("hug", "{user} hugs {target}", Map.of("aliases", List.of("hugs")));
        ada.writes("!HUGS @Bob tightly");
        assertThat(ada.heard()).containsExactly("Ada hugs Bob");
        Map<String, @Nullable Object> event = happenings.all().getLast();
        assertThat(event.get("type")).isEqualTo("chat.command");
        Map<String, @Nullable Object> actor = Json.asObject(event.get("actor"));
        assertThat(actor)
                .containsEntry("type", "chat")
                .containsEntry("user_id", null)
                .containsEntry("platform", "alpha")
                .containsEntry("platform_id", "id-Ada")
                .containsEntry("login", "ada")
                .containsEntry("display_name", "Ada");
        Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
        assertThat(data.keySet())
                .containsExactly(
                        "platform",
                        "command",
                        "invoked_as",
                        "args",
                        "user_id",
                        "user_login",
                        "user_name",
                        "is_mod",
                        "message_id");
        assertThat(data)
                .containsEntry("platform", "alpha")
                .containsEntry("command", "hug")
                .containsEntry("invoked_as", "hugs")
                .containsEntry("args", List.of("@Bob", "tightly"))
                .containsEntry("is_mod", false);
    }

    /// Keyboards for Japanese type a wide `!` and `@`.
    @Test
    void aCommandRunsWithTheWideSignToo() {
        command("ハグ", "{user}→{target}", Map.of("cooldown_seconds", 0));
        ada.writes("！ハグ ＠太郎");
        ada.writes("！！ハグ");
        ada.writes("！");
        assertThat(ada.heard()).containsExactly("Ada→太郎");
    }

    /// A capital `İ` in lower case is an `i` with a dot more, which keyboards do not type.
    @Test
    void aCommandWithACapitalOfTurkishIsFoundInSmallLetters() {
        command("İstanbul", "34", Map.of("cooldown_seconds", 0));
        ada.writes("!istanbul");
        ada.writes("!İSTANBUL");
        assertThat(ada.heard()).containsExactly("34", "34");
    }

    @Test
    void aLineThatIsNoCommandLeavesNoTrace() {
        for (String line : List.of("hello", "!", "! hug", "well !hug", "!nothing", "")) {
            ada.writes(line);
        }
        assertThat(account.eventTypes()).isEmpty();
        assertThat(account.rows(ingested())).isEmpty();
        assertThat(account.rows("CHATLINES")).isEmpty();
        assertThat(ada.heard()).isEmpty();
    }

    @Test
    void theSameMessageRunsOnceHoweverOftenItComes() {
        command("hug", "hi", Map.of("cooldown_seconds", 0));
        Map<String, @Nullable Object> message = alpha.message("one", "chat.message", ada.line("!hug"));
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(false);
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(true);
        AtOnce.run(5, i -> alpha.post(message).expect(202));
        assertThat(ada.heard()).containsExactly("hi");
        assertThat(account.eventTypes()).containsExactly("chat.command");
    }

    @Test
    void aSharedCooldownHoldsBackEverybodyOnBothPlatforms() {
        command("hug", "hi", Map.of("cooldown_seconds", 30));
        ada.writes("!hug");
        ada.writes("!hug");
        bob.writes("!hug");
        Chatter.moderator(alpha, "Mod").writes("!hug");
        Chatter.viewer(beta, "Cy").writes("!hug");
        assertThat(runs()).isEqualTo(1);
        Service.shared().clock().advance(Duration.ofSeconds(31));
        bob.writes("!hug");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aCooldownOfEachViewerHoldsBackThatViewerAlone() {
        command("hug", "hi", Map.of("cooldown_seconds", 30, "cooldown_type", "per_user"));
        ada.writes("!hug");
        ada.writes("!hug");
        bob.writes("!hug");
        bob.writes("!hug");
        Chatter.viewer(beta, "Ada").writes("!hug");
        assertThat(runs()).as("Ada of beta is another viewer").isEqualTo(3);
        Service.shared().clock().advance(Duration.ofSeconds(31));
        ada.writes("!hug");
        assertThat(runs()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"global", "per_user"})
    void aCooldownThatIsShortenedHoldsNobodyBackLonger(String type) {
        command("hug", "hi", Map.of("cooldown_seconds", 3_600, "cooldown_type", type));
        ada.writes("!hug");
        Service.shared().clock().advance(Duration.ofSeconds(6));
        account.api().patch("/commands/hug", Map.of("cooldown_seconds", 5)).expect(200);
        ada.writes("!hug");
        ada.writes("!hug");
        assertThat(runs()).isEqualTo(2);
        Service.shared().clock().advance(Duration.ofSeconds(6));
        ada.writes("!hug");
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void ofManyAtOnceOneRunsWithinACooldown() {
        command("hug", "hi", Map.of("cooldown_seconds", 60));
        AtOnce.run(20, i -> Chatter.viewer(alpha, "v" + i).writes("!hug"));
        assertThat(runs()).isEqualTo(1);
        assertThat(ada.heard()).containsExactly("hi");
    }

    @Test
    void withoutACooldownEveryRunCounts() {
        command("hug", "hi", Map.of("cooldown_seconds", 0));
        ada.writes("!hug");
        ada.writes("!hug");
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void aRefusedViewerStartsNoCooldown() {
        command("secret", "hi", Map.of("permission", "moderator", "cooldown_seconds", 60));
        command("subs", "hi", Map.of("permission", "subscriber", "cooldown_seconds", 0));
        Chatter subscriber = Chatter.subscriber(alpha, "Sue");
        Chatter moderator = Chatter.moderator(alpha, "Mod");
        ada.writes("!secret");
        subscriber.writes("!secret");
        ada.writes("!subs");
        assertThat(runs()).isZero();
        moderator.writes("!secret");
        subscriber.writes("!subs");
        moderator.writes("!subs");
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void theStreamerIsAModeratorToo() {
        command("secret", "hi", Map.of("permission", "moderator"));
        Map<String, @Nullable Object> line = new LinkedHashMap<>(ada.line("!secret"));
        line.put("is_broadcaster", true);
        alpha.send("chat.message", line);
        assertThat(runs()).isEqualTo(1);
        assertThat(Json.asObject(happenings.all().getLast().get("data"))).containsEntry("is_mod", true);
    }

    @Test
    void aCommandRunsOnItsPlatformsWhileItIsEnabled() {
        command("onbeta", "hi", Map.of("platforms", List.of("beta"), "cooldown_seconds", 0));
        command("benched", "hi", Map.of("enabled", false));
        ada.writes("!onbeta");
        ada.writes("!benched");
        assertThat(runs()).isZero();
        Chatter cy = Chatter.viewer(beta, "Cy");
        cy.writes("!onbeta");
        assertThat(cy.heard()).containsExactly("hi");
        assertThat(ada.heard()).isEmpty();
    }

    @Test
    void aBotThatIsOffInTheSettingsDoesNothing() {
        command("hug", "hi", Map.of("cooldown_seconds", 0));
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("alpha", false)))
                .expect(200);
        ada.writes("!hug");
        assertThat(runs()).isZero();
        Chatter.viewer(beta, "Cy").writes("!hug");
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void theBotDoesNotAnswerItself() {
        command("hug", "!hug again", Map.of("cooldown_seconds", 0));
        alpha.send("bot.connected", Map.of("channel", "novaplays", "login", "ada", "display_name", "Ada"));
        ada.writes("!hug");
        assertThat(runs()).isZero();
    }

    @Test
    void aConnectorThatFailsLosesTheAnswerAndNothingElse() {
        command("hug", "hi", Map.of("cooldown_seconds", 60));
        alpha.answers("error");
        ada.writes("!hug");
        assertThat(runs()).isEqualTo(1);
        bob.writes("!hug");
        assertThat(runs()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"message_id", "user_id", "user_login"})
    void whatALineLacksIsNamed(String field) {
        Map<String, @Nullable Object> line = ada.line("!hug");
        line.remove(field);
        alpha.sendAs("x", "chat.message", line).refuses(400, "bad_request").names("data." + field);
        line.put(field, 5);
        alpha.sendAs("x", "chat.message", line).refuses(400, "bad_request").names("data." + field);
    }

    @Test
    void aFieldOfAnotherTypeIsNamed() {
        for (String field : List.of("user_name", "text", "is_mod", "is_subscriber", "is_broadcaster")) {
            Map<String, @Nullable Object> line = ada.line("!hug");
            line.put(field, 5);
            alpha.sendAs("x", "chat.message", line).refuses(400, "bad_request").names("data." + field);
        }
    }

    private void command(String name, String response, Map<String, ?> more) {
        Map<String, Object> command = new LinkedHashMap<>(Map.of("name", name, "response", response));
        command.putAll(more);
        account.api().post("/commands", command).expect(201);
    }

    private int runs() {
        return happenings.all("chat.command").size();
    }

    private String ingested() {
        String key = Keys.ingested(account.tenantId(), "alpha", "x").sort();
        return Objects.requireNonNull(key).substring(0, key.indexOf('#') + 1);
    }
}
