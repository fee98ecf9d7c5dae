package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.GoalKeys;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Goals of followers and subscriptions, and the stream's timer, which follow from a count of alerts
/// (docs/realtime.md, "Goals and the timer").
@NullMarked
class CountGoalsTest {

    private static final String GOALS = "/overlays/goals";
    private static final String TIMER = "/overlays/timer";
    private static final long PATIENCE = 120;

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void anAccountWithoutAGoalIsNotCounted() {
        follow("Ada");
        assertThat(account.rows(GoalKeys.TALLY)).isEmpty();
        assertThat(goals().at("goals.0.target")).hasToString("0");
        assertThat(goals().at("goals.1.kind")).isEqualTo("subs");

        set("follows", Map.of("target", 10)).expect(200);
        follow("Grace");
        assertThat(account.rows(GoalKeys.TALLY)).hasSize(1);
        assertThat(current(0)).isEqualTo(1);
    }

    @Test
    void aGoalBeginsWithWhatItIsToldAndCountsEachOnce() {
        set("follows", Map.of("title", "Road to 1,000", "target", 1_000, "current", 940))
                .expect(200);
        IntStream.range(0, 20).forEach(number -> follow("Viewer " + number));
        Map<String, Object> one = viewer("Twice");
        alpha.sendAs("same", "follow", one).expect(202);
        alpha.sendAs("same", "follow", one).expect(202);
        beta.send("follow", viewer("Kick")).expect(202);

        assertThat(current(0)).isEqualTo(962);
        set("follows", Map.of("title", "On", "target", 2_000)).expect(200);
        assertThat(current(0)).as("the count goes on").isEqualTo(962);
        set("follows", Map.of("target", 0)).expect(200);
        follow("Late");
        set("follows", Map.of("target", 5)).expect(200);
        assertThat(current(0)).as("of a goal that is new").isEqualTo(0);
    }

    @Test
    void subscriptionsAreNewOnesBoughtOrGiven() {
        set("subs", Map.of("target", 50)).expect(200);
        alpha.send("sub", viewer("Ada", "tier", 3)).expect(202);
        alpha.send("resub", viewer("Grace", "tier", 1, "months", 4)).expect(202);
        alpha.send("gift_sub", viewer("Linus", "tier", 1, "total", 5)).expect(202);
        beta.send("gift_sub", viewer("Hedy", "total", 2)).expect(202);

        assertThat(current(1)).isEqualTo(8);
    }

