package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Commands, timers and counters from files, and as files (docs/commands.md "Import and export").
@NullMarked
class ImportTest {

    private static final String EXPORT = "/dashboard/api/chat/export";
    private static final String IMPORT = "/dashboard/api/chat/import";

    private final Account account = Service.shared().newAccount();
    private final ApiClient owner = account.dashboard();
    private final ApiClient api = account.api();

    @Test
    void whatAnAccountHasIsMadeInAnotherFromItsExport() {
        api.post(
                        "/commands",
                        Map.of(
                                "name",
                                "hug",
                                "response",
                                "{user} hugs {target}, \"tight\"",
                                "aliases",
                                List.of("cuddle", "squeeze"),
                                "permission",
                                "subscriber",
                                "platforms",
                                List.of("beta"),
                                "cooldown_seconds",
                                60))
                .expect(201);
        api.post("/timers", Map.of("name", "Links", "message", "Hello,\nyou", "interval_minutes", 15))
                .expect(201);
        set("deaths", -5);
        String file = owner.get(EXPORT).expect(200).text();

        Account other = Service.shared().newAccount();
        ApiClient there = other.dashboard();
        Answer preview =
                there.post(IMPORT + "/preview", Map.of("content", file)).expect(200);
        assertThat(preview.at("preview.format")).isEqualTo("export");
        assertThat(preview.each("preview.items", "id")).containsExactly("command:hug", "timer:Links", "counter:deaths");
        assertThat(preview.each("preview.items", "rows")).containsExactly("3", "1", "2");
        assertThat(there.post(IMPORT, choice(file, "command:hug", "timer:Links", "counter:deaths"))
                        .expect(200)
                        .json())
                .isEqualTo(Map.of(
                        "success",
                        true,
                        "commands",
                        BigDecimal.ONE,
                        "timers",
                        BigDecimal.ONE,
                        "counters",
                        BigDecimal.ONE));

        assertThat(withoutOwn(there.get(EXPORT).expect(200))).isEqualTo(withoutOwn(owner.get(EXPORT)));
        assertThat(other.eventTypes()).containsExactly("counter.updated");
        Chatter.subscriber(other.connector("beta"), "Ada").writes("!CUDDLE @Bob");
        assertThat(Chatter.viewer(other.connector("beta"), "Ada").heard()).containsExactly("Ada hugs Bob, \"tight\"");
    }

    @Test
    void tablesAreExportedAndImportedToo() {
        api.post(
                        "/commands",
                        Map.of(
                                "name",
                                "hug",
                                "response",
                                "a, \"b\"",
                                "aliases",
                                List.of("cuddle", "squeeze"),
                                "listed",
                                false))
                .expect(201);
        api.post("/timers", Map.of("name", "Links", "message", "Hello,\nyou", "interval_minutes", 15))
                .expect(201);
        set("deaths", 42);
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        Account other = Service.shared().newAccount();
        ApiClient there = other.dashboard();
        for (String kind : List.of("commands", "timers", "counters")) {
            Answer file = visitor.open("/dashboard/import/" + kind + ".csv").expect(200);
            assertThat(file.header("Content-Type")).isEqualTo("text/csv; charset=utf-8");
            assertThat(file.header("Content-Disposition")).contains(kind + ".csv");
            assertThat(file.text()).as("with the mark of UTF-8, for Excel").startsWith("\ufeff");
            Answer preview = there.post(IMPORT + "/preview", Map.of("content", file.text()))
                    .expect(200);
            assertThat(preview.at("preview.format")).isEqualTo("csv");
            there.post(IMPORT, Map.of("content", file.text(), "items", preview.each("preview.items", "id")))
                    .expect(200);
        }
        assertThat(withoutOwn(there.get(EXPORT).expect(200))).isEqualTo(withoutOwn(owner.get(EXPORT)));
    }

