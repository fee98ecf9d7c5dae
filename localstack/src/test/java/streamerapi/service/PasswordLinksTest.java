package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// One-time links by which people choose a password: those who are invited, and those who forgot theirs.
@NullMarked
class PasswordLinksTest {

    private static final String TEAM = "/dashboard/api/team";
    private static final String PAGE = "/dashboard/password";
    private static final String SIGN_IN = "/dashboard/api/sign-in";
    private static final String NEW = "seven otters in a row";
    private static final Pattern KNOWN_BROWSER = Pattern.compile("known_browser=[\\w-]{43}");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void whoIsInvitedChoosesAPasswordAndSignsIn() {
        String email = "mo." + account.email();
        Answer invited = invite(email).expect(201);
        assertThat(invited.at("link.user.invited")).isEqualTo(true);
        assertThat(invited.header("Cache-Control")).isEqualTo("no-store");

        Answer chosen = use(address(invited), NEW).expect(303);
        assertThat(chosen.header("Location")).isEqualTo("/dashboard/sign-in?done=password_chosen");
        assertThat(chosen.header("Set-Cookie"))
                .isEqualTo("signin_email="
                        + Base64.getUrlEncoder().withoutPadding().encodeToString(email.getBytes(StandardCharsets.UTF_8))
                        + "; Max-Age=600; Path=/dashboard/sign-in; HttpOnly; Secure; SameSite=Lax");

        assertThat(account.dashboard(email, NEW)
                        .get("/dashboard/api/session")
                        .expect(200)
                        .at("user.role"))
                .isEqualTo("moderator");
        assertThat(owner.get(TEAM).expect(200).each("users", "invited")).containsExactly("false", "false");
    }

    @Test
    void anInvitedUserHasNoPasswordYet() {
        String email = "mo." + account.email();
        invite(email).expect(201);
        new ApiClient(service.stack().authUrl(), null)
                .post(SIGN_IN, Map.of("email", email, "password", "a guess"))
                .refuses(401, "invalid_login");
        assertThat(owner.get(TEAM).expect(200).each("users", "invited")).containsExactly("false", "true");
    }

    @Test
    void aLinkWorksOnce() {
        String address = address(invite("mo." + account.email()).expect(201));
        use(address, NEW).expect(303);
        open(address).expect(404);
    }

    @Test
    void anInvitationEndsAfterSevenDays() {
        String address = address(invite("mo." + account.email()).expect(201));
        service.clock().advance(Duration.ofDays(7).minusMinutes(1));
        open(address).expect(200);
        service.clock().advance(Duration.ofMinutes(1));
        assertThat(open(address).expect(404).text()).contains("This link has been used or has expired");
    }

    @Test
    void anInvitationNamesTheChannel() {
        Object channel = account.api().get("/me").at("tenant.name");
        assertThat(open(address(invite("mo." + account.email()).expect(201)))
                        .expect(200)
                        .text())
                .contains("help run the channel <strong><bdi>" + channel);
    }

    @Test
    void theTeamSeesUntilWhenAnInvitationIsGoodAndThatItHasEnded() {
        Answer invited = invite("mo." + account.email()).expect(201);
        assertThat(owner.get(TEAM).expect(200).each("users", "link_expires_at"))
                .containsExactly("null", String.valueOf(invited.at("link.expires_at")));
        assertThat(teamPage()).contains("The link is good until").doesNotContain("invitation ended");

        service.clock().advance(Duration.ofDays(7));
        assertThat(account.dashboard().get(TEAM).expect(200).each("users", "link_expires_at"))
                .containsExactly("null", "null");
        assertThat(teamPage()).contains("invitation ended", "make a new invitation");
    }

    @Test
    void theTeamSeesThatAnInvitationEndedWithItsMakersRole() {
        Account.Member sam = account.newUser(Role.SUPER_ADMIN);
        Map<String, String> mo = Map.of("email", "mo." + account.email(), "role", "moderator");
        sam.dashboard(account).post(TEAM + "/invitations", mo).expect(201);
        assertThat(teamPage()).contains("The link is good until");

        owner.patch(TEAM + "/" + sam.id(), Map.of("role", "moderator")).expect(200);
        assertThat(teamPage()).contains("invitation ended");
    }

