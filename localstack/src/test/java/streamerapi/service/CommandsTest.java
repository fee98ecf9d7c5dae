package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Custom commands (spec "CustomCommand", contract "REST").
@NullMarked
class CommandsTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void thePagesOfTheBotSayThatThereIsNone() {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug for {target}"))
                .expect(201);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Map<String, String> pages = Map.of(
                "/dashboard/commands", "No bot is connected, so chat gets no answers yet.",
                "/dashboard/commands/hug", "No bot is connected, so chat gets no answers yet.",
                "/dashboard/timers", "No bot is connected, so nothing is posted yet.");
        pages.forEach((page, words) ->
                assertThat(owner.open(page).expect(200).text()).contains(words, "href=\"/dashboard/connections\""));
        account.connector("beta")
                .send("bot.connected", Map.of("channel", "nova", "login", "bot", "display_name", "Bot"));
        pages.forEach(
                (page, words) -> assertThat(owner.open(page).expect(200).text()).doesNotContain("No bot is connected"));
    }

    @Test
    void aCommandNeedsANameAndAResponseAndHasTheContractsDefaults() {
        Answer made = create(Map.of("name", "hug", "response", "{user} hugs {target}"))
                .expect(201);
        Map<String, @Nullable Object> command = Json.asObject(made.at("command"));
        assertThat(command.keySet())
                .containsExactly(
                        "name",
                        "response",
                        "description",
                        "listed",
                        "ai_memory",
                        "ai_memory_shared",
                        "platforms",
                        "permission",
                        "cooldown_seconds",
                        "cooldown_type",
                        "aliases",
                        "enabled",
                        "created_at",
                        "updated_at");
        assertThat(command)
                .containsEntry("description", null)
                .containsEntry("listed", true)
                .containsEntry("ai_memory", false)
                .containsEntry("ai_memory_shared", false)
                .containsEntry("platforms", List.of("alpha", "beta"))
                .containsEntry("permission", "everyone")
                .containsEntry("cooldown_seconds", new BigDecimal(5))
                .containsEntry("cooldown_type", "global")
                .containsEntry("aliases", List.of())
                .containsEntry("enabled", true);
        assertThat(api.get("/commands/hug").expect(200).json()).isEqualTo(made.json());
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void everyFieldCanBeSetAndChanged() {
        Map<String, Object> all = new LinkedHashMap<>(Map.of(
                "name",
                "rank",
                "response",
                "Rank: {counter:rank}",
                "description",
                "Shows the rank",
                "listed",
                false,
                "ai_memory",
                true,
                "ai_memory_shared",
                true,
                "platforms",
                List.of("beta"),
                "permission",
                "moderator",
                "cooldown_seconds",
                3600,
                "cooldown_type",
                "per_user"));
        all.put("aliases", List.of("elo", "place"));
        all.put("enabled", false);
        Map<String, @Nullable Object> made =
                Json.asObject(create(all).expect(201).at("command"));
        all.forEach((name, value) ->
                assertThat(String.valueOf(made.get(name))).as(name).isEqualTo(String.valueOf(value)));

        Service.shared().clock().advance(Duration.ofSeconds(1));
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        changes.put("response", "None");
        changes.put("description", null);
        changes.put("listed", true);
        changes.put("ai_memory", false);
        changes.put("ai_memory_shared", false);
        changes.put("platforms", List.of("beta", "alpha"));
        changes.put("permission", "subscriber");
        changes.put("cooldown_seconds", 0);
        changes.put("cooldown_type", "global");
        changes.put("aliases", List.of("place"));
        changes.put("enabled", true);
        Answer changed = api.patch("/commands/rank", changes).expect(200);
        changes.put("platforms", List.of("alpha", "beta"));
        changes.forEach((name, value) -> assertThat(String.valueOf(changed.at("command." + name)))
                .as(name)
                .isEqualTo(String.valueOf(value)));
        assertThat(String.valueOf(changed.at("command.updated_at")))
                .isGreaterThan(String.valueOf(made.get("updated_at")));
        assertThat(api.get("/commands/rank").expect(200).json()).isEqualTo(changed.json());
    }

    @Test
    void whatChangesNothingIsNoChange() {
        Answer made = create(Map.of("name", "hug", "response", "x")).expect(201);
        Service.shared().clock().advance(Duration.ofSeconds(1));
        assertThat(api.patch("/commands/hug", Map.of("response", "x"))
                        .expect(200)
                        .json())
                .isEqualTo(made.json());
    }

    @Test
    void commandsAreListedByNameWithoutTheirAliases() {
        create(Map.of("name", "b", "response", "x", "aliases", List.of("a"), "enabled", false))
                .expect(201);
        create(Map.of("name", "c", "response", "x")).expect(201);
        assertThat(api.get("/commands").expect(200).each("commands", "name")).containsExactly("b", "c");
        api.get("/commands/a").refuses(404, "not_found");
    }

    @Test
    void triggersAreKeptInLowerCaseAndFoundInAnyCase() {
        Answer made = create(Map.of("name", "HuG", "response", "x", "aliases", List.of("КОТ", "CAFE\u0301", "кот")))
                .expect(201);
        assertThat(made.at("command.name")).isEqualTo("hug");
        assertThat(made.at("command.aliases")).isEqualTo(List.of("кот", "café"));
        api.get("/commands/HUG").expect(200);
    }

    /// Unicode has a sign for the small letter and none for the capital.
    @Test
    void aCommandWhoseCapitalLettersHaveNoSignOfTheirOwnIsFoundChangedAndRemoved() {
        create(Map.of("name", "hug", "response", "x")).expect(201);
        Answer named = api.patch("/commands/hug", Map.of("name", "J\u030Cump", "aliases", List.of("H\u0331op")))
                .expect(200);
        assertThat(named.at("command.name")).isEqualTo("\u01F0ump");
        assertThat(named.at("command.aliases")).isEqualTo(List.of("\u1E96op"));
        String path = "/commands/" + URLEncoder.encode("\u01F0ump", StandardCharsets.UTF_8);
        api.get(path).expect(200);
        api.patch(path, Map.of("response", "y")).expect(200);
        api.delete(path).expect(200);
        assertThat(api.get("/commands").expect(200).each("commands", "name")).isEmpty();
        create(Map.of("name", "\u1E96op", "response", "x")).expect(201);
    }

    @Test
    void namesAndAliasesAreUniqueAcrossBoth() {
        create(Map.of("name", "hug", "response", "x", "aliases", List.of("hugs")))
                .expect(201);
        create(Map.of("name", "HUGS", "response", "x"))
                .refuses(409, "name_taken")
                .names("name");
        create(Map.of("name", "kiss", "response", "x", "aliases", List.of("hug")))
                .refuses(409, "name_taken");
        create(Map.of("name", "kiss", "response", "x", "aliases", List.of("hugs")))
                .refuses(409, "name_taken");
        create(Map.of("name", "kiss", "response", "x")).expect(201);
        api.patch("/commands/kiss", Map.of("aliases", List.of("hugs")))
                .refuses(409, "name_taken")
                .names("aliases");
        api.patch("/commands/kiss", Map.of("name", "hug")).refuses(409, "name_taken");
        create(Map.of("name", "one", "response", "x", "aliases", List.of("one")))
                .refuses(400, "bad_request")
                .names("aliases");
    }

    @Test
    void whoWantsAnAliasIsToldOfItsCommand() {
        create(Map.of("name", "hug", "response", "x", "aliases", List.of("hugs")))
                .expect(201);
        Answer refused = create(Map.of("name", "hugs", "response", "x")).refuses(409, "name_taken");
        assertThat(refused.at("error")).isEqualTo("!hugs is an alias of !hug; choose another");
    }

    @ParameterizedTest
    @ValueSource(strings = {"commands", "skip", "pause", "resume", "clear", "song", "sr", "SKIP"})
    void builtInCommandsNamesAreTaken(String name) {
        create(Map.of("name", name, "response", "x")).refuses(409, "name_taken").names("name");
        create(Map.of("name", "mine", "response", "x", "aliases", List.of(name)))
                .refuses(409, "name_taken");
    }

    @Test
    void aRenamedCommandFreesItsNameAndAnAliasCanBecomeTheName() {
        create(Map.of("name", "hug", "response", "x", "aliases", List.of("hugs")))
                .expect(201);
        Answer renamed = api.patch("/commands/hug", Map.of("name", "hugs", "aliases", List.of("cuddle")))
                .expect(200);
        assertThat(renamed.at("command.name")).isEqualTo("hugs");
        api.get("/commands/hug").refuses(404, "not_found");
        api.get("/commands/hugs").expect(200);
        create(Map.of("name", "hug", "response", "y", "aliases", List.of())).expect(201);
        create(Map.of("name", "cuddle", "response", "y")).refuses(409, "name_taken");
    }

    @Test
    void aDeletedCommandLeavesNothing() {
        create(Map.of("name", "hug", "response", "x", "aliases", List.of("hugs")))
                .expect(201);
        assertThat(api.delete("/commands/hug").expect(200).json()).isEqualTo(Map.of("success", true));
        assertThat(account.rows(ChatKeys.CUSTOM_COMMAND)).isEmpty();
        api.get("/commands/hug").refuses(404, "not_found");
        api.delete("/commands/hug").refuses(404, "not_found");
        api.patch("/commands/hug", Map.of("response", "y")).refuses(404, "not_found");
        create(Map.of("name", "hugs", "response", "x")).expect(201);
    }

    @Test
    void ofManyWhoWantATriggerAtOnceOneGetsIt() {
        List<Integer> statuses = AtOnce.run(
                16,
                i -> api.post(
                                "/commands",
                                i % 2 == 0
                                        ? Map.of("name", "wanted", "response", "x")
                                        : Map.of("name", "other-" + i, "response", "x", "aliases", List.of("wanted")))
                        .status());
        assertThat(statuses).containsOnlyOnce(201);
        assertThat(statuses.stream().filter(status -> status == 409)).hasSize(15);
        assertThat(api.get("/commands").expect(200).each("commands", "name")).hasSize(1);
    }

    @Test
    void changesAtOnceAllCount() {
        create(Map.of("name", "hug", "response", "x")).expect(201);
        AtOnce.run(
                5,
                i -> api.patch(
                                "/commands/hug",
                                List.of(
                                                Map.of("response", "y"),
                                                Map.of("listed", false),
                                                Map.of("cooldown_seconds", 9),
                                                Map.of("aliases", List.of("a")),
                                                Map.of("permission", "moderator"))
                                        .get(i))
                        .expect(200));
        Answer command = api.get("/commands/hug").expect(200);
        assertThat(command.at("command.response")).isEqualTo("y");
        assertThat(command.at("command.listed")).isEqualTo(false);
        assertThat(command.at("command.cooldown_seconds")).isEqualTo(new BigDecimal(9));
        assertThat(command.at("command.aliases")).isEqualTo(List.of("a"));
        assertThat(command.at("command.permission")).isEqualTo("moderator");
    }

    @Test
    void thereAreAtMostFiveHundred() {
        account.table()
                .write(List.of(Write.update(Keys.allotment(account.tenantId(), "commands"))
                        .set(Attribute.any("taken"), 499)));
        create(Map.of("name", "last", "response", "x")).expect(201);
        create(Map.of("name", "more", "response", "x")).refuses(409, "limit_reached");
        api.delete("/commands/last").expect(200);
        create(Map.of("name", "more", "response", "x")).expect(201);
    }

    /// The list answers with all of them, and a function with 6 MB at most.
    @Test
    void allOfThemTakeNoMoreThanAnAnswerHolds() {
        create(Map.of("name", "long", "response", "\"".repeat(2_500))).expect(201);
        account.table()
                .write(List.of(Write.update(Keys.allotment(account.tenantId(), "commands"))
                        .set(Attribute.any("bytes"), 3_995_000)));

        create(Map.of("name", "more", "response", "\"".repeat(2_500))).refuses(409, "limit_reached");
        create(Map.of("name", "short", "response", "x")).expect(201);
        api.patch("/commands/short", Map.of("response", "\"".repeat(2_500))).refuses(409, "limit_reached");
        api.patch("/commands/long", Map.of("response", "y")).expect(200);
        api.patch("/commands/short", Map.of("response", "\"".repeat(2_500))).expect(200);
        api.delete("/commands/short").expect(200);
        create(Map.of("name", "more", "response", "\"".repeat(2_500))).expect(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    name             | ""
                    name             | "!hug"
                    name             | "two words"
                    name             | 5
                    response         | ""
                    response         | null
                    response         | ["x"]
                    listed           | "yes"
                    ai_memory        | 1
                    ai_memory_shared | 1
                    platforms        | []
                    platforms        | ["gamma"]
                    platforms        | "alpha"
                    permission       | "vip"
                    cooldown_seconds | -1
                    cooldown_seconds | 3601
                    cooldown_seconds | 1.5
                    cooldown_type    | "none"
                    aliases          | ["!x"]
                    aliases          | "x"
                    enabled          | "true"
                    """)
    void aBadFieldIsNamed(String field, String value) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(Map.of("name", "hug", "response", "x"));
        body.put(field, Json.read(value));
        create(body).refuses(400, "bad_request").names(field);
        if (!"null".equals(value)) {
            create(Map.of("name", "there", "response", "x")).expect(201);
            Map<String, @Nullable Object> change = new LinkedHashMap<>();
            change.put(field, Json.read(value));
            api.patch("/commands/there", change).refuses(400, "bad_request").names(field);
        }
    }

    @Test
    void textsThatAreTooLongAreRefused() {
        create(Map.of("name", "n".repeat(64), "response", "r".repeat(2_500), "description", "d".repeat(200)))
                .expect(201);
        create(Map.of("name", "n".repeat(65), "response", "x"))
                .refuses(400, "bad_request")
                .names("name");
        create(Map.of("name", "a", "response", "r".repeat(2_501)))
                .refuses(400, "bad_request")
                .names("response");
        create(Map.of("name", "a", "response", "x", "description", "d".repeat(201)))
                .refuses(400, "bad_request")
                .names("description");
        List<String> aliases = IntStream.range(0, 21).mapToObj(i -> "a" + i).toList();
        create(Map.of("name", "a", "response", "x", "aliases", aliases))
                .refuses(400, "bad_request")
                .names("aliases");
        create(Map.of("name", "a", "response", "x", "aliases", aliases.subList(0, 20)))
                .expect(201);
    }

    @Test
    void anotherScopeDoesNotReachThem() {
        ApiClient other = account.api(Scope.CHAT_WRITE);
        other.get("/commands").refuses(403, "missing_scope");
        other.post("/commands", Map.of("name", "hug", "response", "x")).refuses(403, "missing_scope");
        account.api(Scope.COMMANDS_MANAGE).get("/commands").expect(200);
    }

    @Test
    void anotherAccountHasItsOwn() {
        create(Map.of("name", "hug", "response", "x")).expect(201);
        Account other = Service.shared().newAccount();
        other.api().get("/commands/hug").refuses(404, "not_found");
        other.api().post("/commands", Map.of("name", "hug", "response", "x")).expect(201);
    }

    private Answer create(Map<String, ? extends @Nullable Object> command) {
        return api.post("/commands", command);
    }
}