    @Test
    void aLineWithMoreCellsThanColumnsIsNotImportedInPart() {
        String table = "name,response\nhug,Hello, friend\nwave,\"Hello, friend\"\nnod,Hello,, \n";
        Answer preview =
                owner.post(IMPORT + "/preview", Map.of("content", table)).expect(200);

        assertThat(preview.at("preview.items.0.problem")).asString().contains("more cells");
        assertThat(preview.at("preview.items.1.problem")).isNull();
        assertThat(preview.at("preview.items.2.problem")).isNull();
        owner.post(IMPORT, choice(table, "command:hug")).refuses(400, "bad_request");
        owner.post(IMPORT, choice(table, "command:wave", "command:nod")).expect(200);
        assertThat(api.get("/commands/wave").at("command.response")).isEqualTo("Hello, friend");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name,response,aliases,listed,enabled\r\nhug,Hugs; all,\"cuddle, squeeze\",FALSE,TRUE\r\n",
                "name;response;aliases;listed;enabled\r\nhug;\"Hugs; all\";cuddle, squeeze;FALSE;TRUE\r\n",
                "name\tresponse\taliases\tlisted\tenabled\r\nhug\tHugs; all\tcuddle, squeeze\tFALSE\tTRUE\r\n",
                "name;response;aliases;listed;enabled\r\nhug;\"Hugs; all\";cuddle, squeeze;FALSCH;WAHR\r\n",
                "name;response;aliases;listed;enabled\r\nhug;\"Hugs; all\";cuddle, squeeze;FALSO;VERDADEIRO\r\n"
            })
    void aTableThatASpreadsheetSavedAgainIsImported(String table) {
        owner.post(IMPORT, choice(table, "command:hug")).expect(200);

        Answer hug = api.get("/commands/hug").expect(200);
        assertThat(hug.at("command.response")).isEqualTo("Hugs; all");
        assertThat(hug.at("command.aliases")).isEqualTo(List.of("cuddle", "squeeze"));
        assertThat(hug.at("command.listed")).isEqualTo(false);
        assertThat(hug.at("command.enabled")).isEqualTo(true);
    }

    @Test
    void aCounterThatWouldBeReadAsAStepIsNotTranslated() {
        String file = Json.writeText(List.of(
                Map.of("command", "!cases", "reply", "$(getcount covid-19) $(getcount hp-) $(getcount a-b)"),
                Map.of("command", "!covid-19", "reply", "$(count)")));

        Answer preview = preview(file);

        assertThat(preview.at("preview.items.0.text")).isEqualTo("$(getcount covid-19) $(getcount hp-) {counter:a-b}");
        assertThat(preview.at("preview.items.0.unknown")).isEqualTo(List.of("$(getcount covid-19)", "$(getcount hp-)"));
        assertThat(preview.at("preview.items.1.text")).isEqualTo("{counter:covid-19+}");
    }

    @Test
    void theListOfStreamElementsIsTranslated() throws IOException {
        String file = resource("streamelements.json");
        Answer preview = preview(file);
        assertThat(preview.at("preview.format")).isEqualTo("stream_elements");
        assertThat(preview.each("preview.items", "id"))
                .containsExactly("command:hug", "command:weather", "command:coin", "command:pause");
        assertThat(preview.at("preview.items.0.text")).isEqualTo("{user} hugs {target}! Hugs so far: {counter:hugs+}");
        assertThat(preview.at("preview.items.0.translated"))
                .isEqualTo(List.of("$(user) → {user}", "${touser} → {target}", "$(count hugs) → {counter:hugs+}"));
        assertThat(preview.at("preview.items.0.notes"))
                .isEqualTo(List.of("It had two cooldowns; the longer one is kept."));
        assertThat(preview.at("preview.items.1.text"))
                .isEqualTo(
                        "${customapi https://weather.example.com/?city=${1:1}} at {time:Europe/Berlin}, says {channel}");
        assertThat(preview.at("preview.items.1.unknown"))
                .isEqualTo(List.of("${customapi https://weather.example.com/?city=${1:1}}"));
        assertThat(preview.at("preview.items.1.notes"))
                .isEqualTo(List.of(
                        "Regulars or VIPs could run it; here moderators can.",
                        "It ran only while the stream was live; here it always runs.",
                        "It cost points there; here it costs none.",
                        "Its keywords are left out: a command runs with ! alone."));
        assertThat(preview.at("preview.items.2.text"))
                .isEqualTo(
                        "It is {choice:heads|tails}, and {random:1-6} of six. {counter:hugs} hugs. It costs $5 (or $).");
        assertThat(preview.each("preview.items", "problem"))
                .containsExactly("null", "null", "null", "!pause is a built-in command's");

        owner.post(IMPORT, choice(file, "command:hug", "command:weather", "command:coin"))
                .expect(200);
        Answer hug = api.get("/commands/hug").expect(200);
        assertThat(hug.at("command.aliases")).isEqualTo(List.of("cuddle", "squeeze"));
        assertThat(hug.at("command.cooldown_seconds")).isEqualTo(new BigDecimal(15));
        assertThat(hug.at("command.cooldown_type")).isEqualTo("per_user");
        Answer weather = api.get("/commands/weather").expect(200);
        assertThat(weather.at("command.permission")).isEqualTo("moderator");
        assertThat(weather.at("command.listed")).isEqualTo(false);
        Answer coin = api.get("/commands/coin").expect(200);
        assertThat(coin.at("command.permission")).isEqualTo("subscriber");
        assertThat(coin.at("command.enabled")).isEqualTo(false);
    }

    @Test
    void theListOfNightbotIsTranslatedAndBringsItsCounters() throws IOException {
        String file = resource("nightbot.json");
        Answer preview = preview(file);
        assertThat(preview.at("preview.format")).isEqualTo("nightbot");
        assertThat(preview.each("preview.items", "id"))
                .containsExactly("command:falls", "counter:falls", "command:so", "command:shoutout", "command:bye bye");
        assertThat(preview.at("preview.items.0.text"))
                .isEqualTo("{user} has seen {channel} fall {counter:falls+} times");
        assertThat(preview.at("preview.items.2.unknown")).isEqualTo(List.of("$(twitch $(touser) \"{{game}}\")"));
        assertThat(preview.at("preview.items.3.text")).isEqualTo("{args} at {time:America/New_York}");
        assertThat(preview.at("preview.items.3.notes"))
                .isEqualTo(List.of("It called !so with its text; here it answers with the text."));
        assertThat(String.valueOf(preview.at("preview.items.4.problem"))).contains("letters, digits");

        owner.post(IMPORT, choice(file, "command:falls", "counter:falls", "command:so", "command:shoutout"))
                .expect(200);
        assertThat(api.get("/counters/falls").expect(200).at("counter.value")).isEqualTo(new BigDecimal(812));
        assertThat(api.get("/commands/so").expect(200).at("command.permission")).isEqualTo("moderator");
        Chatter.viewer(account.connector("alpha"), "Ada").writes("!falls");
        assertThat(api.get("/counters/falls").expect(200).at("counter.value")).isEqualTo(new BigDecimal(813));
    }

    @Test
    void namesThatAreTakenAreToldAndNothingIsMadeWithThem() {
        api.post("/commands", Map.of("name", "hi", "response", "x", "aliases", List.of("hello")))
                .expect(201);
        set("deaths", 1);
        String commands = "name,response,aliases\nHELLO,a,\nfree,b,hey\nother,c,hey\nsong,d,\n";
        assertThat(preview(commands).each("preview.items", "problem"))
                .containsExactly(
                        "!hello is another command's",
                        "null",
                        "!hey is in the file before",
                        "!song is a built-in command's");
        for (String taken : List.of("command:HELLO", "command:other", "command:song")) {
            owner.post(IMPORT, choice(commands, "command:free", taken))
                    .refuses(409, "name_taken")
                    .names("items");
        }
        String counters = "name,value\ndeaths,2\nwins,3\nWINS,1";
        assertThat(preview(counters).each("preview.items", "problem"))
                .containsExactly(
                        "There is a counter deaths already",
                        "null",
                        "The name must have 1 to 64 characters of a to z, 0 to 9, _ and -");
        owner.post(IMPORT, choice(counters, "counter:wins", "counter:deaths")).refuses(409, "name_taken");
        owner.post(IMPORT, choice(counters, "counter:wins", "counter:WINS"))
                .refuses(400, "bad_request")
                .names("items");
        assertThat(api.get("/commands").expect(200).each("commands", "name")).containsExactly("hi");
        assertThat(api.get("/counters").expect(200).each("counters", "name")).containsExactly("deaths");
    }

    @Test
    void timersThatAreThereAreNotMadeASecondTime() {
        String file = "name,message,interval_minutes\nLinks,Follow me,15\nRules,Be kind,30\n";
        owner.post(IMPORT, choice(file, "timer:Links")).expect(200);

        assertThat(preview(file).each("preview.items", "problem"))
                .containsExactly("There is a timer Links already", "null");
        owner.post(IMPORT, choice(file, "timer:Links", "timer:Rules"))
                .refuses(409, "name_taken")
                .names("items");
        assertThat(api.get("/timers").expect(200).each("timers", "name")).containsExactly("Links");
        owner.post(IMPORT, choice(file, "timer:Rules")).expect(200);
        assertThat(api.get("/timers").expect(200).each("timers", "name")).containsExactly("Links", "Rules");
    }

    @Test
    void whatPassesALimitIsRefusedWhole() {
        String timers = "name,message,interval_minutes\n"
                + IntStream.range(0, 21).mapToObj(i -> "t" + i + ",m,5\n").collect(Collectors.joining());
        List<String> all = preview(timers).each("preview.items", "id");
        owner.post(IMPORT, Map.of("content", timers, "items", all)).refuses(409, "limit_reached");
        assertThat(api.get("/timers").expect(200).each("timers", "id")).isEmpty();
        owner.post(IMPORT, Map.of("content", timers, "items", all.subList(0, 20)))
                .expect(200);
        assertThat(api.get("/timers").expect(200).each("timers", "id")).hasSize(20);
    }

    @Test
    void anImportFillsItsTransactionAndNoMore() {
        String commands = "name,response,aliases\n"
                + IntStream.range(0, 31)
                        .mapToObj(i -> "c" + i + ",r,\"a" + i + " b" + i + "\"\n")
                        .collect(Collectors.joining());
        List<String> all = preview(commands).each("preview.items", "id");
        owner.post(IMPORT, Map.of("content", commands, "items", all))
                .refuses(400, "bad_request")
                .names("items");
        assertThat(api.get("/commands").expect(200).each("commands", "name")).isEmpty();
        ApiClient once = owner.with("Idempotency-Key", "one");
        Map<String, Object> thirty = Map.of("content", commands, "items", all.subList(0, 30));
        once.post(IMPORT, thirty).expect(200);
        assertThat(once.post(IMPORT, thirty).expect(200).header("Idempotent-Replayed"))
                .isEqualTo("true");
        assertThat(api.get("/commands").expect(200).each("commands", "name")).hasSize(30);
    }

    @Test
    void countersFillATransactionWithTheirEvents() {
        String counters = "name,value\n"
                + IntStream.range(0, 50).mapToObj(i -> "n" + i + "," + i + "\n").collect(Collectors.joining());
        List<String> all = preview(counters).each("preview.items", "id");
        owner.post(IMPORT, Map.of("content", counters, "items", all))
                .refuses(400, "bad_request")
                .names("items");
        owner.with("Idempotency-Key", "counters")
                .post(IMPORT, Map.of("content", counters, "items", all.subList(0, 45)))
                .expect(200);
        assertThat(api.get("/counters").expect(200).each("counters", "name")).hasSize(45);
    }

    @Test
    void thePageTicksWhatFitsAndTheSameFileAgainBringsTheRest() {
        String file = Json.writeText(IntStream.range(0, 100)
                .mapToObj(i -> Map.of("command", "c" + i, "reply", "r"))
                .toList());
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        String page = "/dashboard/import";
        List<String> made = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            Answer preview = visitor.send(visitor.open(page), page, Map.of("content", file));
            List<String> ticked = Pattern.compile("value=\"(command:c\\d+)\" checked")
                    .matcher(preview.expect(200).text())
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertThat(preview.text().contains("the rest is not ticked")).isEqualTo(part == 0);
            assertThat(ticked).hasSize(part == 0 ? 90 : 10);
            made.addAll(ticked);
            visitor.send(preview, page + "/chosen", Map.of("content", file, "items", String.join("\n", ticked)))
                    .expect(303);
        }
        assertThat(made).doesNotHaveDuplicates().hasSize(100);
        assertThat(visitor.send(visitor.open(page), page, Map.of("content", file))
                        .expect(200)
                        .text())
                .contains("Nothing of this file can be imported.")
                .doesNotContain("Import selected");
    }

    @Test
    void anEntryThatCannotBeImportedTakesNothingFromALaterOneOfItsName() {
        api.post("/commands", Map.of("name", "taken", "response", "x")).expect(201);
        String file = Json.writeText(List.of(
                Map.of("command", "hug", "reply", ""),
                Map.of("command", "hug", "reply", "Hugs"),
                Map.of("command", "wave", "reply", "Hi", "aliases", List.of("taken")),
                Map.of("command", "wave", "reply", "Hello")));
        Answer preview = preview(file);
        assertThat(preview.each("preview.items", "problem"))
                .containsExactly(
                        "The response must have 1 to 2500 characters", "null", "!taken is another command's", "null");
        owner.post(IMPORT, choice(file, "command:hug", "command:wave")).expect(200);
        assertThat(api.get("/commands/hug").at("command.response")).isEqualTo("Hugs");
        assertThat(api.get("/commands/wave").at("command.response")).isEqualTo("Hello");
    }

    @Test
    void aFileThatIsTooLargeWarnsOfNoField() {
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        String page = "/dashboard/import";
        visitor.send(visitor.open(page), page, Map.of("content", "x".repeat(70_000)))
                .expect(413);
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void ofTheSameImportAtOnceOneIsDone() {
        String file = "name,response\nhug,a\n";
        List<Integer> statuses = AtOnce.run(
                8, i -> owner.post(IMPORT, choice(file, "command:hug")).status());
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(statuses.stream().filter(status -> status == 409)).hasSize(7);
        api.delete("/commands/hug").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[1]",
                "{}",
                "[{\"command\": 5, \"reply\": \"x\"}]",
                "{\"commands\": [{\"name\": \"!a\"}]}",
                "name|response\na|b",
                "\"name,response",
                "just words"
            })
    void aTextThatIsNoFileIsRefused(String content) {
        owner.post(IMPORT + "/preview", Map.of("content", content))
                .refuses(400, "bad_request")
                .names("content");
        owner.post(IMPORT, choice(content, "command:a"))
                .refuses(400, "bad_request")
                .names("content");
    }

    @Test
    void whatIsNotInTheFileIsRefused() {
        owner.post(IMPORT, choice("name,value\nwins,3", "counter:losses"))
                .refuses(400, "bad_request")
                .names("items");
        owner.post(IMPORT, Map.of("content", "name,value\nwins,3", "items", List.of()))
                .refuses(400, "bad_request")
                .names("items");
        owner.post(IMPORT, Map.of("items", List.of("counter:wins")))
                .refuses(400, "bad_request")
                .names("content");
        assertThat(account.rows("COUNTER#")).isEmpty();
    }

    @Test
    void aTableOfMoreLinesThanAPreviewCanShowIsRefused() {
        String most = "value\n" + "1\n".repeat(5_000);
        owner.post(IMPORT + "/preview", Map.of("content", most)).expect(200);

        owner.post(IMPORT + "/preview", Map.of("content", most + "1\n")).names("content");
        owner.post(IMPORT, Map.of("content", most + "1\n", "items", List.of("counter:")))
                .names("content");
    }

    @Test
    void moderatorsImportNothing() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator.get(EXPORT).refuses(403, "missing_role");
        moderator
                .post(IMPORT + "/preview", Map.of("content", "name,value\nwins,3"))
                .refuses(403, "missing_role");
        moderator.post(IMPORT, choice("name,value\nwins,3", "counter:wins")).refuses(403, "missing_role");
    }

    @Test
    void thePageShowsWhatAFileWouldMakeAndMakesWhatIsTicked() throws IOException {
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        String page = "/dashboard/import";
        assertThat(visitor.open("/dashboard/commands").expect(200).text()).contains(page);
        Answer preview =
                visitor.send(visitor.open(page).expect(200), page, Map.of("content", resource("nightbot.json")));
        assertThat(preview.expect(200).text())
                .contains("command:falls", "counter:falls", "$(user) → {user}", "cannot be imported");
        Answer done = visitor.send(
                preview,
                page + "/chosen",
                Map.of("content", resource("nightbot.json"), "items", "command:falls\ncounter:falls"));
        assertThat(visitor.open(Objects.requireNonNull(done.expect(303).header("Location")))
                        .expect(200)
                        .text())
                .contains("The import is done.", "!falls");
        assertThat(visitor.send(visitor.open(page), page, Map.of("content", "<b>no file</b>"))
                        .expect(400)
                        .text())
                .contains("This is no file that can be imported", "&lt;b&gt;no file&lt;/b&gt;");
        assertThat(visitor.open(page + "/chat.json").expect(200).header("Content-Disposition"))
                .contains("chat.json");
    }

    @Test
    void whatCannotBeImportedIsToldWithItsLineInTheWordsOfTheStreamer() {
        String timers =
                "\nname,interval_minutes,interval_max_minutes,message\nA,soon,,hi\n\nB,0,,\"two\nlines\"\nC,5,,\n"
                        + "D,9,3,x\n , ,,\n  \n";
        Answer preview = preview(timers);
        assertThat(preview.each("preview.items", "place")).containsExactly("line 3", "line 5", "line 7", "line 8");
        assertThat(preview.each("preview.items", "problem"))
                .containsExactly(
                        "The interval in minutes must be a whole number from 1 to 1440",
                        "The interval in minutes must be a whole number from 1 to 1440",
                        "The message is missing",
                        "The longest interval in minutes must not be less than the interval in minutes");
        Answer own = preview("{\"format\": \"streamer_api_chat\", \"counters\": [{\"name\": \"a\", \"value\": 1},"
                + " {\"name\": \"b\", \"value\": \"x\"}], \"commands\": [{\"name\": 5, \"response\": \"x\"}]}");
        assertThat(own.each("preview.items", "place")).containsExactly("command 1", "counter 1", "counter 2");
        assertThat(own.at("preview.items.0.problem")).isEqualTo("The name must be a text");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        String page = "/dashboard/import";
        assertThat(visitor.send(visitor.open(page), page, Map.of("content", timers))
                        .text())
                .contains("line 5", "The message is missing")
                .doesNotContain("interval_minutes must");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'name,value\na,1\n\"b,2\nc,3' | the quote in line 3 is not closed",
                "'[\n{\"command\": }]' | line 2",
                "'[{\"command\": \"!a\", \"reply\": \"x\"}, {\"command\": \"!b\"}]' | command 2 of the file has no text “reply”",
                "'{\"commands\": [3]}' | command 1 of the file has no fields",
                "'name/value' | a table whose first row has a column"
            })
    void aFileThatIsDamagedIsToldWithThePlace(String content, String why) {
        Answer refused =
                owner.post(IMPORT + "/preview", Map.of("content", content)).refuses(400, "bad_request");
        assertThat(String.valueOf(refused.at("error"))).contains(why).doesNotContain("content", "JSON", "string");
    }

    private Answer preview(String content) {
        return owner.post(IMPORT + "/preview", Map.of("content", content)).expect(200);
    }

    private static Map<String, Object> choice(String content, String... items) {
        return Map.of("content", content, "items", List.of(items));
    }

    private void set(String counter, int value) {
        api.send("PUT", "/counters/" + counter, Json.write(Map.of("value", value)))
                .expect(201);
    }

    /// An export without what an account gives by itself: ids and times.
    private static Map<String, Object> withoutOwn(Answer export) {
        Map<String, Object> kept = new LinkedHashMap<>();
        for (String list : List.of("commands", "timers", "counters")) {
            kept.put(
                    list,
                    ((List<?>) Objects.requireNonNull(export.at(list)))
                            .stream()
                                    .map(item -> {
                                        Map<String, @Nullable Object> fields = new LinkedHashMap<>(Json.asObject(item));
                                        List.of("id", "created_at", "updated_at")
                                                .forEach(fields::remove);
                                        return fields;
                                    })
                                    .toList());
        }
        return kept;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ImportTest.class.getResourceAsStream("/imports/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
