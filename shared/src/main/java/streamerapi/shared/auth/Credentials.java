package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds credentials, and counts their requests in the same call.
public final class Credentials {
    /// The attribute of a revocation that names the credential.
    public static final Attribute<String> CREDENTIAL_ID = Attribute.text("credential_id");
    private static final Attribute<List<String>> OF = Attribute.texts("of");
    private static final Attribute<String> SESSION = Attribute.text("session");

    /// The name in a revocation of all credentials of an account.
    public static final String EVERY_CREDENTIAL = "*";

    private static final Attribute<Instant> LAST_USED = Attribute.time("last_used_at");
    private static final Set<Scope> SESSION_SCOPES = Set.of(Scope.TTS_READ, Scope.MEDIA_READ);
    private static final Duration USE_NOTED = Duration.ofHours(1);
    private static final Duration REALTIME_TOKEN_LIFE = Duration.ofSeconds(60);
    private static final Duration REVOCATION_KEPT = Duration.ofDays(1);

    private final Table table;
    private final RateLimiter limiter;
    private final Ids ids;
    private final InstantSource clock;

    public Credentials(Table table, RateLimiter limiter, Ids ids, InstantSource clock) {
        this.table = table;
        this.limiter = limiter;
        this.ids = ids;
        this.clock = clock;
    }

    /// The window that the requests with a secret are counted in.
    public Window window(Secret secret) {
        RateLimit limit = secret.kind() == Secret.Kind.ACCESS_TOKEN
                ? RateLimit.REQUESTS_PER_AUTHORIZATION
                : RateLimit.REQUESTS_PER_KEY;
        return limiter.window(limit, secret.subject());
    }

    /// The caller behind a key or an access token, or null if there is none.
    ///
    /// Without the flush it reads the key's row, or the token's authorization and app, in one call; the first use in an
    /// hour is written then. With it, one write carries the window's pending requests and reads the row.
    ///
    /// @param window the secret's window, which takes over what the row says of it
    /// @param isFlushed whether the window's pending requests are written too
    public @Nullable Caller find(Secret secret, Window window, boolean isFlushed) {
        boolean isToken = secret.kind() == Secret.Kind.ACCESS_TOKEN;
        if (isFlushed) {
            return isToken ? flushedToken(secret, window) : flushedKey(secret, window);
        }
        return isToken ? token(secret, window) : key(secret, window);
    }

    private @Nullable Caller key(Secret key, Window window) {
        Row row = table.get(Keys.credential(key.hash()));
        if (row == null) {
            return null;
        }
        window.observe(row);
        if (isUseForgotten(row)) {
            flushedKey(key, window);
        }
        return Caller.of(row);
    }

    private @Nullable Caller flushedKey(Secret key, Window window) {
        Row row = limiter.flush(
                window,
                Write.update(Keys.credential(key.hash()))
                        .set(LAST_USED, clock.instant())
                        .when(Condition.rowExists()));
        return row == null ? null : Caller.of(row);
    }

    private @Nullable Caller token(Secret token, Window window) {
        AuthorizationName name = AuthorizationName.of(token);
        Key app = Keys.app(name.app());
        Map<Key, Row> rows = table.getAll(name.key(), app);
        Authorization authorization = opened(token, rows.get(name.key()), rows.get(app));
        if (authorization == null) {
            return null;
        }
        window.observe(authorization.row());
        if (authorization.isUseForgotten(clock.instant())) {
            flush(token, window);
        }
        return authorization.caller(token);
    }

    /// The app is read beside the write. Only the holder of a good token can count against it.
    private @Nullable Caller flushedToken(Secret token, Window window) {
        AuthorizationName name = AuthorizationName.of(token);
        Async<@Nullable Row> app = Async.start(() -> table.get(Keys.app(name.app())));
        Row row = flush(token, window);
        Authorization authorization = opened(token, row, app.join());
        return authorization == null ? null : authorization.caller(token);
    }

    private @Nullable Row flush(Secret token, Window window) {
        Write update = Write.update(AuthorizationName.of(token).key());
        return limiter.flush(window, Authorization.used(update, token, clock.instant()));
    }

    private @Nullable Authorization opened(Secret token, @Nullable Row row, @Nullable Row app) {
        Authorization authorization = Authorization.of(AuthorizationName.of(token), row, app);
        return authorization != null && authorization.isOpenedBy(token, clock.instant()) ? authorization : null;
    }

    /// Whether a key's use was last noted a while ago.
    private boolean isUseForgotten(Row row) {
        Instant last = row.find(LAST_USED);
        return last == null || last.plus(USE_NOTED).isBefore(clock.instant());
    }

