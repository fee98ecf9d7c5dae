package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.SignIn;
import streamerapi.accounts.Team;
import streamerapi.pages.Visit;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;

/// The endpoints by which users manage how they sign in: their own password and their own sessions (contract "OAuth and
/// sign-in").
public final class OwnAccessModule implements Module {

    private static final int MAX_PASSWORD = 256;

    private final Team team;
    private final SignIn signIn;
    private final Sessions sessions;
    private final Credentials credentials;

    public OwnAccessModule(Team team, SignIn signIn, Sessions sessions, Credentials credentials) {
        this.team = team;
        this.signIn = signIn;
        this.sessions = sessions;
        this.credentials = credentials;
    }

    /// Another password of one's own.
    record OwnPassword(@Nullable String currentPassword, String password) {
        static final Schema<OwnPassword> SCHEMA = Schema.of("OwnPassword", "Another password of one's own.", s -> {
            var current = s.text("current_password", OwnPassword::currentPassword)
                    .between(1, MAX_PASSWORD)
                    .doc("The current password. A wrong one counts like a wrong password at sign-in.")
                    .example("three-blue-otters");
            var password = s.text("password", OwnPassword::password)
                    .between(1, MAX_PASSWORD)
                    .doc("8 to 256 characters, and not easy to guess.")
                    .example("four-green-herons");
            return in -> new OwnPassword(current.of(in), password.of(in));
        });
    }

    /// A session of the user who asks.
    record ListedSession(
            String id,
            @Nullable String browser,
            @Nullable String network,
            Instant createdAt,
            Instant expiresAt,
            boolean current) {
        static final Schema<ListedSession> SCHEMA = Schema.shown("Session", "A session that can still be used.", s -> {
            s.text("id", ListedSession::id).example("5f3a0c9d1e2b4a67");
            s.text("browser", ListedSession::browser)
                    .orNull()
                    .doc("The `User-Agent` of the sign-in.")
                    .example("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
            s.text("network", ListedSession::network)
                    .orNull()
                    .doc("The network of the sign-in: an IPv4 /24 or an IPv6 /64.")
                    .example("203.0.113.0/24");
            s.time("created_at", ListedSession::createdAt);
            s.time("expires_at", ListedSession::expiresAt);
            s.flag("current", ListedSession::current)
                    .doc("Whether it is the session of this request.")
                    .example(true);
        });

        private static ListedSession of(Sessions.Open open) {
            return new ListedSession(
                    open.id(), open.browser(), open.network(), open.createdAt(), open.expiresAt(), open.current());
        }
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/password", "changeOwnPassword", "Change one's own password")
                        .dashboard(MODERATOR)
                        .doc("Other sessions end; the current one continues. Sockets of pages are closed.")
                        .body(OwnPassword.SCHEMA)
                        .answers(Answer.success())
                        .handles(this::change),
                Endpoint.get("/sessions", "listSessions", "List one's own sessions")
                        .dashboard(MODERATOR)
                        .doc("The newest first.")
                        .answers(Answer.list("sessions", ListedSession.SCHEMA))
                        .handles(call -> Outcome.of(
                                open(call).stream().map(ListedSession::of).toList())),
                Endpoint.delete("/sessions/{sessionId}", "endSession", "End a session of one's own")
                        .dashboard(MODERATOR)
                        .answers(Answer.success())
                        .handles(this::end),
                Endpoint.post("/sessions/end-others", "endOtherSessions", "Sign out everywhere else")
                        .dashboard(MODERATOR)
                        .doc("Ends all of one's own sessions except the current one. Sockets of pages are closed.")
                        .answers(Answer.success())
                        .handles(call -> keeping(call, team.endSessions(session(call)))));
    }

    private Outcome<String> change(AuthorizedCall<OwnPassword> call) {
        Session by = session(call);
        signIn.confirm(by, call.body().currentPassword(), Visit.from(call.request()));
        return keeping(call, team.changeOwn(by, call.body().password()));
    }

    private Outcome<String> keeping(AuthorizedCall<?> call, Outcome<String> stamped) {
        return stamped.writing(sessions.keep(cookie(call), stamped.value()));
    }

    private Outcome<String> end(AuthorizedCall<?> call) {
        Sessions.Open ended = open(call).stream()
                .filter(open -> open.id().equals(call.path("sessionId")))
                .findFirst()
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        return Outcome.of(ended.id())
                .writing(
                        Write.delete(ended.key()),
                        credentials.revocation(call.tenantId(), session(call).userId()));
    }

    private List<Sessions.Open> open(AuthorizedCall<?> call) {
        return sessions.open(session(call), cookie(call));
    }

    private static Session session(AuthorizedCall<?> call) {
        return call.request().session();
    }

    private static SessionCookie cookie(AuthorizedCall<?> call) {
        SessionCookie cookie = SessionCookie.parse(call.request().cookie(SessionCookie.NAME));
        if (cookie == null) {
            throw Problem.of(ErrorCode.MISSING_SESSION);
        }
        return cookie;
    }
}