    @Test
    void theTeamIsWarnedOfWhatAnAdministratorKnowsBeforeTheRoleIsTaken() {
        account.newUser(Role.SUPER_ADMIN);
        String page = teamPage();
        String demotion = page.substring(page.indexOf("Make moderator"), page.indexOf("Yes, make moderator"));
        assertThat(demotion).contains("ends the sessions", "go on working");
    }

    private String teamPage() {
        return DashboardVisitor.owner(account)
                .open("/dashboard/team")
                .expect(200)
                .text();
    }

    @Test
    void anInvitationThatIsMadeAnewIsGoodForSevenDaysToo() {
        String id = String.valueOf(invite("mo." + account.email()).expect(201).at("link.user.id"));
        String address = address(link(id).expect(201));
        service.clock().advance(Duration.ofDays(7).minusMinutes(1));
        use(address, NEW).expect(303);

        String reset = address(link(id).expect(201));
        service.clock().advance(Duration.ofDays(1));
        open(reset).expect(404);
    }

    @Test
    void aForgottenPasswordIsReplacedByALinkOfTheOwner() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        ApiClient signedIn = mo.dashboard(account);
        String address = address(link(mo.id()).expect(201));
        account.dashboard(mo.email(), mo.password());

        use(address, NEW).expect(303);

