package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Forms of the pages as browsers send them: what is entered is kept as it was meant, and where it was entered.
class PageFormsTest {

    private static final String TIMER = "/dashboard/goals/timer";
    private static final String SETTINGS = "/dashboard/settings";
    private static final String QUEUE = "/dashboard/queue";
    private static final String VIEWERS = "/dashboard/viewers";
    private static final String TIP_PAGE = "/dashboard/tip-page";

    private final Account account = Service.shared().newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    @Test
    void aTipByHandCanHaveSeveralLines() {
        owner.use("/dashboard/tips", "/dashboard/tips", Map.of("name", "Ada", "message", "One\r\ntwo"))
                .expect(200);
        assertThat(account.api().get("/tts/queue").each("items", "message")).containsExactly("One\ntwo");
    }

    @Test
    void aFormThatIsSentTwiceIsCarriedOutOnce() {
        Map<String, String> form = filled("/dashboard/tips", Map.of("name", "Ada", "message", "Once"));
        Answer first = owner.web().postForm("/dashboard/tips", form).expect(303);
        Answer again = owner.web().postForm("/dashboard/tips", form).expect(303);
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(account.api().get("/tts/queue").each("items", "message")).containsExactly("Once");

        form.put("message", "Twice");
        owner.web().postForm("/dashboard/tips", form).expect(303);
        assertThat(account.api().get("/tts/queue").each("items", "message")).containsExactly("Once", "Twice");
    }

    @Test
    void ofTwentyFormsSentAtOnceOneIsCarriedOutAndAllAreToldSo() {
        Map<String, String> form = filled("/dashboard/commands", Map.of("name", "hug", "response", "A hug"));
        List<Answer> answers = AtOnce.run(
                20, i -> owner.web().postForm("/dashboard/commands", form).expect(303));
        assertThat(answers.stream().map(answer -> answer.header("Location")).distinct())
                .containsExactly("/dashboard/commands?done=command_saved");
        assertThat(account.api().get("/commands").each("commands", "name")).containsExactly("hug");
    }

    @Test
    void aSecretWhoseFirstAnswerWasLostIsShownToTheSecond() {
        String keys = "/dashboard/api-keys";
        Map<String, String> form = filled(keys, Map.of("name", "Bot", "scopes", "tts:read"));
        owner.web().postForm(keys, form).expect(303);
        String first = owner.open("/dashboard/shown").expect(200).text();
        owner.web().postForm(keys, form).expect(303);
        String again = owner.open("/dashboard/shown").expect(200).text();
        assertThat(secretOf(again)).startsWith("sak_").isEqualTo(secretOf(first));
        assertThat(account.rows("IDEMPOTENCY#"))
                .hasSize(1)
                .allSatisfy(row -> assertThat(row.toString())
                        .doesNotContain(secretOf(first))
                        .doesNotContain("shown="));
    }

    @Test
    void aFormThatWasRefusedIsDecidedAgain() {
        Map<String, String> form = filled("/dashboard/timers", Map.of("name", "Rules", "interval_minutes", "0"));
        for (int sent = 0; sent < 2; sent++) {
            assertThat(owner.web()
                            .postForm("/dashboard/timers", form)
                            .expect(400)
                            .text())
                    .contains("value=\"Rules\"");
        }
        assertThat(account.rows("IDEMPOTENCY#")).isEmpty();
    }

    private static String secretOf(String page) {
        return page.replaceAll("(?s).*(sak_[A-Za-z0-9_-]+).*", "$1");
    }

    /// A form of a page with all of its hidden fields, as a browser sends it.
    private Map<String, String> filled(String page, Map<String, String> entered) {
        Map<String, String> form =
                new LinkedHashMap<>(Browser.hidden(owner.open(page).expect(200)));
        form.keySet().retainAll(List.of("csrf_token", "request"));
        form.putAll(entered);
        return form;
    }

