package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.limits.Network;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Signs people in with email and password, and out again (contract "OAuth and sign-in").
///
/// An unknown address takes the same way as a wrong password, call by call and hash by hash, and gets the same
/// answer: neither tells who has an account.
public final class SignIn {

    private static final String NO_ACCOUNT = "ten_0000000000000";
    private static final int MAX_USER_AGENT = 200;
    private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]");

    private final Table table;
    private final Sessions sessions;
    private final Credentials credentials;
    private final InstantSource clock;

    public SignIn(Table table, Sessions sessions, Credentials credentials, InstantSource clock) {
        this.table = table;
        this.sessions = sessions;
        this.credentials = credentials;
        this.clock = clock;
    }

    /// A user who has just signed in.
    ///
    /// @param cookies the values of the `Set-Cookie` headers: the session's, and that the browser is known now
    public record Signed(Session session, List<String> cookies) {}

    /// The origin of an attempt to sign in.
    ///
    /// @param address the connection's IP address
    /// @param knownBrowser the value of the cookie [KnownBrowser#COOKIE], or null
    /// @param userAgent the header of that name, or null
    public record From(
            String address,
            @Nullable String knownBrowser,
            @Nullable String userAgent) {

        private Sessions.Device device() {
            String agent = userAgent == null ? "" : NOT_ASCII.matcher(userAgent).replaceAll("?");
            return new Sessions.Device(
                    agent.substring(0, Math.min(MAX_USER_AGENT, agent.length())), Network.of(address));
        }
    }

    /// Begins a session, or counts a wrong password. Either is committed when this returns or throws.
    ///
    /// @throws Problem `invalid_login`, or `rate_limited` after 5 wrong passwords of a network or a known browser in 15
    /// minutes, or 50 of all networks
    public Signed signIn(String email, String password, From from) {
        String address = Email.folded(email);
        Map<String, Boolean> checked = new HashMap<>();
        return WriteConflict.retrying(() -> signIn(address, password, from, checked));
    }

    /// Ends the session that a cookie's value opens, if any, and the sockets of its user's pages.
    ///
    /// @return the value of the `Set-Cookie` header that removes it
    public String signOut(@Nullable String value) {
        SessionCookie cookie = SessionCookie.parse(value);
        if (cookie != null) {
            Write sockets = credentials.revocation(cookie.secret().tenantId(), cookie.userId());
            WriteConflict.retrying(() -> {
                table.write(List.of(sessions.end(cookie), sockets));
                return cookie;
            });
        }
        return SessionCookie.removal();
    }

    /// Checks the password of a user who is signed in, so that a stolen session alone is not enough. A wrong one is
    /// counted like one at signing in, before this throws, and a right one forgets those of its source.
    ///
    /// @throws Problem `bad_request` with `field` `current_password`, or `rate_limited` as of [#signIn]
    public void confirm(Session session, @Nullable String password, From from) {
        if (password == null) {
            throw Problem.badField("current_password", "current_password is required: your current password");
        }
        Map<String, Boolean> checked = new HashMap<>();
        WriteConflict.retrying(() -> {
            Attempt attempt = attempt(session.email(), from);
            if (!checked.computeIfAbsent(hash(attempt.user), h -> PasswordHash.matches(password, h))) {
                table.write(List.of(attempt.wrong.oneMore()));
                throw Problem.badField("current_password", "current_password is not your current password");
            }
            // On a condition, so that of many guesses at once the right one is held to the limit too.
            table.write(List.of(attempt.wrong.ended()));
            return attempt;
        });
    }

    /// The rows that concern an attempt, read before its password is checked.
    ///
    /// @param user null if no user has the email
    /// @param browser the one that has a cookie, known or not; null for any other
    /// @param known whether it signed in with this email before
    private record Attempt(@Nullable Row user, @Nullable KnownBrowser browser, boolean known, WrongPasswords wrong) {}

    /// @throws Problem `rate_limited`
    private Attempt attempt(String email, From from) {
        Key loginKey = Keys.login(email);
        Key wrongKey = Keys.wrongPasswords(email);
        Instant now = clock.instant();
        KnownBrowser browser = KnownBrowser.of(from.knownBrowser);
        Map<Key, Row> rows = browser == null
                ? table.getAll(loginKey, wrongKey)
                : table.getAll(loginKey, wrongKey, browser.key(email));
        Row known = browser == null ? null : rows.get(browser.key(email));
        boolean isKnown = known != null && known.get(Table.EXPIRES_AT) > now.getEpochSecond();
        Row user = user(rows.get(loginKey));
        Instant since = user == null ? null : user.find(User.PASSWORD_AT);
        WrongPasswords wrong = isKnown && known != null
                ? WrongPasswords.of(known.key(), "", known, since, now)
                : WrongPasswords.of(wrongKey, Network.of(from.address), rows.get(wrongKey), since, now);
        wrong.refuseIfTooMany();
        return new Attempt(user, browser, isKnown, wrong);
    }

    /// The user of an email's row. Without one, a row is looked up that does not exist.
    private @Nullable Row user(@Nullable Row login) {
        return table.get(
                login == null
                        ? Keys.user(NO_ACCOUNT, "u_")
                        : Keys.user(login.get(User.TENANT_ID), login.get(User.USER_ID)));
    }

    private static String hash(@Nullable Row user) {
        String hash = user == null ? null : user.find(User.PASSWORD);
        return hash == null ? PasswordHash.OF_NO_PASSWORD : hash;
    }

    /// @param checked earlier results by hash, so that a retry after a write conflict does not hash the password again
    private Signed signIn(String email, String password, From from, Map<String, Boolean> checked) {
        Attempt attempt = attempt(email, from);
        Row user = attempt.user;
        boolean right = checked.computeIfAbsent(hash(user), h -> PasswordHash.matches(password, h));
        if (user == null || !right) {
            table.write(List.of(attempt.wrong.oneMore()));
            throw Problem.of(ErrorCode.INVALID_LOGIN);
        }
        String tenantId = Keys.tenantOf(user.key().partition());
        Sessions.NewSession begun = sessions.begin(tenantId, User.of(user).id(), user, from.device());
        KnownBrowser knownNow = attempt.browser == null ? KnownBrowser.fresh() : attempt.browser;
        Write knowing = Write.put(Row.of(knownNow.key(email))
                .with(
                        Table.EXPIRES_AT,
                        clock.instant().plus(KnownBrowser.KNOWN_FOR).getEpochSecond()));
        table.write(
                attempt.known
                        ? List.of(begun.write(), knowing.when(attempt.wrong.unchanged()))
                        : List.of(begun.write(), knowing, attempt.wrong.forgotten()));
        return new Signed(begun.session(), List.of(begun.cookie().header(Sessions.LIFE), knownNow.header()));
    }
}
