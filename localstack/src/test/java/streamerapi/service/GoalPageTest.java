package streamerapi.service;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of an overlay's tip goal, without scripts.
class GoalPageTest {

    private final Account account = Service.shared().newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);
    private final String id = String.valueOf(account.dashboard()
            .post("/dashboard/api/overlays", Map.of("name", "Main"))
            .expect(201)
            .at("overlay.id"));
    private final String page = "/dashboard/goals/" + id;
    private final String goal = "/overlays/" + id + "/tip-goal";

    @Test
    void timesAreEnteredInUtcAndThePageSaysSo() {
        String fields = owner.open(page).expect(200).text();
        assertThat(fields)
                .contains("name=\"starts_at\" type=\"datetime-local\"", "name=\"ends_at\" type=\"datetime-local\"")
                .contains("Time zone: <span data-zone=\"\">UTC</span>.");

        String saved = owner.use(
                        page, page, Map.of("starts_at", "2026-11-21T18:00", "ends_at", "2026-11-22T02:30:15.5"))
                .expect(200)
                .text();
        assertThat(account.api().get(goal).at("tip_goal.starts_at")).isEqualTo("2026-11-21T18:00:00.000Z");
        assertThat(account.api().get(goal).at("tip_goal.ends_at")).isEqualTo("2026-11-22T02:30:15.500Z");
        assertThat(saved).contains("value=\"2026-11-21T18:00\"", "value=\"2026-11-22T02:30:15.500\"");
    }

    @Test
    void timesCanBeSentWithAnOffsetAndTakenBack() {
        owner.use(page, page, Map.of("starts_at", "2026-11-21T18:00:00.000Z", "ends_at", "2026-11-21T20:00:00+01:00"))
                .expect(200);
        assertThat(account.api().get(goal).at("tip_goal.ends_at")).isEqualTo("2026-11-21T19:00:00.000Z");
        owner.use(page, page, Map.of("starts_at", "", "ends_at", "")).expect(200);
        assertThat(account.api().get(goal).at("tip_goal.starts_at")).isNull();
        assertThat(account.api().get(goal).at("tip_goal.ends_at")).isNull();
    }

    @Test
    void aGoalTowardWhichNothingCountsNowSaysSo() {
        assertThat(owner.open(page).text()).doesNotContain("does not count");
        owner.use(page, page, Map.of("starts_at", "2020-01-01T00:00", "ends_at", "2020-02-01T00:00"))
                .expect(200);
        assertThat(owner.open(page).text()).contains("It has ended: what comes in now does not count.");
        owner.use(page, page, Map.of("starts_at", "2999-01-01T00:00", "ends_at", ""))
                .expect(200);
        assertThat(owner.open(page).text()).contains("It has not begun: what comes in now does not count.");
    }

    @Test
    void theTitleCanBeEmptied() {
        account.api().patch(goal, Map.of("title", "New microphone")).expect(200);
        owner.use(page, page, Map.of("title", "", "amount", "5")).expect(200);
        assertThat(account.api().get(goal).at("tip_goal.title")).isEqualTo("");
        account.api().patch(goal, Map.of("title", "Again")).expect(200);
        account.api().patch(goal, Map.of("title", "")).expect(200);
        assertThat(account.api().get(goal).at("tip_goal.title")).isEqualTo("");
    }

    @Test
    void aFieldThatMustNotBeBlankIsRefusedInsteadOfLeftAsItWas() {
        account.api().patch(goal, Map.of("amount", 50)).expect(200);
        owner.use(page, page, Map.of("title", "T", "amount", "")).expect(400);
        assertThat(account.api().get(goal).at("tip_goal.title")).isEqualTo("");
        for (String blank : List.of("", "   ", "\u00A0", "\u200B\u3164")) {
            assertThat(owner.use("/dashboard/overlays/" + id, "/dashboard/overlays/" + id, Map.of("name", blank))
                            .expect(400)
                            .text())
                    .contains("name must");
        }
        for (String blank : List.of("", "   ", "\u00A0", "\u200B\u3164")) {
            account.dashboard()
                    .patch("/dashboard/api/overlays/" + id, Map.of("name", blank))
                    .refuses(400, "bad_request")
                    .names("name");
            account.api()
                    .post("/timers", Map.of("name", blank, "message", "m", "interval_minutes", 5))
                    .refuses(400, "bad_request")
                    .names("name");
            account.dashboard()
                    .post("/dashboard/api/api-keys", Map.of("name", blank, "scopes", List.of("tts:read")))
                    .refuses(400, "bad_request")
                    .names("name");
        }
    }

    @Test
    void aProgramsTimeNeedsItsOffsetStill() {
        assertThat(account.api()
                        .patch(goal, Map.of("starts_at", "2026-11-21T18:00"))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("starts_at");
    }

    @Test
    void whatIsNoGoalIsSaidAndKeptInItsFields() {
        Answer refused = owner.use(page, page, Map.of("starts_at", "2026-11-21T18:00", "ends_at", "2026-11-21T17:59"))
                .expect(400);
        assertThat(refused.text())
                .contains("data-field=\"ends_at\">ends_at must be after starts_at.")
                .contains("value=\"2026-11-21T18:00\"", "value=\"2026-11-21T17:59\"");
        owner.use(page, page, Map.of("starts_at", "tomorrow")).expect(400);
        owner.use(page, page, Map.of("starts_at", "2026-11-21T25:00")).expect(400);
    }

    @Test
    void amountsAreMoneyAndAGoalWithoutAnAmountHasNoBar() {
        account.api().patch(goal, Map.of("amount", 0)).expect(200);
        account.api()
                .post(goal + "/add", Map.of("amount", new BigDecimal("123456.5")))
                .expect(200);
        assertThat(owner.open(page).text())
                .contains(">123,456.50 EUR<")
                .doesNotContain("<dt>Of</dt>")
                .doesNotContain("<progress");

        account.api().patch(goal, Map.of("amount", 250_000)).expect(200);
        assertThat(owner.open(page).text())
                .contains(">123,456.50 EUR<", ">250,000.00 EUR<", "<progress max=\"250000\" value=\"123456.5\"");
    }

    @Test
    void aTitleIsAsLongAsTheApiTakesIt() {
        assertThat(owner.open(page).text()).containsPattern("name=\"title\"[^>]* maxlength=\"80\"");
    }
}