    @Test
    void alertsThatAreSwitchedOffCountToo() {
        set("follows", Map.of("target", 50)).expect(200);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("alerts", Map.of("alpha.follow", Map.of("enabled", false))));
        follow("Ada");
        assertThat(current(0)).isEqualTo(1);
    }

    @Test
    void whatIsNoGoalIsRefused() {
        set("raids", Map.of("target", 1)).refuses(404, "not_found");
        for (Object target : List.of(-1, new BigDecimal("1.5"), "10", 1_000_000_001)) {
            assertThat(set("subs", Map.of("target", target))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("target");
        }
        assertThat(set("subs", Map.of("target", 1, "current", -1))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("current");
        account.api(Scope.TTS_READ).get(GOALS).refuses(403, "missing_scope");
        account.dashboard(Role.MODERATOR).get("/dashboard/api" + GOALS).refuses(403, "missing_role");
    }

    @Test
    void aTimerIsLengthenedByItsRulesToTheSecond() {
        assertThat(timer().at("timer.state")).isEqualTo("none");
        Map<String, Object> rules = Map.of(
                "follow", 2, "tier_1", 300, "tier_2", 600, "tier_3", 1_500, "bits_100", 60, "gifts_100", 40, "tip", 12);
        begin(Map.of("title", "Subathon", "minutes", 60, "rules", rules)).expect(200);
        follow("Ada");
        alpha.send("sub", viewer("Ada", "tier", 3)).expect(202);
        alpha.send("resub", viewer("Grace", "tier", 2, "months", 4)).expect(202);
        alpha.send("gift_sub", viewer("Linus", "tier", 1, "total", 5)).expect(202);
        alpha.send("cheer", viewer("Alan", "bits", 250)).expect(202);
        beta.send("paid_gift", viewer("Hedy", "amount", 10, "gift_name", "Jar")).expect(202);
        tip(new BigDecimal("2.55"));

        assertThat(added()).isEqualTo(2 + 1_500 + 600 + 5 * 300 + 150 + 4 + 30);
        leftIs(3_600 + added());
        service.clock().advance(Duration.ofMinutes(10));
        leftIs(3_000 + added());
    }

    /// Beta has no tiers: the event says 1, whatever a connector sends.
    @Test
    void aSubscriptionOfAPlatformWithoutTiersIsOfTheFirst() {
        begin(Map.of("minutes", 60, "rules", Map.of("tier_1", 10, "tier_3", 1_000)))
                .expect(200);
        beta.send("sub", viewer("Hedy", "tier", 3)).expect(202);
        beta.send("gift_sub", viewer("Grace", "tier", 2, "total", 2)).expect(202);
        assertThat(added()).isEqualTo(30);
    }

    @Test
    void aTimerThatIsPausedIsLengthenedAndDoesNotRun() {
        begin(Map.of("minutes", 10, "paused", true, "rules", Map.of("follow", 30)))
                .expect(200);
        service.clock().advance(Duration.ofHours(1));
        follow("Ada");
        assertThat(timer().at("timer.state")).isEqualTo("paused");
        assertThat(timer().at("timer.ends_at")).isNull();
        assertThat(left()).isEqualTo(630);

        api.post(TIMER + "/resume").expect(200);
        service.clock().advance(Duration.ofMinutes(4));
        leftIs(390);
        api.post(TIMER + "/pause").expect(200);
        api.post(TIMER + "/add", Map.of("seconds", 60)).expect(200);
        service.clock().advance(Duration.ofMinutes(30));
        leftIs(450);
        api.post(TIMER + "/resume").expect(200);
        api.post(TIMER + "/add", Map.of("seconds", -50)).expect(200);
        leftIs(400);
        service.clock().advance(Duration.ofMinutes(7));
        assertThat(timer().at("timer.state")).isEqualTo("over");
        assertThat(left()).isEqualTo(0);

        service.clock().advance(Duration.ofMinutes(20));
        assertThat(api.post(TIMER + "/add", Map.of("seconds", 300)).at("timer.state"))
                .isEqualTo("running");
        leftIs(300);
    }

    @Test
    void theRulesAddNoMoreThanTheyMay() {
        begin(Map.of("minutes", 10, "rules", Map.of("tier_1", 600, "most_minutes", 15)))
                .expect(200);
        alpha.send("gift_sub", viewer("Linus", "tier", 1, "total", 5)).expect(202);
        assertThat(added()).isEqualTo(900);
        begin(Map.of("minutes", 10, "rules", Map.of("tier_1", 600))).expect(200);
        assertThat(added()).as("of a timer that begins anew").isEqualTo(0);
    }

    @Test
    void otherRulesLeaveTheTimeAlone() {
        begin(Map.of("title", "Subathon", "minutes", 60, "rules", Map.of("follow", 600)))
                .expect(200);
        follow("Ada");
        leftIs(4_200);
        rule(Map.of("follow", 60, "tip", 10, "most_minutes", 13)).expect(200);
        assertThat(added()).isEqualTo(600);
        leftIs(4_200);
        assertThat(timer().at("timer.title")).isEqualTo("Subathon");

        follow("Grace");
        tip(new BigDecimal("2.50"));
        assertThat(added()).isEqualTo(600 + 60 + 25);
        tip(new BigDecimal("50"));
        assertThat(added()).as("what was added before is a part of the most").isEqualTo(13 * 60);
        rule(Map.of("follow", 5, "most_minutes", 1)).expect(200);
        follow("Linus");
        assertThat(added()).isEqualTo(13 * 60);

        api.post(TIMER + "/pause").expect(200);
        long left = left();
        rule(Map.of("follow", 30)).expect(200);
        service.clock().advance(Duration.ofMinutes(5));
        follow("Hedy");
        assertThat(left()).isEqualTo(left + 30);
        assertThat(rule(Map.of("follow", 3_601)).refuses(400, "bad_request").at("field"))
                .isEqualTo("follow");
        begin(Map.of("minutes", 10)).expect(200);
        assertThat(added()).as("of a timer that begins anew").isEqualTo(0);
    }

    /// Tips count in the account's currency, and those before in the one that it had then.
    @Test
    void anotherCurrencyOfTheAccountLeavesTheTimeAlone() {
        begin(Map.of("minutes", 60, "rules", Map.of("tip", 10, "follow", 60, "most_minutes", 20)))
                .expect(200);
        follow("Ada");
        tip(new BigDecimal("2.50"));
        assertThat(added()).isEqualTo(85);

        currency("JPY");
        assertThat(added()).isEqualTo(85);
        leftIs(3_600 + 85);
        tip(new BigDecimal("4"));
        follow("Grace");
        assertThat(added()).isEqualTo(85 + 40 + 60);
        currency("EUR");
        assertThat(added()).isEqualTo(85 + 40 + 60);
        tip(new BigDecimal("500"));
        assertThat(added()).as("what was added before is a part of the most").isEqualTo(20 * 60);
    }

    private void currency(String currency) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("currency", currency))
                .expect(200);
    }

    @Test
    void aTimerCountsToAMoment() {
        String end = service.clock().instant().plus(Duration.ofHours(3)).toString();
        begin(Map.of("ends_at", end)).expect(200);
        leftIs(10_800);
        String second = service.clock()
                .instant()
                .plus(Duration.ofHours(3))
                .truncatedTo(ChronoUnit.SECONDS)
                .plusMillis(500)
                .toString();
        assertThat(begin(Map.of("ends_at", second)).expect(200).at("timer.ends_at"))
                .as("it ends at the very moment, not up to a second before")
                .isEqualTo(second);
        assertThat(timer().at("timer.ends_at")).isEqualTo(second);

        assertThat(begin(Map.of("minutes", 5, "ends_at", end))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("minutes");
        assertThat(begin(Map.of("title", "None")).refuses(400, "bad_request").at("field"))
                .isEqualTo("minutes");
        for (Duration away : List.of(Duration.ofSeconds(-5), Duration.ofDays(400))) {
            assertThat(begin(Map.of(
                                    "ends_at",
                                    service.clock().instant().plus(away).toString()))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("ends_at");
        }
        assertThat(begin(Map.of("minutes", 5, "rules", Map.of("follow", 3_601)))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("rules.follow");
    }

    @Test
    void whereThereIsNoTimerThereIsNothingToChange() {
        api.post(TIMER + "/pause").refuses(404, "not_found");
        api.post(TIMER + "/resume").refuses(404, "not_found");
        api.post(TIMER + "/add", Map.of("seconds", 1)).refuses(404, "not_found");
        api.delete(TIMER).refuses(404, "not_found");
        rule(Map.of("follow", 1)).refuses(404, "not_found");
        begin(Map.of("minutes", 5)).expect(200);
        api.delete(TIMER).expect(200);
        assertThat(timer().at("timer.state")).isEqualTo("none");
    }

    @Test
    void anOpenOverlayIsToldToReadThemAnew() {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("timer")))
                .expect(201);
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            begin(Map.of("minutes", 5)).expect(200);
            assertThat(socket.next("counts")).isEqualTo(Map.of("type", "counts"));
            set("subs", Map.of("target", 5)).expect(200);
            assertThat(socket.next("counts")).isEqualTo(Map.of("type", "counts"));
        }
    }

    @Test
    void thePagesSetAndBegin() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        owner.use(
                "/dashboard/goals/counts",
                "/dashboard/goals/counts/follows",
                Map.of("title", "More", "target", "100", "current", "40"));
        assertThat(owner.open("/dashboard/goals/counts").text()).contains("40</strong> of 100");
        owner.use(
                "/dashboard/goals/timer",
                "/dashboard/goals/timer",
                Map.of("title", "Subathon", "minutes", "90", "ends_at", "", "rules[tip]", "12.5", "paused", "true"));
        assertThat(owner.open("/dashboard/goals/timer").text()).contains("1:30:00", "Resume", "12.5");
        owner.use("/dashboard/goals/timer", "/dashboard/goals/timer/add", Map.of("seconds", "300"));
        assertThat(owner.open("/dashboard/goals/timer").text()).contains("1:35:00");
        owner.use("/dashboard/goals/timer", "/dashboard/goals/timer/rules", Map.of("tip", "20", "follow", "9"));
        assertThat(owner.open("/dashboard/goals/timer").text())
                .contains("1:35:00", "20", "No overlay shows the timer", "Yes, remove", "Yes, start another timer");
        account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("timer")))
                .expect(201);
        assertThat(owner.open("/dashboard/goals/timer").text()).doesNotContain("No overlay shows");
    }

    @Test
    void aGoalThatAnotherTabSavedMeanwhileIsNotSetBack() {
        String page = "/dashboard/goals/counts";
        set("follows", Map.of("title", "Road to 100", "target", 100, "current", 40));
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer old = owner.open(page).expect(200);
        String shown = shown(old.text(), page + "/follows");
        set("follows", Map.of("title", "Road to 500", "target", 500)).expect(200);

        Answer late = owner.send(
                        old,
                        page + "/follows",
                        Map.of("shown", shown, "title", "Road to 100!", "target", "100", "current", ""))
                .expect(412);
        assertThat(late.text())
                .contains("Another save came between", "Road to 500", "Road to 100!")
                .contains("<a href=\"" + page + "\">Leave it as it is saved now</a>")
                .doesNotContain("<legend>Current</legend>");
        assertThat(goals().at("goals.0.title")).isEqualTo("Road to 500");

        String merged = shown(late.text(), page + "/follows");
        owner.send(late, page + "/follows", Map.of("shown", merged, "title", "Road to 100!", "target", "500"))
                .expect(303);
        assertThat(goals().at("goals.0.title")).isEqualTo("Road to 100!");
        assertThat(goals().at("goals.0.current")).asString().isEqualTo("40");
    }

    @Test
    void aGoalIsSavedWhileItsCountGoesOn() {
        String page = "/dashboard/goals/counts";
        set("subs", Map.of("title", "Subs", "target", 100)).expect(200);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer old = owner.open(page).expect(200);
        String shown = shown(old.text(), page + "/subs");
        set("subs", Map.of("title", "Subs", "target", 100, "current", 7)).expect(200);
        owner.send(old, page + "/subs", Map.of("shown", shown, "title", "Subs", "target", "50", "current", ""))
                .expect(303);
        assertThat(current(1)).isEqualTo(7);
    }

    @Test
    void rulesThatAnotherTabSavedMeanwhileAreNotSetBack() {
        String page = "/dashboard/goals/timer";
        begin(Map.of("minutes", 60, "rules", Map.of("tip", 10))).expect(200);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer old = owner.open(page).expect(200);
        String shown = shown(old.text(), page + "/rules");
        rule(Map.of("tip", 30)).expect(200);

        Answer late = owner.send(old, page + "/rules", Map.of("shown", shown, "tip", "10.00", "follow", "5"))
                .expect(412);
        assertThat(late.text())
                .contains("Another save came between", "<legend>Tip</legend>")
                .doesNotContain("<legend>Follow</legend>")
                .contains("<a href=\"" + page + "\">Leave it as it is saved now</a>");
        assertThat(timer().at("timer.rules.tip")).asString().isEqualTo("30");

        String merged = shown(late.text(), page + "/rules");
        owner.send(late, page + "/rules", Map.of("shown", merged, "tip", "30", "follow", "5"))
                .expect(303);
        assertThat(timer().at("timer.rules.tip")).asString().isEqualTo("30");
        assertThat(timer().at("timer.rules.follow")).asString().isEqualTo("5");
    }

    /// The hidden field by which a form says with what it was shown.
    private static String shown(String page, String action) {
        Matcher field = Pattern.compile("action=\"" + action + "\".*?name=\"shown\" value=\"([^\"]*)\"", Pattern.DOTALL)
                .matcher(page);
        assertThat(field.find()).as("the form of " + action).isTrue();
        return field.group(1);
    }

    private Answer goals() {
        return api.get(GOALS).expect(200);
    }

    private long current(int number) {
        return Long.parseLong(String.valueOf(goals().at("goals." + number + ".current")));
    }

    private Answer set(String kind, Map<String, Object> body) {
        return api.send("PUT", GOALS + "/" + kind, Json.write(body));
    }

    private Answer begin(Map<String, Object> body) {
        return api.send("PUT", TIMER, Json.write(body));
    }

    private Answer rule(Map<String, Object> body) {
        return api.post(TIMER + "/rules", body);
    }

    private Answer timer() {
        return api.get(TIMER).expect(200);
    }

    private long left() {
        return Long.parseLong(String.valueOf(timer().at("timer.left_seconds")));
    }

    /// Holds what is left to so many seconds, less those that the test itself took.
    private void leftIs(long seconds) {
        assertThat(left()).isBetween(seconds - PATIENCE, seconds);
    }

    private long added() {
        return Long.parseLong(String.valueOf(timer().at("timer.added_seconds")));
    }

    private void follow(String name) {
        alpha.send("follow", viewer(name)).expect(202);
    }

    private void tip(BigDecimal amount) {
        api.post("/tips", Map.of("name", "Ada", "amount", amount, "paid", true)).expect(201);
    }

    private static Map<String, Object> viewer(String name, Object... fields) {
        Map<String, Object> viewer =
                new LinkedHashMap<>(Map.of("user_id", name, "user_name", name, "user_login", name));
        for (int i = 0; i < fields.length; i += 2) {
            viewer.put(String.valueOf(fields[i]), fields[i + 1]);
        }
        return viewer;
    }
}