    /// A new realtime token, which signs one socket in with some of the caller's scopes, within its life.
    ///
    /// @param scopes a subset of the caller's own
    public NewToken newRealtimeToken(Caller caller, Set<Scope> scopes) {
        Secret secret = Secret.make(Secret.Kind.REALTIME_TOKEN, caller.tenantId());
        Instant expires = clock.instant().plus(REALTIME_TOKEN_LIFE).truncatedTo(ChronoUnit.SECONDS);
        Row row = Row.of(Keys.credential(secret.hash()))
                .with(Caller.TENANT_ID, caller.tenantId())
                .with(Caller.ID, caller.id())
                .with(Caller.NAME, caller.name())
                .with(Caller.SCOPES, scopes.stream().map(Scope::label).toList())
                .with(OF, List.of(caller.row().partition(), caller.row().sort()))
                .with(Caller.STAMP, caller.stamp())
                .with(
                        SESSION,
                        caller.session() == null ? null : caller.session().sort())
                .with(Table.EXPIRES_AT, expires.getEpochSecond());
        return new NewToken(secret, expires, Write.put(row).when(Condition.noRow()));
    }

    /// A new realtime token of a user who is signed in, whose socket reads what every role may read. It ends with the
    /// user's sessions, when the password or the role changes or the user ends them all, and with its own.
    ///
    /// @param cookie which opens the session
    public NewToken newRealtimeToken(Session session, SessionCookie cookie) {
        Key user = Keys.user(session.tenantId(), session.userId());
        Row row = Objects.requireNonNull(table.get(user));
        Caller caller = new Caller(
                session.tenantId(),
                session.userId(),
                session.userId(),
                SESSION_SCOPES,
                SESSION_SCOPES,
                user,
                null,
                row.get(Caller.STAMP),
                Keys.session(session.tenantId(), cookie.secret().hash()));
        return newRealtimeToken(caller, SESSION_SCOPES);
    }

    /// The caller that a realtime token was made for, or null if there is no such token, or its authorization does not
    /// stand any more. Its scopes are those of the token that the credential still has: one that was narrowed
    /// meanwhile opens no more by a token of before. A user has all of them, as long as [Caller#stillGood] and
    /// [Caller#stillSignedIn] hold.
    public @Nullable Caller ofRealtimeToken(Secret token) {
        Row row = table.get(Keys.credential(token.hash()));
        if (row == null) {
            return null;
        }
        List<String> of = row.get(OF);
        Key credentialKey = new Key(of.getFirst(), of.getLast());
        Row credential = table.get(credentialKey);
        String stamp = row.find(Caller.STAMP);
        List<String> held = credential == null ? List.of() : (stamp == null ? credential : row).get(Caller.SCOPES);
        Caller caller = Caller.of(row);
        Set<Scope> scopes = caller.scopes().stream()
                .filter(scope -> held.contains(scope.label()))
                .collect(Collectors.toUnmodifiableSet());
        String sort = row.find(SESSION);
        Key session = sort == null ? null : new Key(credentialKey.partition(), sort);
        Caller bearer = new Caller(
                caller.tenantId(), caller.id(), caller.name(), scopes, scopes, credentialKey, null, stamp, session);
        return hasEnded(bearer, credential) ? null : bearer;
    }

    /// Whether an app's authorization was replaced, or has ended because the app gave up a scope: its row is cleared
    /// later.
    private boolean hasEnded(Caller bearer, @Nullable Row authorization) {
        String app = bearer.app();
        return app != null
                && authorization != null
                && !Authorization.stands(bearer.id(), authorization, table.get(Keys.app(app)));
    }

    /// Uses a realtime token up; refused with `invalid_token` if it was used before, or its time is over.
    public Write use(Secret token) {
        return Write.delete(Keys.credential(token.hash()))
                .when(Condition.above(Table.EXPIRES_AT, clock.instant().getEpochSecond()))
                .orElse(current -> Problem.of(ErrorCode.INVALID_TOKEN));
    }

    /// Tells the fan-out that a credential was revoked, so that it closes the sockets that signed in with it: part of
    /// the change that removes the credential's row.
    public Write revocation(String tenantId, String credentialId) {
        return Write.put(Row.of(Keys.revocation(tenantId, ids.next("rev")))
                .with(CREDENTIAL_ID, credentialId)
                .with(Table.EXPIRES_AT, clock.instant().plus(REVOCATION_KEPT).getEpochSecond()));
    }

    /// Tells the fan-out that an account ends, so that it closes all of its sockets.
    public Write revocationOfAll(String tenantId) {
        return revocation(tenantId, EVERY_CREDENTIAL);
    }

    /// A realtime token that does not exist until its write is made.
    ///
    /// @param expires when it can no longer be used
    public record NewToken(Secret secret, Instant expires, Write write) {}
}
