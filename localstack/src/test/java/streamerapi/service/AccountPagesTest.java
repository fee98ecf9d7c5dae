package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds what the pages of settings, team, account, tips, chat and viewers do, without scripts.
@NullMarked
class AccountPagesTest {

    private static final String SETTINGS = "/dashboard/settings";
    private static final String TEAM = "/dashboard/team";
    private static final String ACCOUNT = "/dashboard/account";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    @Test
    void theAccountsPageNamesTheBrowserOfASession() {
        ApiClient browser = new ApiClient(service.stack().authUrl(), null)
                .with("User-Agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0");
        browser.send(
                        "POST",
                        "/dashboard/api/sign-in",
                        Json.write(Map.of("email", account.email(), "password", account.password())))
                .expect(200);

        assertThat(account.dashboard().page("/dashboard/account", null).text())
                .contains("Firefox on Windows")
                .doesNotContain("Gecko");
    }

    /// A program that signs in each time that it runs leaves many. The button that ends them all stands on this page.
    @Test
    void theAccountsPageListsTheNewestOfManySessions() {
        Row session = account.ownRows(Keys.SESSION).getFirst();
        for (int i = 0; i < 120; i++) {
            Key key = new Key(session.key().partition(), Keys.SESSION + "%064x".formatted(i));
            account.table().write(List.of(Write.put(session.at(key))));
        }

        String page = owner.open(ACCOUNT).expect(200).text();
        assertThat(page).contains("These are the newest 100 of 121.", "Sign out everywhere else");
        assertThat(page.split("<time ", -1)).hasSizeLessThan(110);
    }

    /// All of them in full can be more than a function can answer.
    @Test
    void theListOfCommandsHasTheBeginningsOfLongResponses() {
        account.api()
                .post("/commands", Map.of("name", "long", "response", "&".repeat(2_500)))
                .expect(201);

        assertThat(owner.open("/dashboard/commands").expect(200).text())
                .contains("&amp;".repeat(500))
                .doesNotContain("&amp;".repeat(501));
    }

    @Test
    void theFiltersWordsAreSavedShownAndTakenOut() {
        Answer saved = owner.use(
                SETTINGS,
                SETTINGS,
                Map.of("filter[replace]", "darn\nheck", "filter[block]", "slur", "filter[on_match]", "hold"));
        assertThat(saved.expect(200).text())
                .contains("The settings are saved.", "value=\"darn\" checked", "value=\"slur\" checked");
        assertThat(setting("filter"))
                .isEqualTo(Map.of("replace", List.of("darn", "heck"), "block", List.of("slur"), "on_match", "hold"));

        owner.use(SETTINGS, SETTINGS, Map.of("filter[replace]", "heck", "filter[block]", ""));
        assertThat(setting("filter"))
                .isEqualTo(Map.of("replace", List.of("heck"), "block", List.of(), "on_match", "hold"));
    }

    @Test
    void aFormChangesItsOwnSettingsAlone() {
        owner.use(SETTINGS, SETTINGS, Map.of("filter[replace]", "darn"));
        owner.use(SETTINGS, SETTINGS, Map.of("review[hold_all]", "true"));
        owner.use(
                SETTINGS,
                SETTINGS,
                Map.of("alerts[alpha.raid][enabled]", "false", "alerts[alpha.raid][min_amount]", "7"));
        owner.use(SETTINGS, SETTINGS, Map.of("currency", "EUR", "tts[max_characters]", "100"));

        assertThat(setting("filter.replace")).isEqualTo(List.of("darn"));
        assertThat(setting("review.hold_all")).isEqualTo(true);
        assertThat(setting("currency")).isEqualTo("EUR");
        Map<?, ?> alerts = (Map<?, ?>) Objects.requireNonNull(setting("alerts"));
        assertThat(alerts.get("alpha.raid")).isEqualTo(Map.of("enabled", false, "min_amount", BigDecimal.valueOf(7)));
        assertThat(alerts.get("alpha.follow")).isEqualTo(Map.of("enabled", true));
    }

