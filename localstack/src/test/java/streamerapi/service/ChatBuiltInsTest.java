package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// The commands that every channel has: counters, the queues, videos, the list (contract "Ingest").
@NullMarked
class ChatBuiltInsTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final TestConnector alpha = account.connector("alpha");
    private final Chatter ada = Chatter.viewer(alpha, "Ada");
    private final Chatter mod = Chatter.moderator(alpha, "Mod");
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void moderatorsChangeCountersAndEverybodyReadsThem() {
        set("deaths", 3);
        mod.writes("!deaths+");
        mod.writes("!deaths+ 4");
        mod.writes("!deaths-");
        mod.writes("!DEATHS- 2");
        mod.writes("!deaths 50");
        mod.writes("!deaths -5");
        mod.writes("!deaths");
        ada.writes("!deaths");
        assertThat(ada.heard())
                .containsExactly(
                        "deaths: 4",
                        "deaths: 8",
                        "deaths: 7",
                        "deaths: 5",
                        "deaths: 50",
                        "deaths: -5",
                        "deaths: -5",
                        "deaths: -5");
        assertThat(happenings.all("counter.updated").subList(1, 7)).allSatisfy(event -> {
            assertThat(Json.asObject(event.get("actor")))
                    .containsEntry("type", "chat")
                    .containsEntry("login", "mod");
            assertThat(Json.asObject(event.get("data"))).containsEntry("source", "chat");
        });
        assertThat(account.eventTypes())
                .as("built-in commands do not fire chat.command")
                .doesNotContain("chat.command");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u3000", "\u00a0", "\u2003 "})
    void wordsStandBetweenBlanksOfEveryScript(String blank) {
        set("deaths", 3);
        mod.writes("!deaths" + blank + "5");
        mod.writes("!deaths+" + blank + "2" + blank);
        mod.writes("!" + blank + "deaths");
        assertThat(mod.heard()).containsExactly("deaths: 5", "deaths: 7");
    }

    @Test
    void aNameThatEndsWithAMinusGoesBeforeTheOperator() {
        set("a-", 3);
        set("a", 10);
        set("b", 1);
        mod.writes("!a-");
        mod.writes("!a-+");
        mod.writes("!a- 8");
        mod.writes("!a--");
        mod.writes("!a+");
        mod.writes("!b-");
        assertThat(mod.heard()).containsExactly("a-: 3", "a-: 4", "a-: 8", "a-: 7", "a: 11", "b: 0");
    }

    @Test
    void chatSetsEveryValueThatACounterCanHave() {
        set("b", 1);
        mod.writes("!b 9007199254740991");
        mod.writes("!b -9007199254740991");
        mod.writes("!b+ 9007199254740991");
        mod.writes("!b 9007199254740992");
        mod.writes("!b+ 9007199254740991");
        mod.writes("!b+");
        assertThat(mod.heard())
                .containsExactly(
                        "b: 9007199254740991",
                        "b: -9007199254740991",
                        "b: 0",
                        "b: 0",
                        "b: 9007199254740991",
                        "b: 9007199254740991");
    }

    @ParameterizedTest
    @ValueSource(strings = {"!deaths+", "!deaths-", "!deaths 5", "!deaths+ 2"})
    void aViewerChangesNoCounter(String line) {
        set("deaths", 3);
        ada.writes(line);
        assertThat(api.get("/counters/deaths").at("counter.value")).hasToString("3");
        assertThat(ada.heard()).isEmpty();
    }

    @Test
    void viewersWaitBetweenReadingsAndModeratorsDoNot() {
        set("deaths", 3);
        ada.writes("!deaths");
        Chatter.viewer(alpha, "Bob").writes("!deaths");
        mod.writes("!deaths");
        assertThat(ada.heard()).hasSize(2);
        Service.shared().clock().advance(Duration.ofSeconds(6));
        ada.writes("!deaths");
        assertThat(ada.heard()).hasSize(3);
    }

    @Test
    void noCounterComesOfALineThatNamesNone() {
        mod.writes("!nothing+");
        mod.writes("!nothing 5");
        mod.writes("!nothing");
        assertThat(account.rows("COUNTER#")).isEmpty();
        assertThat(ada.heard()).isEmpty();
    }

    @Test
    void aCustomCommandGoesBeforeACounterOfItsName() {
        set("deaths", 3);
        api.post("/commands", Map.of("name", "deaths", "response", "mine")).expect(201);
        ada.writes("!deaths");
        mod.writes("!deaths+");
        assertThat(ada.heard()).containsExactly("mine", "deaths: 4");
    }

    @Test
    void aCounterTakesNoQueueCommandAway() {
        set("pause", 3);
        mod.writes("!pause");
        assertThat(api.get("/tts/now").at("is_paused")).isEqualTo(true);
        mod.writes("!pause+");
        ada.writes("!pause");
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("disabled_commands", List.of("pause"))))
                .expect(200);
        mod.writes("!pause");
        assertThat(mod.heard()).containsExactly("The queue is paused.", "pause: 4", "pause: 4");
    }

    @Test
    void bumpsAtOnceAllCount() {
        set("deaths", 0);
        AtOnce.run(50, i -> {
            String id = UUID.randomUUID().toString();
            Answer answer = mod.writesAs(id, "!deaths+");
            while (answer.status() == 503) {
                answer = mod.writesAs(id, "!deaths+");
            }
            return answer.expect(202);
        });
        assertThat(api.get("/counters/deaths").at("counter.value")).hasToString("50");
        assertThat(happenings.all("counter.updated").stream()
                        .map(event ->
                                String.valueOf(Json.asObject(event.get("data")).get("value")))
                        .distinct())
                .hasSize(51);
    }

    @Test
    void moderatorsControlTheTtsQueue() {
        account.tip("A");
        String second = account.tip("B");
        mod.writes("!pause");
        assertThat(api.get("/tts/queue").at("is_paused")).isEqualTo(true);
        assertThat(actorOf("queue.tts.paused")).isEqualTo("chat");
        mod.writes("!resume");
        assertThat(actorOf("queue.tts.resumed")).isEqualTo("chat");
        api.post("/tts/" + second + "/start").expect(200);
        mod.writes("!skip");
        assertThat(actorOf("queue.tts.skipped")).isEqualTo("chat");
        mod.writes("!skip");
        mod.writes("!clear");
        assertThat(actorOf("queue.tts.cleared")).isEqualTo("chat");
        assertThat(api.get("/tts/queue").each("items", "name")).isEmpty();
        assertThat(ada.heard())
                .containsExactly(
                        "The queue is paused.",
                        "The queue goes on.",
                        "The tip is skipped.",
                        "No tip is playing.",
                        "The queue is clear; tips that left it: 1.");
    }

    @Test
    void moderatorsControlTheMediaQueueToo() {
        String item = account.media();
        mod.writes("!pause media");
        assertThat(actorOf("queue.media.paused")).isEqualTo("chat");
        mod.writes("!resume media");
        assertThat(actorOf("queue.media.resumed")).isEqualTo("chat");
        api.post("/media/" + item + "/start").expect(200);
        mod.writes("!skip media");
        assertThat(actorOf("queue.media.skipped")).isEqualTo("chat");
    }

    @Test
    void aModeratorWhoMeansVideosClearsNoTips() {
        account.tip("A");
        account.media();
        mod.writes("!clear media");
        assertThat(ada.heard()).containsExactly("Only tips can be cleared. Remove videos in the dashboard.");
        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"!pause", "!resume", "!skip", "!clear", "!skip media", "!pause media"})
    void aViewerControlsNoQueue(String line) {
        account.tip("A");
        ada.writes(line);
        Chatter.subscriber(alpha, "Sue").writes(line);
        assertThat(account.eventTypes()).containsExactly("tip.created");
        assertThat(ada.heard()).isEmpty();
    }

    @Test
    void aNameIsCutBetweenCharactersAndKeepsEightMarksOfALetter() {
        Chatter.subscriber(alpha, "y".repeat(63) + "🦊🦊").writes("!sr " + StandInVideoSites.PLAYABLE);
        Service.shared().clock().advance(Duration.ofSeconds(31));
        Chatter.subscriber(alpha, "z" + "\u0301".repeat(30)).writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(api.get("/media/queue").each("items", "donor_name"))
                .containsExactly("y".repeat(63) + "🦊", "z" + "\u0301".repeat(8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"song", "sr"})
    void aSubscriberRequestsAVideo(String trigger) {
        Chatter ada = Chatter.subscriber(alpha, "Ada");
        ada.writes("!" + trigger + " " + StandInVideoSites.PLAYABLE);
        Answer queue = api.get("/media/queue").expect(200);
        assertThat(queue.at("items.0.requested_via")).isEqualTo("chat");
        assertThat(queue.at("items.0.donor_name")).isEqualTo("Ada");
        assertThat(actorOf("media.created")).isEqualTo("chat");
        assertThat(ada.heard()).containsExactly("Ada, your video is in the queue.");
        ada.writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(api.get("/media/queue").each("items", "order_id"))
                .as("half a minute must pass")
                .hasSize(1);
        Service.shared().clock().advance(Duration.ofSeconds(31));
        ada.writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(api.get("/media/queue").each("items", "order_id")).hasSize(2);
    }

    @Test
    void aNameOfARequestIsAsTheFilterLeavesIt() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("darn"))))
                .expect(200);
        Chatter darn = Chatter.subscriber(alpha, "D4rn");
        darn.writes("!sr " + StandInVideoSites.PLAYABLE);
        api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE, "name", "Darn it"))
                .expect(201);
        assertThat(darn.heard()).containsExactly("****, your video is in the queue.");
        assertThat(api.get("/media/queue").each("items", "donor_name")).containsExactly("****", "**** it");
    }

    @Test
    void theStreamerSaysWhoMayRequestVideos() {
        String request = "!sr " + StandInVideoSites.PLAYABLE;
        ada.writes(request);
        assertThat(queued())
                .as("subscribers unless the streamer says otherwise")
                .isEmpty();
        songPermission("everyone");
        ada.writes(request);
        assertThat(queued()).hasSize(1);
        songPermission("moderator");
        Chatter.subscriber(alpha, "Sue").writes(request);
        assertThat(queued()).hasSize(1);
        mod.writes(request);
        assertThat(queued()).hasSize(2);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("song_permission", "vip")))
                .refuses(400, "bad_request")
                .names("bot.song_permission");
    }

    @Test
    void twoVideosOfAViewerWaitAtOneTime() {
        songPermission("everyone");
        for (int i = 0; i < 3; i++) {
            ada.writes("!sr " + StandInVideoSites.PLAYABLE);
            Service.shared().clock().advance(Duration.ofSeconds(31));
        }
        assertThat(queued()).hasSize(2);
        assertThat(ada.heard().getLast()).isEqualTo("Ada, 2 videos of yours are waiting already.");
        Chatter.viewer(alpha, "Bob").writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(queued()).as("another viewer's").hasSize(3);
        mod.writes("!sr " + StandInVideoSites.PLAYABLE);
        mod.writes("!sr " + StandInVideoSites.PLAYABLE);
        mod.writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(queued()).as("moderators'").hasSize(6);

        api.post("/media/" + queued().getFirst() + "/start").expect(200);
        ada.writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(queued()).as("one of them plays").hasSize(7);
    }

    @Test
    void twentyFiveVideosOfChatWaitAtOneTimeOfHoweverManyAtOnce() {
        songPermission("everyone");
        AtOnce.run(32, i -> {
            Chatter viewer = Chatter.viewer(alpha, "Viewer " + i);
            String id = UUID.randomUUID().toString();
            Answer answer = viewer.writesAs(id, "!sr " + StandInVideoSites.PLAYABLE);
            while (answer.status() == 503) {
                answer = viewer.writesAs(id, "!sr " + StandInVideoSites.PLAYABLE);
            }
            return answer.expect(202);
        });
        assertThat(queued()).hasSize(25);
        assertThat(ada.heard().stream().filter(said -> said.contains("no room")))
                .hasSize(7);
        api.delete("/media/" + queued().getLast()).expect(200);
        Chatter.viewer(alpha, "One more").writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(queued()).hasSize(25);
    }

    private List<String> queued() {
        return api.get("/media/queue").expect(200).each("items", "order_id");
    }

    private void songPermission(String permission) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("song_permission", permission)))
                .expect(200);
    }

    @Test
    void aVideoThatCannotBeQueuedIsExplained() {
        mod.writes("!sr");
        mod.writes("!sr https://example.com/video");
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of(StandInVideoSites.PLAYABLE)))
                .expect(200);
        mod.writes("!sr " + StandInVideoSites.PLAYABLE);
        assertThat(ada.heard()).hasSize(3).allSatisfy(said -> assertThat(said).startsWith("Mod"));
        assertThat(api.get("/media/queue").each("items", "order_id")).isEmpty();
    }

    @Test
    void commandsAreListed() {
        ada.writes("!commands");
        assertThat(ada.heard()).containsExactly("There are no commands yet.");
        api.post("/commands", Map.of("name", "b", "response", "x", "aliases", List.of("z")))
                .expect(201);
        api.post("/commands", Map.of("name", "a", "response", "x")).expect(201);
        api.post("/commands", Map.of("name", "c", "response", "x", "listed", false))
                .expect(201);
        api.post("/commands", Map.of("name", "d", "response", "x", "enabled", false))
                .expect(201);
        api.post("/commands", Map.of("name", "e", "response", "x", "platforms", List.of("beta")))
                .expect(201);
        mod.writes("!commands");
        assertThat(ada.heard().getLast()).isEqualTo("Commands: !a, !b");
    }

    @Test
    void aLongListEndsWithAWholeNameAndSaysHowManyMoreThereAre() {
        for (int i = 10; i < 80; i++) {
            api.post("/commands", Map.of("name", "command" + i, "response", "x"))
                    .expect(201);
        }
        mod.writes("!commands");
        String said = ada.heard().getLast();
        assertThat(said.length()).isBetween(480, 500);
        assertThat(said).matches("Commands: !command10(, !command\\d\\d)+ and \\d+ more");
        int listed = said.split("!").length - 1;
        assertThat(said).endsWith(" and " + (70 - listed) + " more");
    }

    @Test
    void eachCanBeTurnedOff() {
        set("deaths", 3);
        account.tip("A");
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of(
                                "bot",
                                Map.of(
                                        "disabled_commands",
                                        List.of("commands", "skip", "pause", "resume", "clear", "song", "counters"))))
                .expect(200);
        for (String line : List.of(
                "!commands",
                "!skip",
                "!pause",
                "!resume",
                "!clear",
                "!sr " + StandInVideoSites.PLAYABLE,
                "!deaths",
                "!deaths+")) {
            mod.writes(line);
        }
        assertThat(ada.heard()).isEmpty();
        assertThat(account.eventTypes()).containsExactly("counter.updated", "tip.created");
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("disabled_commands", List.of("dance"))))
                .refuses(400, "bad_request")
                .names("bot.disabled_commands");
    }

    @Test
    void thePageOfTheSettingsTurnsThemOffAndOnAgain() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String settings = "/dashboard/settings";
        owner.use(settings, settings, Map.of("bot[disabled_commands]", "skip")).expect(200);
        assertThat(disabled()).isEqualTo(List.of("skip"));
        owner.use(settings, settings, Map.of("bot[song_permission]", "everyone"))
                .expect(200);
        assertThat(disabled()).isEqualTo(List.of("skip"));
        owner.use(settings, settings, Map.of("bot[alpha]", "true", "bot[disabled_commands]", ""))
                .expect(200);
        assertThat(disabled()).isEqualTo(List.of());
    }

    private @Nullable Object disabled() {
        return account.dashboard().get("/dashboard/api/settings").expect(200).at("settings.bot.disabled_commands");
    }

    private Object actorOf(String type) {
        return String.valueOf(
                Json.asObject(happenings.all(type).getLast().get("actor")).get("type"));
    }

    private void set(String name, long value) {
        api.send("PUT", "/counters/" + name, ("{\"value\": " + value + "}").getBytes(StandardCharsets.UTF_8))
                .expect(201);
    }
}
