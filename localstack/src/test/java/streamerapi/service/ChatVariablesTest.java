package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The variables of templates (docs/commands.md), each by a command in chat.
@NullMarked
class ChatVariablesTest {

    private final Account account = Service.shared().newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final Chatter ada = Chatter.viewer(alpha, "Ada");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {user}            | !x            | Ada
                    {target}          | !x @Bob       | Bob
                    {target}          | !x Bob        | Bob
                    {target}          | !x            | Ada
                    {target}          | !x @          | Ada
                    [{args}]          | !x  a  b c    | [a b c]
                    [{args}]          | !x            | []
                    {target} [{args}] | !x \u034f     | Ada []
                    {target} [{args}] | !x \u200b @Bob \u2800 | Bob [@Bob]
                    {2}-{1}-{9}.      | !x one two    | two-one-.
                    {channel}         | !x            | novaplays
                    {uptime}          | !x            | offline
                    {counter:none}    | !x            | 0
                    {random:7-7}      | !x            | 7
                    {random:-3--3}    | !x            | -3
                    {choice:only}     | !x            | only
                    {last_tip}        | !x            | no tip yet
                    {top_tipper}      | !x            | no tip yet
                    {goal}            | !x            | no goal
                    {unknown} {user}  | !x            | {unknown} Ada
                    {random:9-1}      | !x            | {random:9-1}
                    {counter:No!}     | !x            | {counter:No!}
                    {time:Nowhere}    | !x            | {time:Nowhere}
                    {choice:}         | !x            | {choice:}
                    {user:} {user:a}  | !x            | Ada {user:a}
                    ${get ${1:1}}     | !x a          | ${get ${1:1}}
                    {uptime:h}        | !x            | {uptime:h}
                    {goal:x}          | !x            | {goal:x}
                    {user:{counter:a+}} {counter:a} | !x | {user:{counter:a+}} 0
                    {10} {0} {User}   | !x a          | {10} {0} {User}
                    { user } {{user}} | !x            | { user } {Ada}
                    {user {user       | !x            | {user {user
                    {ai:say {user}}   | !x            | (AI answers are switched off)
                    """)
    void aVariableIsReplaced(String response, String line, String answer) {
        alpha.send("bot.connected", Map.of("channel", "novaplays"));
        command(response);
        ada.writes(line);
        assertThat(ada.heard()).containsExactly(answer);
    }

    @Test
    void uptimeCountsFromTheStreamsBeginning() {
        command("{uptime}");
        alpha.send("stream.online", Map.of());
        Service.shared().clock().advance(Duration.ofMinutes(59));
        ada.writes("!x");
        Service.shared().clock().advance(Duration.ofMinutes(66));
        ada.writes("!x");
        alpha.send("stream.offline", Map.of());
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("59 min", "2 h 5 min", "offline");
    }

    @Test
    void aStreamThatAConnectorsClockDatesAMomentAheadIsLive() {
        command("{uptime}");
        Map<String, @Nullable Object> online = alpha.message("ahead", "stream.online", Map.of());
        online.put(
                "occurred_at",
                Service.shared().clock().instant().plus(Duration.ofMinutes(4)).toString());
        alpha.post(online).expect(202);
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("0 min");
    }

    @Test
    void aCounterIsReadAndStepped() {
        account.api().send("PUT", "/counters/deaths", "{\"value\": 5}".getBytes(StandardCharsets.UTF_8));
        command("{counter:deaths} {counter:deaths+} {counter:deaths+}");
        ada.writes("!x");
        assertThat(ada.heard().getFirst()).matches("[56] 6 6");
        assertThat(account.api().get("/counters/deaths").at("counter.value")).hasToString("6");
        account.api()
                .patch("/commands/x", Map.of("response", "{counter:deaths-4} {counter:new+3}"))
                .expect(200);
        ada.writes("!x");
        assertThat(ada.heard().getLast()).isEqualTo("2 3");
        assertThat(account.eventTypes()).filteredOn("counter.updated"::equals).hasSize(4);
        assertThat(account.events())
                .filteredOn(event -> event.contains("\"counter.updated\"") && event.contains("\"new\""))
                .allSatisfy(event ->
                        assertThat(event).contains("\"source\":\"chat\"").contains("\"type\":\"chat\""))
                .hasSize(1);
    }

    @Test
    void homeSaysThatThereIsNoRoomForTheCounterOfACommand() {
        for (int i = 0; i < 100; i++) {
            account.api()
                    .send("PUT", "/counters/c" + i, "{\"value\": 1}".getBytes(StandardCharsets.UTF_8))
                    .expect(201);
        }
        command("{counter:hugs+}");
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("0");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open("/dashboard/home").text())
                .contains("A command or a timer counts with hugs, but there is no room for another counter.");
    }

    @Test
    void stepsAtOnceAllCount() {
        command("{counter:hits+}");
        AtOnce.run(25, i -> Chatter.viewer(alpha, "v" + i).writes("!x"));
        assertThat(account.api().get("/counters/hits").at("counter.value")).hasToString("25");
        assertThat(ada.heard()).doesNotHaveDuplicates().hasSize(25);
    }

    @Test
    void aRandomNumberAndAChoiceAreOfTheirRange() {
        command("{random:1-3} {random} {choice:a| b |c}");
        for (int i = 0; i < 20; i++) {
            ada.writes("!x");
        }
        assertThat(ada.heard()).hasSize(20).allSatisfy(said -> assertThat(said).matches("[1-3] ([1-9]\\d?|100) [abc]"));
    }

    @Test
    void theTimeIsOfTheZoneOrOfTheChannels() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("time_zone", "America/New_York"))
                .expect(200);
        command("{time:Asia/Tokyo} {time}");
        ada.writes("!x");
        var now = Service.shared().clock().instant();
        DateTimeFormatter clock = DateTimeFormatter.ofPattern("HH:mm");
        List<String> possible = List.of(now, now.minusSeconds(60)).stream()
                .map(at -> at.atZone(ZoneId.of("Asia/Tokyo")).format(clock) + " "
                        + at.atZone(ZoneId.of("America/New_York")).format(clock))
                .toList();
        assertThat(possible).contains(ada.heard().getFirst());
    }

    @Test
    void theLastTipIsTheNewestThatWasNoTest() {
        command("{last_tip}");
        account.api().post("/tips", Map.of("name", "Old", "amount", 1)).expect(201);
        account.api()
                .post("/tips", Map.of("name", "NovaFox", "amount", new BigDecimal("12.5")))
                .expect(201);
        account.api().post("/tips/test", Map.of()).expect(201);
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("NovaFox (12.50 EUR)");
    }

    /// A moderator keeps a tip off the stream: chat must not say its name either.
    @Test
    void aTipThatIsHeldOrWasRejectedIsNotTheLastOne() {
        command("{last_tip}");
        account.api().post("/tips", Map.of("name", "NovaFox", "amount", 1)).expect(201);
        ApiClient owner = account.dashboard();
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "Held", "amount", 2)).expect(202);
        Object rejected = account.api()
                .post("/tips", Map.of("name", "Rejected", "amount", 3))
                .expect(202)
                .at("order_id");
        owner.post("/dashboard/api/held-tips/" + rejected + "/reject").expect(200);
        ada.writes("!x");
        Object unheard = account.api()
                .post("/tips", Map.of("name", "Unheard", "amount", 4))
                .expect(202)
                .at("order_id");
        owner.post("/dashboard/api/held-tips/" + unheard + "/approve", Map.of("allow_tts", false))
                .expect(200);
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("NovaFox (1.00 EUR)", "Unheard (4.00 EUR)");
    }

    @Test
    void theLastTipIsFoundBehindManyThatAreNone() {
        command("{last_tip}");
        account.api().post("/tips", Map.of("name", "NovaFox", "amount", 1)).expect(201);
        for (int i = 0; i < 12; i++) {
            account.api().post("/tips/test", Map.of()).expect(201);
        }
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("NovaFox (1.00 EUR)");
    }

    @Test
    void theTopTipperPaidMost() {
        command("{top_tipper}");
        for (int amount : List.of(5, 30, 12)) {
            account.api()
                    .post("/tips", Map.of("name", "Tipper " + amount, "amount", amount, "paid", true))
                    .expect(201);
        }
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("Tipper 30 (30.00 EUR)");
    }

    @Test
    void theGoalIsTheFirstThatIsOn() {
        command("{goal}");
        Object id = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("overlay.id");
        account.api()
                .patch("/overlays/" + id + "/tip-goal", Map.of("enabled", true, "amount", 500))
                .expect(200);
        account.api()
                .post("/tips", Map.of("name", "A", "amount", 120, "paid", true))
                .expect(201);
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("120.00 of 500.00 EUR");
    }

    @Test
    void yenHaveNoDecimals() {
        command("{last_tip}, {top_tipper}, {goal}");
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("currency", "JPY"))
                .expect(200);
        Object id = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("overlay.id");
        account.api()
                .patch("/overlays/" + id + "/tip-goal", Map.of("enabled", true, "amount", 50_000))
                .expect(200);
        account.api()
                .post("/tips", Map.of("name", "花子", "amount", 1200, "paid", true))
                .expect(201);
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("花子 (1200 JPY), 花子 (1200 JPY), 1200 of 50000 JPY");
    }

    /// The list of overlays has the oldest first.
    @Test
    void theFirstGoalIsThatOfTheOldestOverlay() {
        command("{goal}");
        for (int number = 1; number <= 8; number++) {
            Object id = account.dashboard()
                    .post("/dashboard/api/overlays", Map.of("name", "Scene " + number))
                    .expect(201)
                    .at("overlay.id");
            Service.shared().clock().advance(Duration.ofMillis(5));
            account.api()
                    .patch("/overlays/" + id + "/tip-goal", Map.of("enabled", number > 1, "amount", number))
                    .expect(200);
        }
        ada.writes("!x");
        assertThat(ada.heard()).containsExactly("0.00 of 2.00 EUR");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {args}       | /ban Bob          | ban Bob
                    {args}       | .timeout Bob 600  | timeout Bob 600
                    {args}       | !x                | x
                    {1}{2}       | / /ban            | ban
                    {target}     | @/ban             | ban
                    {user} {args}| /ban Bob          | Ada /ban Bob
                    {args}       | {user} {counter:secret+} | {user} {counter:secret+}
                    {target}     | {user}            | {user}
                    """)
    void aViewersTextIsNeitherAVariableNorThePlatformsCommand(String response, String arguments, String answer) {
        command(response);
        ada.writes("!x " + arguments);
        assertThat(ada.heard()).containsExactly(answer);
        account.api().get("/counters/secret").refuses(404, "not_found");
    }

    @Test
    void aNameThatIsAVariableStaysAName() {
        command("{user}");
        Chatter.viewer(alpha, "{counter:secret+}").writes("!x");
        assertThat(ada.heard()).containsExactly("{counter:secret+}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"line\nfeed", "tab\there", "re\u202Eversed"})
    void whatWouldBreakALineDoesNot(String typed) {
        command("{args}");
        ada.writes("!x " + typed);
        assertThat(ada.heard().getFirst())
                .doesNotContain("\n")
                .doesNotContain("\t")
                .doesNotContain("\u202E");
    }

    @Test
    void anAnswerIsCutAtFiveHundredCharactersOnALettersBorder() {
        command("a".repeat(499) + "{user}");
        new Chatter(alpha, "1", "👩‍👩‍👧‍👦", false, false).writes("!x");
        assertThat(ada.heard()).containsExactly("a".repeat(499));
        account.api().patch("/commands/x", Map.of("response", "é".repeat(600))).expect(200);
        ada.writes("!x");
        assertThat(ada.heard().getLast()).isEqualTo("é".repeat(500));
    }

    @Test
    void anAnswerThatIsEmptyIsNotSent() {
        command("{args}");
        ada.writes("!x");
        assertThat(ada.heard()).isEmpty();
        assertThat(account.eventTypes()).containsExactly("chat.command");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {args}                | !x a darn b     | a **** b
                    {1} and {2}           | !x d4rn k-y-s   | **** and *****
                    {1} {2} {3}           | !x k y s        | * * *
                    {target}              | !x @DARN        | ****
                    {choice:darn} {args}  | !x Hello        | **** Hello
                    darn {args}           | !x Hello        | darn Hello
                    """)
    void theBotRepeatsNoWordThatTheFilterTakesOut(String response, String line, String answer) {
        filter(List.of("darn"), List.of("kys"));
        command(response);
        ada.writes(line);
        assertThat(ada.heard()).containsExactly(answer);
    }

    @Test
    void aNameThatTheFilterTakesOutIsNotSaidEither() {
        account.api()
                .post("/tips", Map.of("name", "Darn", "amount", 5, "currency", "EUR", "paid", true))
                .expect(201);
        filter(List.of("darn"), List.of());
        command("{user} {last_tip} {top_tipper}");
        Chatter.viewer(alpha, "Darn").writes("!x");
        assertThat(ada.heard()).containsExactly("**** **** (5.00 EUR) **** (5.00 EUR)");
    }

    private void filter(List<String> replace, List<String> block) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("replace", replace, "block", block)))
                .expect(200);
    }

    private void command(String response) {
        account.api()
                .post("/commands", Map.of("name", "x", "response", response, "cooldown_seconds", 0))
                .expect(201);
    }
}