    @Test
    void aLineBreakIsOneCharacterOfAText() {
        String text = "y".repeat(488) + "\r\nz".repeat(5) + "!";
        owner.use(TIP_PAGE, TIP_PAGE, Map.of("tip_page[text]", text)).expect(200);
        assertThat(account.dashboard().get("/dashboard/api/settings").at("settings.tip_page.text"))
                .isEqualTo(text.replace("\r\n", "\n"));
        owner.use(TIP_PAGE, TIP_PAGE, Map.of("tip_page[text]", text + "!")).expect(200);
        assertThat(owner.use(TIP_PAGE, TIP_PAGE, Map.of("tip_page[text]", text + "!!"))
                        .expect(400)
                        .text())
                .contains("tip_page.text must have at most 500 characters.");
    }

    @Test
    void aTextThatBeginsWithAnEmptyLineKeepsIt() {
        owner.use(TIP_PAGE, TIP_PAGE, Map.of("tip_page[text]", "\r\nHello")).expect(200);
        assertThat(owner.open(TIP_PAGE).text())
                .as("a browser leaves out the first line break of a field")
                .contains(" dir=\"auto\">\n\nHello</textarea>");
    }

    @Test
    void aTextOfTheBotIsAsLongAsTheApiTakesIt() {
        assertThat(owner.open("/dashboard/commands").text())
                .containsPattern("name=\"response\"[^>]* maxlength=\"2500\"");
        assertThat(owner.open("/dashboard/timers").text()).containsPattern("name=\"message\"[^>]* maxlength=\"2500\"");
    }

    /// A browser sends nothing of a box that is not ticked.
    @Test
    void aCommandOfWhichNoPlatformIsTickedIsRefusedAndNotSavedForAll() {
        String commands = "/dashboard/commands";
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug", "platforms", List.of("alpha")))
                .expect(201);
        Map<String, String> pages = Map.of(commands, "wave", commands + "/hug", "hug");
        pages.forEach((page, name) -> {
            Map<String, String> form =
                    new LinkedHashMap<>(Browser.hidden(owner.open(page).expect(200)));
            form.putAll(Map.of("name", name, "response", "A warm hug"));
            assertThat(owner.web().postForm(page, form).expect(400).text()).contains("platforms must have");
        });
        assertThat(account.api().get("/commands").each("commands", "response")).containsExactly("A hug");
    }