        signedIn.get("/dashboard/api/session").refuses(401, "missing_session");
        account.dashboard(mo.email(), NEW);
    }

    /// No mail is sent, so a person without a password has to know whom to ask.
    @Test
    void thePageToSignInSaysWhoMakesALink() {
        assertThat(new ApiClient(service.stack().authUrl(), null)
                        .page("/dashboard/sign-in", null)
                        .expect(200)
                        .text())
                .contains("You forgot the password", "owner or a super admin makes you a link");
    }

    @Test
    void anAddressOfAnotherChannelIsRefusedAndThePageSaysSo() {
        String taken = service.newAccount().newUser(Role.MODERATOR).email();
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        assertThat(visitor.use("/dashboard/team", "/dashboard/team", Map.of("email", taken, "role", "moderator"))
                        .expect(409)
                        .text())
                .contains("Another user signs in with this email, of this channel or of another one");
    }

    @Test
    void aNewPasswordForgetsTheWrongOnesThatWereSentBefore() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        Map<String, String> right = Map.of("email", mo.email(), "password", mo.password());
        Map<String, String> wrong = Map.of("email", mo.email(), "password", "a guess");
        Map<String, String> chosen = Map.of("email", mo.email(), "password", NEW);
        ApiClient stranger = new ApiClient(service.stack().authUrl(), null);
        String cookies = stranger.post(SIGN_IN, right).expect(200).header("Set-Cookie");
        Matcher known = KNOWN_BROWSER.matcher(Objects.requireNonNull(cookies));
        assertThat(known.find()).isTrue();
        List<ApiClient> browsers = List.of(stranger, stranger.with("Cookie", known.group()));
        for (ApiClient browser : browsers) {
            for (int i = 0; i < 5; i++) {
                browser.post(SIGN_IN, wrong).refuses(401, "invalid_login");
            }
            browser.post(SIGN_IN, right).refuses(429, "rate_limited");
        }

        service.clock().advance(Duration.ofMinutes(1));
        use(address(link(mo.id()).expect(201)), NEW).expect(303);

        for (ApiClient browser : browsers) {
            browser.post(SIGN_IN, chosen).expect(200);
            for (int i = 0; i < 5; i++) {
                browser.post(SIGN_IN, wrong).refuses(401, "invalid_login");
            }
            browser.post(SIGN_IN, chosen).refuses(429, "rate_limited");
        }
    }

    @Test
    void aNewLinkTakesThePlaceOfTheOneBefore() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        String first = address(link(mo.id()).expect(201));
        String second = address(link(mo.id()).expect(201));
        open(first).expect(404);
        open(second).expect(200);
    }

    @Test
    void aRemovedUsersLinkIsDead() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        String address = address(link(mo.id()).expect(201));
        owner.delete(TEAM + "/" + mo.id()).expect(200);
        open(address).expect(404);
    }

    @Test
    void aLinkEndsWithTheSessionsOfItsUser() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        ApiClient signedIn = mo.dashboard(account);
        String first = address(link(mo.id()).expect(201));
        signedIn.post("/dashboard/api/sessions/end-others").expect(200);
        open(first).expect(404);

        String second = address(link(mo.id()).expect(201));
        signedIn.post("/dashboard/api/password", Map.of("current_password", mo.password(), "password", NEW))
                .expect(200);
        use(second, "nine otters in a row").expect(404);
        account.dashboard(mo.email(), NEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"email", "password", "role"})
    void aLinkEndsWhenAnAdministratorChangesItsUser(String field) {
        Account.Member mo = account.newUser(Role.MODERATOR);
        String address = address(link(mo.id()).expect(201));
        String value =
                switch (field) {
                    case "email" -> "next-" + mo.email();
                    case "password" -> NEW;
                    default -> "super_admin";
                };
        owner.patch(TEAM + "/" + mo.id(), Map.of(field, value)).expect(200);
        open(address).expect(404);
        use(address, "nine otters in a row").expect(404);
    }

    @Test
    void aLinkEndsWithTheRightsOfItsMaker() {
        Account.Member sam = account.newUser(Role.SUPER_ADMIN);
        ApiClient admin = sam.dashboard(account);
        Account.Member mo = account.newUser(Role.MODERATOR);
        String reset =
                address(admin.post(TEAM + "/" + mo.id() + "/password-link").expect(201));
        Map<String, String> ada = Map.of("email", "ada." + account.email(), "role", "super_admin");
        String invitation = address(admin.post(TEAM + "/invitations", ada).expect(201));
        open(reset).expect(200);
        open(invitation).expect(200);

        owner.patch(TEAM + "/" + sam.id(), Map.of("role", "moderator")).expect(200);
        open(reset).expect(404);
        open(invitation).expect(404);

        owner.delete(TEAM + "/" + sam.id()).expect(200);
        use(reset, NEW).expect(404);
        use(invitation, NEW).expect(404);
    }

    @Test
    void nobodyMakesALinkForTheOwnerOrForThemselves() {
        String own =
                String.valueOf(owner.get("/dashboard/api/session").expect(200).at("user.id"));
        link(own).refuses(400, "bad_request");
        account.dashboard(Role.SUPER_ADMIN)
                .post(TEAM + "/" + own + "/password-link")
                .refuses(403, "missing_role");
        link("u_nobody").refuses(404, "not_found");
    }

    @Test
    void aPasswordThatIsRefusedLeavesTheLink() {
        String address = address(invite("mo." + account.email()).expect(201));
        assertThat(use(address, "password123").expect(400).text()).contains("too easy to guess", "role=\"alert\"");
        use(address, NEW).expect(303);
    }

    @Test
    void aLinkThatIsNoneIsNotThere() {
        for (String link : new String[] {"", "u_x", "u_x.spl_x", "u_x." + account.apiKey()}) {
            open(PAGE + "?link=" + link).expect(404);
        }
        open(PAGE).expect(404);
    }

    private Answer invite(String email) {
        return owner.post(TEAM + "/invitations", Map.of("email", email, "role", "moderator"));
    }

    private Answer link(String userId) {
        return owner.post(TEAM + "/" + userId + "/password-link");
    }

    private static String address(Answer issued) {
        URI url = URI.create(String.valueOf(issued.at("link.url")));
        return url.getRawPath() + "?" + url.getRawQuery();
    }

    private Answer open(String address) {
        return DashboardVisitor.stranger(service).open(address);
    }

    private Answer use(String address, String password) {
        String link = Objects.requireNonNull(URI.create(address).getRawQuery()).substring("link=".length());
        return DashboardVisitor.stranger(service).web().postForm(PAGE, Map.of("link", link, "password", password));
    }
}
