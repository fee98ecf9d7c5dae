package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Allotment;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The people of an account: its owner and whom they let in, at most 50.
///
/// An address belongs to one user in the whole installation, because it alone says who signs in. Whoever administers
/// changes everybody below the owner; the owner's own row is the owner's alone, and its role nobody's to change. So
/// nobody can raise anybody, themselves too, above what they are.
public final class Team {

    private static final String EMAIL = "email";
    private static final String PASSWORD = "password";
    private static final String ROLE = "role";
    private static final String STAMP = "stamp";

    private final Table table;
    private final Credentials credentials;
    private final Ids ids;
    private final InstantSource clock;

    public Team(Table table, Credentials credentials, Ids ids, InstantSource clock) {
        this.table = table;
        this.credentials = credentials;
        this.ids = ids;
        this.clock = clock;
    }

    /// Somebody of the team.
    ///
    /// @param id `u_…`
    public record User(String id, String email, Role role) {

        static User of(Row row) {
            return new User(
                    row.key().sort().substring(Keys.USER.length()),
                    row.text(EMAIL),
                    Role.of(row.text(ROLE)).orElseThrow());
        }
    }

    /// Everybody, in the order in which they came.
    public List<User> all(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.USER)).stream()
                .map(User::of)
                .toList();
    }

    /// Lets somebody in.
    ///
    /// @param email as sent
    /// @throws Problem `bad_request`; when committed, `email_taken`, `limit_reached`
    public Outcome<User> add(String tenantId, String email, String password, Role role) {
        String address = Email.check(email);
        String id = ids.next("u");
        Row row = Row.of(Keys.user(tenantId, id))
                .with(EMAIL, address)
                .with(PASSWORD, PasswordHash.of(password))
                .with(ROLE, role.label())
                .with(STAMP, ids.next())
                .with("created_at", clock.instant());
        return Outcome.of(new User(id, address, role))
                .writing(
                        Write.put(row).when(Condition.noRow()),
                        login(tenantId, id, address),
                        Allotment.TEAM_MEMBERS.take(tenantId));
    }

    /// What changes of somebody; null leaves it as it is.
    public record Changes(
            @Nullable String email,
            @Nullable String password,
            @Nullable Role role) {}

    /// Changes somebody. Another password or role ends their sessions, and the sockets of their pages.
    ///
    /// @throws Problem `not_found`, `missing_role`, `owner_required`, `bad_request`; when committed, `email_taken`
    public Outcome<User> change(Session by, String userId, Changes changes) {
        Row before = reachable(by, userId);
        User user = User.of(before);
        if (user.role() == Role.OWNER && changes.role() != null) {
            throw Problem.of(ErrorCode.OWNER_REQUIRED);
        }
        Row after = before;
        List<Write> logins = new ArrayList<>();
        String address = changes.email() == null ? user.email() : Email.check(changes.email());
        if (!address.equals(user.email())) {
            after = after.with(EMAIL, address);
            logins.add(Write.delete(Keys.login(user.email())));
            logins.add(login(by.tenantId(), userId, address));
        }
        if (changes.password() != null) {
            after = after.with(PASSWORD, PasswordHash.of(changes.password()));
        }
        if (changes.role() != null) {
            after = after.with(ROLE, changes.role().label());
        }
        if (changes.password() != null || (changes.role() != null && changes.role() != user.role())) {
            after = after.with(STAMP, ids.next());
        }
        Write write = Write.put(after).when(unchanged(before));
        Outcome<User> changed = Outcome.of(User.of(after)).writing(write).writing(logins.toArray(Write[]::new));
        return after.text(STAMP).equals(before.text(STAMP))
                ? changed
                : changed.writing(credentials.revocation(by.tenantId(), userId));
    }

    /// Takes somebody out of the team, and with them their sessions.
    ///
    /// @throws Problem `not_found`, `missing_role`, `owner_required`
    public Outcome<User> remove(Session by, String userId) {
        Row row = reachable(by, userId);
        User user = User.of(row);
        if (user.role() == Role.OWNER) {
            throw Problem.of(ErrorCode.OWNER_REQUIRED);
        }
        return Outcome.of(user)
                .writing(
                        Write.delete(row.key()).when(unchanged(row)),
                        Write.delete(Keys.login(user.email())),
                        Allotment.TEAM_MEMBERS.giveBack(by.tenantId()),
                        credentials.revocation(by.tenantId(), userId));
    }

    /// The row of somebody whom this user may change.
    private Row reachable(Session by, String userId) {
        Row row = table.get(Keys.user(by.tenantId(), userId));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        if (!by.role().includes(User.of(row).role())) {
            throw Problem.of(ErrorCode.MISSING_ROLE)
                    .with("required_role", User.of(row).role().label());
        }
        return row;
    }

    /// That nobody has changed the user since: one of two who do decides again.
    private static Condition unchanged(Row user) {
        return Condition.all(Condition.equal(EMAIL, user.text(EMAIL)), Condition.equal(STAMP, user.text(STAMP)));
    }

    private static Write login(String tenantId, String userId, String email) {
        Row row = Row.of(Keys.login(email)).with("tenant_id", tenantId).with("user_id", userId);
        return Write.put(row)
                .when(Condition.noRow())
                .orElse(current -> current == null
                        ? new Contention("an address came and went")
                        : Problem.of(ErrorCode.EMAIL_TAKEN));
    }
}