    @Test
    void anAmountThatIsNotAddedToAGoalDoesNotBecomeItsTarget() {
        String id = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("overlay.id"));
        account.api()
                .patch("/overlays/" + id + "/tip-goal", Map.of("amount", 500))
                .expect(200);
        String page = "/dashboard/goals/" + id;
        assertThat(owner.use(page, page + "/add", Map.of("amount", "1.005"))
                        .expect(400)
                        .text())
                .containsPattern("id=\"add\"[^>]* value=\"1.005\"")
                .containsPattern("id=\"amount\"[^>]* value=\"500\"");
    }

    @Test
    void creditsThatCannotBeRevokedAreNotOfferedToBeGranted() {
        signedIn("1001", "NovaFox");
        String page = VIEWERS + "/alpha:1001";
        assertThat(owner.use(page, page + "/revoke", Map.of("amount", "5"))
                        .expect(400)
                        .text())
                .containsPattern("id=\"revoke-amount\"[^>]* value=\"5\"")
                .doesNotContainPattern("id=\"grant-amount\"[^>]* value=\"5\"");
        assertThat(owner.use(page, page + "/grant", Map.of("amount", "1001", "note", "Thanks"))
                        .expect(400)
                        .text())
                .containsPattern("id=\"grant-amount\"[^>]* value=\"1001\"")
                .containsPattern("id=\"note\"[^>]* value=\"Thanks\"")
                .doesNotContainPattern("id=\"revoke-amount\"[^>]* value=\"1001\"");
    }

    @Test
    void aSearchOfViewersGoesOnWithTheNameItBeganWith() {
        for (int number = 10; number < 37; number++) {
            signedIn("10" + number, "R&B #" + number);
        }
        String first = owner.open(VIEWERS + "?q=R%26B+%23").expect(200).text();
        String more = first.replaceAll("(?s).*<a href=\"(" + VIEWERS + "[^\"]*before=[^\"]*)\">More</a>.*", "$1")
                .replace("&amp;", "&");
        assertThat(more).startsWith(VIEWERS + "?q=R%26B+%23&before=");
        assertThat(owner.open(more).expect(200).text()).contains("value=\"R&amp;B #\"", "R&amp;B #");
    }

    @Test
    void aTimerThatIsRefusedKeepsWhenItShouldEnd() {
        assertThat(owner.use(TIMER, TIMER, Map.of("ends_at", "2020-12-24T18:00"))
                        .expect(400)
                        .text())
                .containsPattern("name=\"ends_at\"[^>]* value=\"2020-12-24T18:00\"");
    }

    @Test
    void timeThatCannotBeAddedToATimerIsRefusedWithTheReason() {
        owner.use(TIMER, TIMER, Map.of("minutes", "60")).expect(200);
        assertThat(owner.use(TIMER, TIMER + "/add", Map.of("seconds", "999999999"))
                        .expect(400)
                        .text())
                .contains("data-field=\"seconds\">seconds must be a whole number");
        assertThat(owner.use(TIMER, TIMER + "/add", Map.of("seconds", "60"))
                        .expect(200)
                        .text())
                .contains("1:00:");
    }

    @Test
    void aRefusalNamesTheRowInWhichItWasEntered() {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("exchange_rates[0][rate]", "");
        form.put("exchange_rates[0][currency]", "USD");
        form.put("exchange_rates[1][new]", "");
        form.put("exchange_rates[1][currency]", "GBP");
        form.put("exchange_rates[1][rate]", "1,1");
        assertThat(owner.use(SETTINGS, SETTINGS, form).expect(400).text())
                .contains("data-field=\"exchange_rates[1].rate\">exchange_rates[1].rate must be a number.");

        form.put("exchange_rates[1][currency]", "POUND");
        form.put("exchange_rates[1][rate]", "1.1");
        assertThat(owner.use(SETTINGS, SETTINGS, form).expect(400).text())
                .as("the currency can be corrected")
                .contains("data-field=\"exchange_rates[1].currency\"")
                .containsPattern("name=\"exchange_rates\\[1]\\[currency]\" type=\"text\" value=\"POUND\"");
    }

    @Test
    void aTipThatAnotherWasFasterWithIsSaidToBeGoneWhereTheButtonWasPressed() {
        String tip = account.tip("Ada");
        Answer page = owner.open(QUEUE).expect(200);
        owner.send(page, QUEUE + "/" + tip + "/remove", Map.of()).expect(303);
        Answer late = owner.send(page, QUEUE + "/" + tip + "/remove", Map.of()).expect(303);
        assertThat(late.header("Location")).isEqualTo(QUEUE + "?refused=not_found");
        assertThat(owner.open(QUEUE + "?refused=not_found").expect(200).text())
                .contains("It is no longer there. It may have been removed meanwhile.");
    }

    @Test
    void aModeratorIsNotLedToGoalsThatModeratorsDoNotSee() {
        assertThat(owner.open(TIMER).text()).contains("All goals");
        Account.Member member = account.newUser(Role.MODERATOR);
        DashboardVisitor moderator = DashboardVisitor.signedIn(account.service(), member.email(), member.password());
        moderator.open("/dashboard/goals").expect(403);
        assertThat(moderator.open(TIMER).expect(200).text()).doesNotContain("All goals");
    }

    private void signedIn(String id, String name) {
        account.connector("alpha")
                .send(
                        "viewer.signed_in",
                        Map.of("platform_user_id", id, "display_name", name, "linked_accounts", List.of()));
    }
}
