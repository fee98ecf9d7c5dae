package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The people of an account: its owner and whom they let in, at most 50.
///
/// An address belongs to one user in the whole installation, because it alone says who signs in. An administrator
/// changes every user but the owner; only the owner changes the owner's own row, and its role never changes. So no user
/// can give another user, or themselves, a role above their own.
public final class Team {

    private final Table table;
    private final Credentials credentials;
    private final Ids ids;
    private final InstantSource clock;
    private final PasswordLinks links;

    public Team(Table table, Credentials credentials, Ids ids, InstantSource clock) {
        this.table = table;
        this.credentials = credentials;
        this.ids = ids;
        this.clock = clock;
        this.links = new PasswordLinks(table, clock);
    }

    /// Its users, in the order in which they came, with the links that can still be used.
    public List<User> all(String tenantId) {
        List<Row> rows = table.query(Query.of(Keys.account(tenantId), Keys.USER));
        Map<Key, Row> team = rows.stream().collect(Collectors.toMap(Row::key, row -> row));
        return rows.stream().map(row -> User.of(links.current(row, team::get))).toList();
    }

    /// Adds a user.
    ///
    /// @param email as sent
    /// @throws Problem `bad_request`; when committed, `email_taken`, `limit_reached`
    public Outcome<User> add(String tenantId, String email, String password, Role role) {
        String address = Email.check(email);
        return added(withPassword(newUser(tenantId, address, role), password));
    }

    /// Lets a person in who chooses a password by a link, within 7 days.
    ///
    /// @param email as sent
    /// @throws Problem `bad_request`; when committed, `email_taken`, `limit_reached`
    public Outcome<Issued> invite(Session by, String email, Role role) {
        return invited(newUser(by.tenantId(), Email.check(email), role), by.userId());
    }

    /// Lets the owner of a new account in, who chooses a password by a link, within 7 days.
    ///
    /// @param email as sent
    /// @throws Problem as of [#invite]
    Outcome<Issued> inviteOwner(String tenantId, String email) {
        return invited(newUser(tenantId, Email.check(email), Role.OWNER), null);
    }

    private Outcome<Issued> invited(Row user, @Nullable String madeBy) {
        PasswordLinks.Linked linked = links.add(user, PasswordLink.INVITATION_LIFE, madeBy);
        return added(linked.user()).map(added -> linked.issued());
    }

    private Row newUser(String tenantId, String address, Role role) {
        return Row.of(Keys.user(tenantId, ids.next("u")))
                .with(User.EMAIL, address)
                .with(User.ROLE, role)
                .with(Caller.STAMP, ids.next())
                .with(User.CREATED_AT, clock.instant());
    }

    private static Outcome<User> added(Row row) {
        User user = User.of(row);
        String tenantId = tenantOf(row);
        return Outcome.of(user)
                .writing(
                        Write.put(row).when(Condition.noRow()),
                        login(tenantId, user.id(), user.email()),
                        Quota.TEAM_MEMBERS.take(tenantId));
    }

    /// A link that was made for a user, which is shown this once.
    ///
    /// @param expiresAt when it stops working, if it is not used before
    public record Issued(User user, PasswordLink link, Instant expiresAt) {}

    /// Makes a link by which a user of the team chooses another password, within a day, or, after an invitation, the
    /// first one, within 7 days. The present one, and the user's sessions, go on until then.
    ///
    /// @throws Problem `not_found`, `missing_role`, `bad_request` for one's own
    public Outcome<Issued> link(Session by, String userId) {
        Row user = reachable(by, userId);
        if (userId.equals(by.userId())) {
            throw Problem.of(ErrorCode.BAD_REQUEST, "To change your own password, send it with your current_password");
        }
        return reset(user, by.userId());
    }

    /// Makes a link as of [#link(Session, String)] for the operator of the installation: an owner who forgot the
    /// password has no other user to ask.
    ///
    /// @throws Problem `not_found`
    Outcome<Issued> link(String email) {
        return reset(withEmail(email), null);
    }

    private Outcome<Issued> reset(Row user, @Nullable String madeBy) {
        boolean isInvited = user.find(User.PASSWORD) == null;
        PasswordLinks.Linked linked =
                links.add(user, isInvited ? PasswordLink.INVITATION_LIFE : PasswordLink.RESET_LIFE, madeBy);
        return Outcome.of(linked.issued()).writing(Write.put(linked.user()).when(unchanged(user)));
    }

    /// The user whom a link was made for.
    ///
    /// @throws Problem `not_found` if the link was used, has expired, has ended with its user's or its maker's rights,
    /// or never was one
    public User ofLink(@Nullable PasswordLink link) {
        return User.of(links.userOf(link));
    }

