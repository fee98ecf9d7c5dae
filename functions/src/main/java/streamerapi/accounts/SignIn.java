package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Signs people in with email and password, and out again (contract "OAuth and sign-in").
///
/// An address that nobody has takes the same way as a wrong password, call by call and hash by hash, and gets the same
/// answer: neither tells who has an account.
public final class SignIn {

    private static final String NOBODY = "ten_0000000000000";

    private final Table table;
    private final Sessions sessions;
    private final InstantSource clock;

    public SignIn(Table table, Sessions sessions, InstantSource clock) {
        this.table = table;
        this.sessions = sessions;
        this.clock = clock;
    }

    /// Somebody who has just signed in.
    ///
    /// @param cookie the value of the `Set-Cookie` header that says so
    public record Signed(Session session, String cookie) {}

    /// Begins a session, or counts a wrong password. Either is committed when this returns or throws.
    ///
    /// @throws Problem `invalid_login`, or `rate_limited` after five wrong passwords in 15 minutes
    public Signed signIn(String email, String password) {
        String address = Email.folded(email);
        Map<String, Boolean> checked = new HashMap<>();
        return Contention.retrying(() -> signIn(address, password, checked));
    }

    /// Ends the session that a cookie's value opens, if any.
    ///
    /// @return the value of the `Set-Cookie` header that removes it
    public String signOut(@Nullable String value) {
        SessionCookie cookie = SessionCookie.parse(value);
        if (cookie != null) {
            Contention.retrying(() -> {
                table.write(List.of(sessions.end(cookie)));
                return cookie;
            });
        }
        return SessionCookie.removal();
    }

    /// @param checked the hashes that the password was held against before, and what came of it: a second try under
    /// contention costs no second hash
    private Signed signIn(String email, String password, Map<String, Boolean> checked) {
        Key loginKey = Keys.login(email);
        Map<Key, Row> rows = table.getAll(loginKey, Keys.wrongPasswords(email));
        WrongPasswords wrong = WrongPasswords.of(email, rows.get(Keys.wrongPasswords(email)), clock.instant());
        wrong.refuseWhereTooMany();
        Row login = rows.get(loginKey);
        String tenantId = login == null ? NOBODY : login.text("tenant_id");
        String userId = login == null ? "u_" : login.text("user_id");
        Row user = table.get(Keys.user(tenantId, userId));
        String hash = user == null ? PasswordHash.NOBODYS : user.text("password");
        boolean right = checked.computeIfAbsent(hash, h -> PasswordHash.matches(password, h));
        if (user == null || !right) {
            table.write(List.of(wrong.oneMore()));
            throw Problem.of(ErrorCode.INVALID_LOGIN);
        }
        Sessions.Begun begun = sessions.begin(tenantId, userId, user);
        table.write(List.of(begun.write(), wrong.forget()));
        return new Signed(begun.session(), begun.cookie().header(Sessions.LIFE));
    }
}
