package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Finds who is signed in, begins sessions and ends them.
///
/// A session lasts 30 days from signing in, however much it is used, and ends before that if the user signs out, or
/// if its user is removed or gets another password or role: it holds the user's stamp of the time it began, and
/// those change the stamp. The table holds the hash of its secret alone.
public final class Sessions {
    private static final Attribute<String> BROWSER = Attribute.text("browser");
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    private static final Attribute<String> EMAIL = Attribute.text("email");
    private static final Attribute<String> NETWORK = Attribute.text("network");
    private static final Attribute<Role> ROLE = Attribute.label("role", List.of(Role.values()));
    private static final Attribute<String> USER_ID = Attribute.text("user_id");

    /// How long a user need not sign in again.
    public static final Duration LIFE = Duration.ofDays(30);

    private static final int ID_CHARS = 16;

    private final Table table;
    private final RateLimiter limiter;
    private final InstantSource clock;

    public Sessions(Table table, RateLimiter limiter, InstantSource clock) {
        this.table = table;
        this.limiter = limiter;
        this.clock = clock;
    }

    /// A session that does not exist until its write is made.
    public record NewSession(Session session, SessionCookie cookie, Write write) {}

    /// The browser and the network in which a session was begun: they tell a person's sessions apart.
    ///
    /// @param browser the `User-Agent` header, at most 200 characters; empty if there was none
    /// @param network as of [streamerapi.shared.limits.Network]
    public record Device(String browser, String network) {}

    /// A new session of a user.
    ///
    /// @param user the row of [Keys#user]
    public NewSession begin(String tenantId, String userId, Row user, Device device) {
        SessionCookie cookie = new SessionCookie(userId, Secret.make(Secret.Kind.SESSION, tenantId));
        Instant now = clock.instant();
        Row row = Row.of(key(cookie))
                .with(USER_ID, userId)
                .with(Caller.STAMP, user.get(Caller.STAMP))
                .with(BROWSER, device.browser().isEmpty() ? null : device.browser())
                .with(NETWORK, device.network().isEmpty() ? null : device.network())
                .with(CREATED_AT, now)
                .with(Table.EXPIRES_AT, now.plus(LIFE).getEpochSecond());
        Session session = session(cookie, user);
        return new NewSession(session, cookie, Write.put(row).when(Condition.noRow()));
    }

    /// The end of the session that a cookie opens. There need be none.
    public Write end(SessionCookie cookie) {
        return Write.delete(key(cookie));
    }

    /// Has the session that a cookie opens go on under another stamp of its user.
    public Write keep(SessionCookie cookie, String stamp) {
        return Write.update(key(cookie)).set(Caller.STAMP, stamp).when(Condition.rowExists());
    }

    /// A session that can still be used, without its secret.
    ///
    /// @param id the first 16 hex digits of the hash of its secret
    /// @param browser the `User-Agent` header that it was begun with; null if it is not known
    /// @param network where it was begun; null if it is not known
    /// @param current whether it is the one that asks
    public record Open(
            String id,
            Key key,
            @Nullable String browser,
            @Nullable String network,
            Instant createdAt,
            Instant expiresAt,
            boolean current) {}

    /// The sessions of a user that can still be used, the newest first.
    ///
    /// @param own the cookie that asks
    public List<Open> open(Session session, SessionCookie own) {
        Row user = table.get(Keys.user(session.tenantId(), session.userId()));
        if (user == null) {
            return List.of();
        }
        long now = clock.instant().getEpochSecond();
        Condition isTheirs = Condition.all(
                Condition.equal(USER_ID, session.userId()),
                Condition.equal(Caller.STAMP, user.get(Caller.STAMP)),
                Condition.above(Table.EXPIRES_AT, now));
        return table
                .query(Query.of(Keys.account(session.tenantId()), Keys.SESSION).where(isTheirs))
                .stream()
                .map(row -> open(row, key(own)))
                .sorted(Comparator.comparing(Open::createdAt).reversed())
                .toList();
    }

    private static Open open(Row row, Key own) {
        return new Open(
                row.key().sort().substring(Keys.SESSION.length(), Keys.SESSION.length() + ID_CHARS),
                row.key(),
                row.find(BROWSER),
                row.find(NETWORK),
                row.get(CREATED_AT),
                Instant.ofEpochSecond(row.get(Table.EXPIRES_AT)),
                row.key().equals(own));
    }

    /// The session that a cookie's value opens, or null if there is none. One call reads session and user.
    public @Nullable Session of(@Nullable String value) {
        SessionCookie cookie = SessionCookie.parse(value);
        return cookie == null ? null : read(cookie).session();
    }

    /// The session that a cookie opens, or null if there is none. One call reads session and user.
    /// With the flush, one write finds the session, and its user is read after it.
    ///
    /// @param window the session's window, which takes over what the row says of it
    /// @param isFlushed whether the window's pending requests are written too
    public @Nullable Session find(SessionCookie cookie, Window window, boolean isFlushed) {
        if (isFlushed) {
            Row row = limiter.flush(window, Write.update(key(cookie)).when(Condition.rowExists()));
            return row == null ? null : checked(cookie, row, table.get(userKey(cookie)));
        }
        Read read = read(cookie);
        if (read.row() != null) {
            window.observe(read.row());
        }
        return read.session();
    }

    private record Read(@Nullable Row row, @Nullable Session session) {}

    private Read read(SessionCookie cookie) {
        Map<Key, Row> rows = table.getAll(key(cookie), userKey(cookie));
        Row row = rows.get(key(cookie));
        return new Read(row, row == null ? null : checked(cookie, row, rows.get(userKey(cookie))));
    }

    private @Nullable Session checked(SessionCookie cookie, Row row, @Nullable Row user) {
        if (user == null
                || !row.get(USER_ID).equals(cookie.userId())
                || !row.get(Caller.STAMP).equals(user.get(Caller.STAMP))
                || row.get(Table.EXPIRES_AT) <= clock.instant().getEpochSecond()) {
            return null;
        }
        return session(cookie, user);
    }

    private static Session session(SessionCookie cookie, Row user) {
        return new Session(
                cookie.secret().tenantId(), cookie.userId(), user.get(EMAIL), user.get(ROLE), cookie.csrfToken());
    }

    private static Key key(SessionCookie cookie) {
        return Keys.session(cookie.secret().tenantId(), cookie.secret().hash());
    }

    private static Key userKey(SessionCookie cookie) {
        return Keys.user(cookie.secret().tenantId(), cookie.userId());
    }
}