    /// The name of an account's channel; empty if there is no such account.
    public String channel(String tenantId) {
        Row account = table.get(Keys.profile(tenantId));
        return account == null ? "" : account.get(User.NAME);
    }

    /// Uses a link up: its user has the password from now on, and no session and no socket.
    ///
    /// @throws Problem as of [#ofLink], or `bad_request`
    public Outcome<User> choosePassword(@Nullable PasswordLink link, String password) {
        Row before = links.userOf(link);
        Row after = restamped(withPassword(before, password));
        Condition unused = Condition.all(unchanged(before), PasswordLinks.unusedSince(before));
        return Outcome.of(User.of(after)).writing(Write.put(after).when(unused), endOfSockets(before));
    }

    /// Gives the user who asks another password, which was asked for the present one before. Other sessions end.
    ///
    /// @throws Problem `bad_request`
    public Outcome<String> changeOwn(Session by, String password) {
        Row before = reachable(by, by.userId());
        return ended(before, withPassword(before, password));
    }

    /// Gives the user with an email another password, for the operator of the installation: an owner who forgot it has
    /// no other user to ask.
    ///
    /// @throws Problem `not_found`
    Outcome<User> replacePassword(String email, String password) {
        Row before = withEmail(email);
        Row after = restamped(withPassword(before, password));
        return Outcome.of(User.of(after)).writing(Write.put(after).when(unchanged(before)), endOfSockets(before));
    }

    private Row withPassword(Row user, String password) {
        return user.with(User.PASSWORD, PasswordHash.of(password, user.get(User.EMAIL), channel(tenantOf(user))))
                .with(User.PASSWORD_AT, clock.instant());
    }

    private Row withEmail(String email) {
        Row login = table.get(Keys.login(Email.folded(email)));
        Row user = login == null ? null : table.get(Keys.user(login.get(User.TENANT_ID), login.get(User.USER_ID)));
        if (user == null) {
            throw Problem.of(ErrorCode.NOT_FOUND, "No user has this email");
        }
        return user;
    }

    /// Ends the sessions of the user who asks, and the sockets of the user's pages.
    public Outcome<String> endSessions(Session by) {
        Row before = reachable(by, by.userId());
        return ended(before, before);
    }

    private Outcome<String> ended(Row before, Row changed) {
        Row after = restamped(changed);
        return Outcome.of(after.get(Caller.STAMP))
                .writing(Write.put(after).when(unchanged(before)), endOfSockets(before));
    }

    /// A user's row whose sessions have ended, and with them the user's link.
    private Row restamped(Row user) {
        return PasswordLinks.ended(user).with(Caller.STAMP, ids.next());
    }

    /// Closes the sockets of a user's pages. A page that is signed in still opens another one.
    private Write endOfSockets(Row user) {
        return credentials.revocation(tenantOf(user), User.of(user).id());
    }

    private static String tenantOf(Row user) {
        return Keys.tenantOf(user.key().partition());
    }

    /// A change of a user; null leaves a field as it is.
    public record Changes(
            @Nullable String email,
            @Nullable String password,
            @Nullable Role role) {}

    /// Changes a user. Another password or role ends their sessions, and the sockets of their pages; either, and
    /// another email, ends their link.
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
            after = PasswordLinks.ended(after).with(User.EMAIL, address);
            logins.add(Write.delete(Keys.login(user.email())));
            logins.add(login(by.tenantId(), userId, address));
        }
        if (changes.password() != null) {
            after = withPassword(after, changes.password());
        }
        if (changes.role() != null) {
            after = after.with(User.ROLE, changes.role());
        }
        boolean isEnding = changes.password() != null || (changes.role() != null && changes.role() != user.role());
        after = isEnding ? restamped(after) : after;
        Write write = Write.put(after).when(unchanged(before));
        Outcome<User> changed = Outcome.of(User.of(after)).writing(write).writing(logins);
        return isEnding ? changed.writing(endOfSockets(before)) : changed;
    }

    /// Takes a user out of the team, and ends the user's sessions.
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
                        Quota.TEAM_MEMBERS.giveBack(by.tenantId()),
                        endOfSockets(row));
    }

    /// The row of a user whom this user may change.
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

    /// The condition that the user has not changed since: of two changes at once, one is decided again.
    private static Condition unchanged(Row user) {
        return Condition.all(Condition.unchanged(user, User.EMAIL), Condition.unchanged(user, Caller.STAMP));
    }

    private static Write login(String tenantId, String userId, String email) {
        Row row = Row.of(Keys.login(email)).with(User.TENANT_ID, tenantId).with(User.USER_ID, userId);
        return Write.put(row)
                .when(Condition.noRow())
                .orElse(current -> current == null
                        ? new WriteConflict("an address came and went")
                        : Problem.of(ErrorCode.EMAIL_TAKEN).with("field", User.EMAIL.name()));
    }
}
