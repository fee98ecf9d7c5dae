package streamerapi.service;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of the dashboard on which people sign in, and the way back to the page that they came from.
class DashboardSignInTest {

    private static final String SIGN_OUT = "/dashboard/sign-out";
    private static final String QUEUE = "/dashboard/queue";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aUserWhoseSessionHasEndedComesBackToThePage() {
        DashboardVisitor owner = signedOut();
        String signIn = owner.open("/dashboard/viewers?q=View").expect(303).header("Location");
        Answer form = owner.open(Objects.requireNonNull(signIn)).expect(200);
        assertThat(form.text()).contains("You were signed out. Sign in again to go on.");
        Map<String, String> login = Map.of(
                "email",
                account.email(),
                "password",
                account.password(),
                "return_to",
                Objects.requireNonNull(Browser.hidden(form).get("return_to")));
        assertThat(owner.send(form, "/dashboard/sign-in", login).expect(303).header("Location"))
                .isEqualTo("/dashboard/viewers?q=View");
    }

    @Test
    void aFormThatWasSentTooLateLeadsBackToItsPage() {
        DashboardVisitor owner = signedOut();
        assertThat(owner.web()
                        .postForm("/dashboard/team/u_1/remove", Map.of())
                        .expect(303)
                        .header("Location"))
                .isEqualTo("/dashboard/sign-in?done=signed_out_unsaved&return_to=%2Fdashboard%2Fteam");
        assertThat(owner.open("/dashboard/sign-in?done=signed_out_unsaved").text())
                .contains("what you entered is not saved");
    }

    @Test
    void signingInLeadsToNoOtherSite() {
        for (String elsewhere : List.of(
                "//evil.example",
                "/\\evil",
                "https://evil.example/dashboard/queue",
                "/dashboard/..//evil.example",
                "/dashboard/%2e%2e/oauth/authorize",
                "/dashboard//evil.example",
                "/dashboard/\\evil",
                "/dashboardevil",
                "/dashboard/sign-out\r\nX: y")) {
            DashboardVisitor visitor = DashboardVisitor.stranger(service);
            Answer form = visitor.open("/dashboard/sign-in?" + WebClient.encode(Map.of("return_to", elsewhere)))
                    .expect(200);
            assertThat(Browser.hidden(form)).as(elsewhere).doesNotContainKey("return_to");
            Map<String, String> login =
                    Map.of("email", account.email(), "password", account.password(), "return_to", elsewhere);
            assertThat(visitor.send(form, "/dashboard/sign-in", login)
                            .expect(303)
                            .header("Location"))
                    .as(elsewhere)
                    .isEqualTo("/dashboard/home");
        }
    }

    /// The owner's browser, whose session was ended from another one.
    private DashboardVisitor signedOut() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        DashboardVisitor.owner(account)
                .use("/dashboard/account", "/dashboard/account/sessions/end-others", Map.of())
                .expect(200);
        return owner;
    }

    @Test
    void aWrongPasswordIsSaidAndTheEmailKept() {
        DashboardVisitor visitor = DashboardVisitor.stranger(service);
        Answer form = visitor.open("/dashboard/sign-in");
        Answer again = visitor.send(form, "/dashboard/sign-in", Map.of("email", account.email(), "password", "wrong"))
                .expect(401);
        assertThat(again.text())
                .contains("No user has this email and password.")
                .contains("value=\"" + account.email() + "\"");
    }

    @Test
    void aSignInFormOfAnotherBrowserSignsNobodyIn() {
        Answer form = DashboardVisitor.stranger(service).open("/dashboard/sign-in");
        DashboardVisitor victim = DashboardVisitor.stranger(service);
        Answer answer = victim.send(
                form, "/dashboard/sign-in", Map.of("email", account.email(), "password", account.password()));
        assertThat(answer.expect(403).text()).contains("This form was too old.");
        assertThat(victim.web().cookie("session")).isNull();
    }

    @Test
    void whoSignsOutHasToSignInAgain() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        owner.use(QUEUE, SIGN_OUT, Map.of());
        assertThat(owner.web().cookie("session")).isNull();
        owner.open(QUEUE).expect(303);
    }

    @Test
    void aScriptWhoseSessionIsOverIsSentToSignIn() {
        DashboardVisitor.stranger(service)
                .web()
                .send("GET", QUEUE + "/live", Map.of("X-Part", "true"), null)
                .expect(401);
    }
}
