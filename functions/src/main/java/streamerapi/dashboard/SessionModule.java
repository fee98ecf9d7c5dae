package streamerapi.dashboard;

import streamerapi.accounts.SignIn;
import streamerapi.accounts.User;
import streamerapi.pages.Visit;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.schema.Schema;

import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.problems.ErrorCode.INVALID_LOGIN;

/// Signing in and out (contract "Dashboard").
public final class SessionModule implements Module {

    private static final int MAX_CHARS = 256;

    /// A session, as its user sees it.
    private static final Schema<Session> SESSION = Schema.shown("SignedIn", "A user's session.", s -> {
        s.object("user", User::of, User.SCHEMA);
        s.text("csrf_token", Session::csrfToken)
                .secret()
                .doc("Send it as `X-CSRF-Token` with every change of this session.")
                .example("Yx3n0cI5n0Uu6sS9l0Zr7b3m8w1q2e4r5t6y7u8i9o0");
    });

    private final SignIn signIn;

    public SessionModule(SignIn signIn) {
        this.signIn = signIn;
    }

    /// The body of a request to sign in.
    private record Login(String email, String password) {

        static final Schema<Login> SCHEMA = Schema.of("Login", "A user's email and password.", s -> {
            var email = s.text("email", Login::email)
                    .between(1, MAX_CHARS)
                    .doc("In any case.")
                    .example("mo@example.com");
            var password =
                    s.text("password", Login::password).between(1, MAX_CHARS).example("three-blue-otters");
            return in -> new Login(email.of(in), password.of(in));
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/sign-in", "signIn", "Sign in")
                        .open()
                        .doc("Begins a session. After five wrong passwords for an email within 15 minutes, further"
                                + " attempts are refused with 429 until the oldest of them is 15 minutes old. A"
                                + " successful sign-in resets the count. An unknown email gets the same answer as a"
                                + " wrong password. This endpoint takes no idempotency key.")
                        .body(Login.SCHEMA)
                        .answers(signedIn())
                        .refuses(INVALID_LOGIN)
                        .handles(this::signIn),
                Endpoint.get("/session", "getSession", "Who is signed in")
                        .dashboard(MODERATOR)
                        .doc("The user of the session, and its CSRF token again.")
                        .answers(Answer.of(SESSION))
                        .handles(call -> Outcome.of(call.request().session())),
                Endpoint.post("/sign-out", "signOut", "Sign out")
                        .dashboard(MODERATOR)
                        .doc("Ends the session.")
                        .answers(Answer.<String>success().settingCookies(cookie -> List.of(cookie)))
                        .handles(
                                call -> Outcome.of(signIn.signOut(call.request().cookie(SessionCookie.NAME)))));
    }

    private static Answer<SignIn.Signed> signedIn() {
        return Answer.of(SESSION).from(SignIn.Signed::session).settingCookies(SignIn.Signed::cookies);
    }

    private Outcome<SignIn.Signed> signIn(AuthorizedCall<Login> call) {
        return Outcome.of(Visit.signIn(
                signIn, call.request(), call.body().email(), call.body().password()));
    }
}
