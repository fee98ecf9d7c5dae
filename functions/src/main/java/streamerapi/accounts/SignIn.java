package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.limits.Network;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
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
    /// @param cookies the values of the `Set-Cookie` headers: the session's, and that the browser is known now
    public record Signed(Session session, List<String> cookies) {}

    /// Where an attempt comes from.
    ///
    /// @param address the connection's IP address
    /// @param knownBrowser the value of the cookie [KnownBrowser#COOKIE], or null
    public record From(String address, @Nullable String knownBrowser) {}

    /// Begins a session, or counts a wrong password. Either is committed when this returns or throws.
    ///
    /// @throws Problem `invalid_login`, or `rate_limited` after 5 wrong passwords of a network or a known browser in 15
    /// minutes, or 50 of all networks
    public Signed signIn(String email, String password, From from) {
        String address = Email.folded(email);
        Map<String, Boolean> checked = new HashMap<>();
        return Contention.retrying(() -> signIn(address, password, from, checked));
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
    private Signed signIn(String email, String password, From from, Map<String, Boolean> checked) {
        Key loginKey = Keys.login(email);
        Key wrongKey = Keys.wrongPasswords(email);
        Instant now = clock.instant();
        KnownBrowser browser = KnownBrowser.of(from.knownBrowser);
        Map<Key, Row> rows = browser == null
                ? table.getAll(loginKey, wrongKey)
                : table.getAll(loginKey, wrongKey, browser.key(email));
        Row known = browser == null ? null : rows.get(browser.key(email));
        boolean isKnown = known != null && known.number("expires_at") > now.getEpochSecond();
        WrongPasswords wrong = isKnown && known != null
                ? WrongPasswords.of(known.key(), "", known, now)
                : WrongPasswords.of(wrongKey, Network.of(from.address), rows.get(wrongKey), now);
        wrong.refuseIfTooMany();
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
        KnownBrowser knownNow = browser == null ? KnownBrowser.fresh() : browser;
        Write knowing = Write.put(Row.of(knownNow.key(email))
                .with("expires_at", now.plus(KnownBrowser.KNOWN_FOR).getEpochSecond()));
        table.write(
                isKnown
                        ? List.of(begun.write(), knowing.when(wrong.unchanged()))
                        : List.of(begun.write(), knowing, wrong.forgotten()));
        return new Signed(begun.session(), List.of(begun.cookie().header(Sessions.LIFE), knownNow.header()));
    }
}
