package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.SignIn;
import streamerapi.pages.templates.JtesigninGenerated;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The form that people sign in with, on the way to any page.
///
/// There is no session yet whose token the form could carry, so it is tied to the browser that it was shown in: a form
/// of another site's signs no user in.
public final class SignInPage {

    private final SignIn signIn;

    public SignInPage(SignIn signIn) {
        this.signIn = signIn;
    }

    /// The address of the form, and its hidden fields.
    ///
    /// @param place where the function serves files
    /// @param action where the form is sent
    /// @param appName the app that waits for a decision; null if the visitor comes to the dashboard
    /// @param fields hidden ones, to go on with
    public record Target(
            String place, String action, @Nullable String appName, Map<String, String> fields) {}

    /// The fields of the form; null for one that was not sent.
    public record SignInInput(
            @Nullable String email,
            @Nullable String password,
            @Nullable String csrfToken) {}

    /// The form, empty but for the email of a user who has just chosen a password.
    public Response form(Request request, Target target) {
        return form(request, target, 200, null, KnownEmail.of(request));
    }

    /// Signs a user in and sends the browser on, or shows the form again.
    public Response answer(Request request, Target target, SignInInput sent, String onward) {
        String email = Objects.requireNonNullElse(sent.email, "");
        PreSession browser = PreSession.of(request.cookie(PreSession.NAME));
        if (Page.comesFromElsewhere(request) || !browser.hasToken(sent.csrfToken)) {
            return form(request, target, 403, "This form was too old. Try again.", email);
        }
        try {
            SignIn.Signed signed = Visit.signIn(signIn, request, email, Objects.requireNonNullElse(sent.password, ""));
            return Page.redirect(onward).settingCookies(signed.cookies());
        } catch (Problem problem) {
            return Page.waiting(
                    problem, form(request, target, problem.code().status(), problem.getMessage() + ".", email));
        }
    }

    /// The form, if something went wrong.
    public Response form(Request request, Target target, int status, @Nullable String message, String email) {
        PreSession browser = PreSession.of(request.cookie(PreSession.NAME));
        Map<String, String> fields = new LinkedHashMap<>(target.fields);
        fields.put("csrf_token", browser.token());
        SignInView view =
                new SignInView(target.place, target.action, target.appName, message, done(request), email, fields);
        return Page.of(status, output -> JtesigninGenerated.render(output, null, view))
                .with("Set-Cookie", browser.header());
    }

    private static @Nullable String done(Request request) {
        Flash notice = Flash.labelled(request.query("done"));
        return notice == null ? null : notice.text();
    }
}