    @Test
    void rewardsAreRowsOfWhichTheEmptyOneIsNone() {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("rewards[0][reward_id]", "r1");
        account.api()
                .send("PUT", "/counters/deaths", Json.write(Map.of("value", 0)))
                .expect(201);
        form.put("rewards[0][action]", "counter");
        form.put("rewards[0][counter]", "deaths");
        form.put("rewards[0][amount]", "2");
        form.put("rewards[1][reward_id]", "");
        form.put("rewards[1][action]", "tts");
        owner.use(SETTINGS, SETTINGS, form).expect(200);
        assertThat(owner.open(SETTINGS).text())
                .contains("action=\"/dashboard/settings#rewards\"", "<option value=\"deaths\" selected>");
        assertThat(setting("rewards"))
                .isEqualTo(List.of(Map.of(
                        "reward_id", "r1", "action", "counter", "counter", "deaths", "amount", BigDecimal.valueOf(2))));
    }

    @ParameterizedTest
    @CsvSource({"'', tts, reward_id", "r1, '', action"})
    void aNewRewardThatIsHalfFilledInIsRefusedAtItsField(String id, String action, String field) {
        assertThat(owner.open(SETTINGS).text()).contains("name=\"rewards[0][new]\"");
        Map<String, String> form = new LinkedHashMap<>();
        form.put("rewards[0][new]", "");
        form.put("rewards[0][reward_id]", id);
        form.put("rewards[0][action]", action);
        form.put("rewards[0][counter]", "");
        form.put("rewards[0][amount]", "");
        Answer refused = owner.send(owner.open(SETTINGS), SETTINGS, form).expect(400);
        assertThat(refused.text()).contains("data-field=\"rewards[0]." + field + "\"", "name=\"rewards[0][new]\"");
        form.put("rewards[0][reward_id]", "");
        form.put("rewards[0][action]", "");
        owner.send(owner.open(SETTINGS), SETTINGS, form).expect(303);
        assertThat(setting("rewards")).isEqualTo(List.of());
    }

    @Test
    void aRefusedSettingIsShownAgainAsItWasEntered() {
        Answer refused = owner.send(owner.open(SETTINGS), SETTINGS, Map.of("tts[template]", "{nobody}"));
        assertThat(refused.expect(400).text()).contains("role=\"alert\"", "tts.template", "value=\"{nobody}\"");
    }

    @Test
    void theFilterIsTriedOnAText() {
        owner.use(SETTINGS, SETTINGS, Map.of("filter[replace]", "darn", "filter[block]", "slur"));
        Answer page = owner.open(SETTINGS);
        assertThat(owner.send(page, SETTINGS + "/try", Map.of("text", "a D.A.R.N good game"))
                        .expect(200)
                        .text())
                .contains("It would be shown without:", "darn", "good game");
        assertThat(owner.send(page, SETTINGS + "/try", Map.of("text", "slur"))
                        .expect(200)
                        .text())
                .contains("It would not be shown or spoken");
        assertThat(owner.send(page, SETTINGS + "/try", Map.of("text", "fine"))
                        .expect(200)
                        .text())
                .contains("No listed word is in it.");
    }

    @Test
    void anInvitationIsALinkThatIsShownOnce() {
        Answer shown = owner.use(TEAM, TEAM, Map.of("email", "mo." + account.email(), "role", "moderator"));
        String link = secret(shown.expect(200));
        assertThat(link).contains("/dashboard/password?link=u_");
        assertThat(shown.text())
                .as("a day alone is another one in other time zones")
                .containsPattern("once, until 20[0-9-]{8} [0-9]{2}:[0-9]{2} UTC\\.");
        owner.open("/dashboard/shown").expect(404);
        assertThat(owner.open(TEAM).expect(200).text()).contains("mo." + account.email(), "invited");

        URI url = URI.create(link);
        DashboardVisitor mo = DashboardVisitor.stranger(service);
        mo.open(url.getRawPath() + "?" + url.getRawQuery()).expect(200);
        mo.web()
                .postForm(
                        "/dashboard/password",
                        Map.of("link", url.getRawQuery().substring(5), "password", "seven otters in a row"))
                .expect(303);
        DashboardVisitor.signedIn(service, "mo." + account.email(), "seven otters in a row");
    }

