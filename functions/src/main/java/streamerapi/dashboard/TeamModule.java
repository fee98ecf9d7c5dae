package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.SignIn;
import streamerapi.accounts.Team;
import streamerapi.accounts.User;
import streamerapi.pages.Visit;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.time.Instant;
import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The people of an account (contract "Dashboard").
public final class TeamModule implements Module {

    private static final int MAX_EMAIL = 254;
    private static final int MAX_PASSWORD = 256;

    private final Team team;
    private final SignIn signIn;
    private final String authUrl;

    /// @param authUrl where people sign in; empty for the address of the request
    public TeamModule(Team team, SignIn signIn, String authUrl) {
        this.team = team;
        this.signIn = signIn;
        this.authUrl = authUrl;
    }

    /// A user to let in, with a password that is chosen for them.
    record NewUser(String email, String password, String role) {
        static final Schema<NewUser> SCHEMA = Schema.of("UserRequest", "A user to let in.", s -> {
            var email = s.text("email", NewUser::email).between(1, MAX_EMAIL).example("mo@example.com");
            var password = s.text("password", NewUser::password)
                    .between(1, MAX_PASSWORD)
                    .doc("8 to 256 characters, and not easy to guess.")
                    .example("three-blue-otters");
            var role = s.oneOf("role", NewUser::role, Role.givable()).example("moderator");
            return in -> new NewUser(email.of(in), password.of(in), role.of(in));
        });
    }

    /// A user to invite.
    record Invitation(String email, String role) {
        static final Schema<Invitation> SCHEMA = Schema.of("Invitation", "A user to invite.", s -> {
            var email = s.text("email", Invitation::email).between(1, MAX_EMAIL).example("mo@example.com");
            var role = s.oneOf("role", Invitation::role, Role.givable()).example("moderator");
            return in -> new Invitation(email.of(in), role.of(in));
        });
    }

    /// The fields of a user that change; null leaves a field as it is.
    record UserChange(
            @Nullable String email,
            @Nullable String password,
            @Nullable String role,
            @Nullable String currentPassword) {
        static final Schema<UserChange> SCHEMA = Schema.of("UserChange", "The fields of a user that change.", s -> {
            var email = s.text("email", UserChange::email)
                    .between(1, MAX_EMAIL)
                    .orNull()
                    .example("mo@example.com");
            var password = s.text("password", UserChange::password)
                    .between(1, MAX_PASSWORD)
                    .orNull()
                    .doc("8 to 256 characters, and not easy to guess.");
            var role = s.oneOf("role", UserChange::role, Role.givable()).orNull();
            var current = s.text("current_password", UserChange::currentPassword)
                    .between(1, MAX_PASSWORD)
                    .orNull()
                    .doc("The current password: required to change one's own email or password.");
            return in -> new UserChange(email.of(in), password.of(in), role.of(in), current.of(in));
        });

        private Team.Changes changes() {
            return new Team.Changes(email, password, role == null ? null : TeamModule.role(role));
        }
    }

    /// A link for a user, which is shown this once.
    record IssuedLink(User user, String url, Instant expiresAt) {
        static final Schema<IssuedLink> SCHEMA =
                Schema.shown("PasswordLink", "A one-time link with which a user chooses a password.", s -> {
                    s.object("user", IssuedLink::user, User.SCHEMA).doc("Whom it is for.");
                    s.text("url", IssuedLink::url)
                            .secret()
                            .doc("Give it only to the user. It is shown only once; a new link replaces it.")
                            .example("https://example.com/dashboard/password?link=u_01J8Z0K3M4N5P6Q7R8S9T0V1W2.spl_…");
                    s.time("expires_at", IssuedLink::expiresAt)
                            .doc("7 days after an invitation, made anew or not, a day after a reset.");
                });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/team", "listTeam", "List the team")
                        .dashboard(SUPER_ADMIN)
                        .doc("In the order in which they joined.")
                        .answers(Answer.list("users", User.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(team.all(call.tenantId()))),
                Endpoint.post("/team", "addUser", "Let a user in")
                        .dashboard(SUPER_ADMIN)
                        .doc("Creates a user with a password that you choose. With [an"
                                + " invitation](#inviteUser) the user chooses it.")
                        .body(NewUser.SCHEMA)
                        .answers(Answer.created("user", User.SCHEMA))
                        .refuses(ErrorCode.EMAIL_TAKEN, ErrorCode.LIMIT_REACHED)
                        .handles(call -> team.add(
                                call.tenantId(),
                                call.body().email(),
                                call.body().password(),
                                role(call.body().role()))),
                Endpoint.post("/team/invitations", "inviteUser", "Invite a user")
                        .dashboard(SUPER_ADMIN)
                        .doc("Returns a link with which the user chooses a password, once and within 7 days.")
                        .body(Invitation.SCHEMA)
                        .answers(Answer.created("link", IssuedLink.SCHEMA))
                        .refuses(ErrorCode.EMAIL_TAKEN, ErrorCode.LIMIT_REACHED)
                        .handles(call -> team.invite(
                                        session(call),
                                        call.body().email(),
                                        role(call.body().role()))
                                .map(issued -> shown(call, issued))),
                Endpoint.get("/team/{userId}", "getUser", "Read a user")
                        .dashboard(SUPER_ADMIN)
                        .answers(Answer.ok("user", User.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(find(call))),
                Endpoint.patch("/team/{userId}", "changeUser", "Change a user")
                        .dashboard(SUPER_ADMIN)
                        .doc("A new password or role ends the user's sessions. Only the owner can change the owner.")
                        .body(UserChange.SCHEMA)
                        .answers(Answer.ok("user", User.SCHEMA))
                        .refuses(ErrorCode.EMAIL_TAKEN, ErrorCode.OWNER_REQUIRED)
                        .handles(this::change),
                Endpoint.delete("/team/{userId}", "removeUser", "Remove a user")
                        .dashboard(SUPER_ADMIN)
                        .doc("Ends the user's sessions.")
                        .answers(Answer.success())
                        .refuses(ErrorCode.OWNER_REQUIRED)
                        .handles(call -> team.remove(session(call), call.path("userId"))),
                Endpoint.post("/team/{userId}/password-link", "linkPassword", "Let a user choose another password")
                        .dashboard(SUPER_ADMIN)
                        .doc("For a user who forgot the password: returns a link with which the user chooses a new"
                                + " one, once and within a day. A user who was invited and has no password yet gets a"
                                + " new invitation, good for 7 days. Only the owner can change the owner.")
                        .answers(Answer.created("link", IssuedLink.SCHEMA))
                        .handles(call ->
                                team.link(session(call), call.path("userId")).map(issued -> shown(call, issued))));
    }

    private User find(Call<Void> call) {
        return team.all(call.tenantId()).stream()
                .filter(user -> user.id().equals(call.path("userId")))
                .findFirst()
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
    }

    private Outcome<User> change(AuthorizedCall<UserChange> call) {
        Session by = session(call);
        UserChange change = call.body();
        if (by.userId().equals(call.path("userId")) && (change.email() != null || change.password() != null)) {
            signIn.confirm(by, change.currentPassword(), Visit.from(call.request()));
        }
        return team.change(by, call.path("userId"), change.changes());
    }

    private IssuedLink shown(AuthorizedCall<?> call, Team.Issued issued) {
        return new IssuedLink(
                issued.user(), issued.link().url(PublicOrigin.of(authUrl, call.request())), issued.expiresAt());
    }

    private static Session session(AuthorizedCall<?> call) {
        return call.request().session();
    }

    private static Role role(String label) {
        return Role.of(label).orElseThrow();
    }
}