    @Test
    void anInvitationIsForAModeratorUnlessAnotherRoleIsChosen() {
        assertThat(owner.open(TEAM).expect(200).text())
                .containsPattern("<select id=\"role\" name=\"role\">\\s*<option value=\"moderator\"");
        assertThat(owner.open(SETTINGS).expect(200).text())
                .containsPattern("name=\"rewards\\[0]\\[action]\">\\s*<option value=\"\"");
    }

    @Test
    void membersAreRaisedAndRemoved() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        assertThat(owner.open(TEAM).expect(200).text()).doesNotContain("go on working");
        assertThat(owner.use(TEAM, TEAM + "/" + mo.id(), Map.of("role", "super_admin"))
                        .text())
                .contains("The role is saved.", "super admin")
                .contains("that this person made or saw go on working");
        assertThat(owner.use(TEAM, TEAM + "/" + mo.id() + "/remove", Map.of()).text())
                .contains("The user is out of the team.")
                .doesNotContain(mo.email());
    }

    @Test
    void aModeratorChangesTheOwnPasswordAndNothingElse() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        DashboardVisitor visitor = DashboardVisitor.signedIn(service, mo.email(), mo.password());
        Answer page = visitor.open(ACCOUNT).expect(200);
        assertThat(page.text()).doesNotContain("Name of the channel").contains("this one");
        assertThat(visitor.send(page, ACCOUNT + "/password", Map.of("current_password", "x", "password", "y z"))
                        .expect(400)
                        .text())
                .contains("current_password is not your current password");
        visitor.send(
                        page,
                        ACCOUNT + "/password",
                        Map.of("current_password", mo.password(), "password", "seven otters in a row"))
                .expect(303);
        visitor.open(ACCOUNT).expect(200);
        account.dashboard(mo.email(), "seven otters in a row");
    }

    @Test
    void anAdministratorChangesTheOwnEmailWithThePassword() {
        String own = String.valueOf(
                account.dashboard().get("/dashboard/api/session").expect(200).at("user.id"));
        String form = ACCOUNT + "/" + own + "/email";
        Answer page = owner.open(ACCOUNT).expect(200);
        assertThat(page.text()).contains("action=\"" + form + "\"", "value=\"" + account.email() + "\"");
        String next = "next." + account.email();
        assertThat(owner.send(page, form, Map.of("email", next, "current_password", "a guess"))
                        .expect(400)
                        .text())
                .contains("current_password is not your current password", "value=\"" + next + "\"");

        assertThat(owner.use(ACCOUNT, form, Map.of("email", next, "current_password", account.password()))
                        .text())
                .contains("Your email is changed.", "value=\"" + next + "\"");

        account.dashboard(next, account.password());
    }

    @Test
    void theOwnerErasesAViewerOnTheViewersPage() {
        account.connector("alpha")
                .send("viewer.signed_in", Map.of("platform_user_id", "7", "login", "grace", "display_name", "Grace"));
        String page = "/dashboard/viewers/alpha:7";
        Account.Member admin = account.newUser(Role.SUPER_ADMIN);
        assertThat(DashboardVisitor.signedIn(service, admin.email(), admin.password())
                        .open(page)
                        .expect(200)
                        .text())
                .doesNotContain("/erase");

        assertThat(owner.use("/dashboard/viewers/grace", page + "/erase", Map.of())
                        .expect(200)
                        .text())
                .contains("The profile and the credits are erased.", "No viewer has signed in yet.");

        owner.open(page).expect(404);
    }

    @Test
    void theChannelIsNamedAndSessionsEnd() {
        assertThat(owner.use(ACCOUNT, ACCOUNT, Map.of("name", "NovaFox Live")).text())
                .contains("The channel&#39;s name is saved.".replace("&#39;", "'"), "NovaFox Live");
        ApiClient elsewhere = account.dashboard();
        owner.use(ACCOUNT, ACCOUNT + "/sessions/end-others", Map.of()).expect(200);
        elsewhere.get("/dashboard/api/session").refuses(401, "missing_session");
        owner.open(ACCOUNT).expect(200);
    }

    @Test
    void tipsArePutInByHand() {
        String tips = "/dashboard/tips";
        assertThat(owner.use(tips, tips, Map.of("name", "Ada", "amount", "5", "message", "Hello", "media[url]", ""))
                        .text())
                .contains("The tip is in the queue.");
        assertThat(owner.use(tips, tips + "/test", Map.of()).text()).contains("The test tip is in the queue.");
        assertThat(owner.use(tips, tips + "/close", Map.of()).text()).contains("closed");
        assertThat(account.api().get("/tts/queue").expect(200).each("items", "source"))
                .containsExactly("manual", "test");
    }

    @Test
    void countersCount() {
        String counters = "/dashboard/counters";
        owner.use(counters, counters, Map.of("name", "deaths", "value", "3")).expect(200);
        owner.use(counters, counters + "/deaths/add", Map.of("amount", "-1")).expect(200);
        assertThat(account.api().get("/counters/deaths").expect(200).at("counter.value"))
                .isEqualTo(BigDecimal.valueOf(2));
        assertThat(owner.send(owner.open(counters), counters, Map.of("name", "No Name", "value", "1"))
                        .expect(400)
                        .text())
                .contains("role=\"alert\"");
        owner.send(owner.open(counters), counters, Map.of("value", "1")).expect(400);
        assertThat(owner.use(counters, counters + "/deaths/remove", Map.of()).text())
                .contains("No counters yet.");
    }

    @Test
    void commandsAndTimersAreMadeChangedAndRemoved() {
        String commands = "/dashboard/commands";
        Map<String, String> command = new LinkedHashMap<>(Map.of("name", "hug", "response", "{user} hugs you"));
        command.put("platforms", "alpha");
        command.put("aliases", "cuddle\nsqueeze");
        command.put("enabled", "true");
        assertThat(owner.use(commands, commands, command).expect(200).text()).contains("!hug", "{user} hugs you");
        command.put("enabled", "false");
        assertThat(owner.use(commands + "/hug", commands + "/hug", command).text())
                .contains("off");
        assertThat(account.api().get("/commands/hug").expect(200).at("command.aliases"))
                .isEqualTo(List.of("cuddle", "squeeze"));
        owner.use(commands + "/hug", commands + "/hug/remove", Map.of()).expect(200);

        String timers = "/dashboard/timers";
        assertThat(owner.use(
                                timers,
                                timers,
                                Map.of(
                                        "name",
                                        "Links",
                                        "message",
                                        "Hello",
                                        "interval_minutes",
                                        "15",
                                        "platforms",
                                        "beta"))
                        .text())
                .contains("Links", "every 15 minutes");
        owner.open("/dashboard/bot").expect(200);
    }

    @Test
    void everyPageOfTheNavigationOpens() {
        Matcher link = Pattern.compile("<li><a href=\"(/dashboard/[a-z-]+)\"")
                .matcher(owner.open(ACCOUNT).expect(200).text());
        List<String> addresses = link.results().map(found -> found.group(1)).toList();
        assertThat(addresses).hasSizeGreaterThan(14);
        addresses.forEach(address -> owner.open(address).expect(200));
        owner.open("/dashboard/leaderboard?period=week").expect(200);
    }

    @Test
    void aLoadedPageOfASecretMakesNoSecondOne() {
        String keys = "/dashboard/api-keys";
        secret(owner.use(keys, keys, Map.of("name", "Deck", "scopes", "tts:read"))
                .expect(200));
        owner.open("/dashboard/shown").expect(404);
        assertThat(account.dashboard()
                        .get("/dashboard/api/api-keys")
                        .expect(200)
                        .each("keys", "name"))
                .containsOnlyOnce("Deck");
    }

    private Object setting(String path) {
        return Objects.requireNonNull(
                account.dashboard().get("/dashboard/api/settings").expect(200).at("settings." + path));
    }

    private static String secret(Answer page) {
        Matcher secret = Pattern.compile("<code id=\"secret\">([^<]+)</code>").matcher(page.text());
        assertThat(secret.find()).as(page.text()).isTrue();
        return secret.group(1).replace("&amp;", "&");
    }
}
