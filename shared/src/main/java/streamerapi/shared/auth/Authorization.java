package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.AttributeFamily;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A streamer's authorization of an app, as it stands: one row with all of it, so that one removal ends it at once.
///
/// The row holds the hash of the refresh token, and an attribute for each access token, `access_<hash>`, whose value is
/// when that expires: a condition on it finds the token and tells whether it is good. It is of a revision of its app,
/// and dead if the app has another: that is how an app with any number of authorizations loses them at once.
///
/// All its tokens carry the mark of a [TokenKey], which the row holds beside the hash of its code: so each that was
/// good once is known, however often the tokens have been renewed since. A row of before marks were made has no key
/// until its next refresh; a list holds the hashes of those that were spent until then.
///
/// @param name what its tokens carry
/// @param row the row of [AuthorizationName#key]
/// @param app the app's row as it stands
public record Authorization(AuthorizationName name, Row row, Row app) {
    private static final Attribute<String> CLIENT_ID = Attribute.text("client_id");

    /// How long an access token is good.
    public static final Duration ACCESS_LIFE = Duration.ofHours(1);

    /// Access tokens that are good at the same time: a refresh lets the ones before it run out, so that requests on
    /// their way are answered, but no app collects them.
    private static final int LIVE_TOKENS = 3;

    private static final Duration USE_NOTED = Duration.ofHours(1);
    private static final AttributeFamily<Attribute<Instant>> ACCESS = new AttributeFamily<>("access_", Attribute::time);
    private static final AttributeFamily<Attribute<List<String>>> NARROWED =
            new AttributeFamily<>("scopes_", Attribute::texts);
    private static final Attribute<String> CODE = Attribute.text("code");
    private static final Attribute<String> TOKEN_KEY = Attribute.text("token_key");

    /// The hashes of spent codes and tokens that have no mark.
    private static final Attribute<List<String>> SPENT = Attribute.texts("spent");

    private static final int MAX_SPENT = 40;

    /// The authorization that a token or code names, or null if there is none: never was, revoked, replaced by a
    /// newer one, or ended with a scope that the app gave up.
    ///
    /// @param row of [AuthorizationName#key]
    /// @param app of [streamerapi.shared.storage.Keys#app]
    public static @Nullable Authorization of(AuthorizationName name, @Nullable Row row, @Nullable Row app) {
        if (row == null || app == null || row.get(AuthorizationRow.REVISION) != app.get(AuthorizationRow.REVISION)) {
            return null;
        }
        return Hmac.isSame(row.get(AuthorizationRow.FAMILY), name.family()) ? new Authorization(name, row, app) : null;
    }

    /// Whether the authorization with this id is good: it has not ended, and its app has given up no scope since.
    ///
    /// @param row of [AuthorizationName#key]
    /// @param app of [streamerapi.shared.storage.Keys#app]
    public static boolean stands(String id, @Nullable Row row, @Nullable Row app) {
        return row != null
                && app != null
                && row.get(Caller.ID).equals(id)
                && row.get(AuthorizationRow.REVISION) == app.get(AuthorizationRow.REVISION);
    }

    /// The public id, `oa_…`.
    public String id() {
        return row.get(Caller.ID);
    }

    /// The labels of the scopes that the streamer agreed to.
    public List<String> scopes() {
        return row.get(Caller.SCOPES);
    }

    /// Whether this is the refresh token that is good now.
    public boolean hasRefreshToken(Secret token) {
        return Hmac.isSame(row.get(AuthorizationRow.REFRESH), token.hash());
    }

    /// Whether this is the code that it was given for or a token of its own, good or spent. A forged one is neither.
    public boolean knows(Secret secret) {
        return marked(secret)
                || hasRefreshToken(secret)
                || row.has(ACCESS.of(secret.hash()))
                || secret.hash().equals(row.find(CODE))
                || row.get(SPENT).contains(secret.hash());
    }

    private boolean marked(Secret secret) {
        String key = row.find(TOKEN_KEY);
        return key != null && new TokenKey(key).isOf(secret);
    }

    /// The row of a new authorization, which knows the code that it is given for and has a key for its tokens.
    public static Row begun(Row row, String codeHash) {
        return keyed(row.with(CODE, codeHash));
    }

    /// This authorization, with a key for its next tokens if it is of before marks were made.
    public Authorization keyed() {
        return new Authorization(name, keyed(row), app);
    }

    private static Row keyed(Row row) {
        return row.has(TOKEN_KEY) ? row : row.with(TOKEN_KEY, TokenKey.fresh().hex());
    }

    /// A new token with the mark of a row's key.
    ///
    /// @param row of [#begun] or [#keyed()]
    public static Secret newToken(AuthorizationName name, Row row, Secret.Kind kind) {
        return name.newToken(kind, new TokenKey(row.get(TOKEN_KEY)));
    }

    /// The hashes that the list holds once the refresh token is spent: no further one if the token has a mark; if not,
    /// its own and those of the access tokens.
    private List<String> listed(Secret spent) {
        List<String> listed = new ArrayList<>(row.get(SPENT));
        if (!marked(spent)) {
            listed.addAll(ACCESS.in(row).keySet());
            listed.add(spent.hash());
        }
        return listed.subList(Math.max(0, listed.size() - MAX_SPENT), listed.size());
    }

    /// Whether the access token is one of its own and has not expired.
    boolean isOpenedBy(Secret token, Instant now) {
        return isGood(ACCESS.of(token.hash()), now);
    }

    private boolean isGood(Attribute<Instant> access, Instant now) {
        Instant until = row.find(access);
        return until != null && until.isAfter(now);
    }

    /// Whether its use was last noted a while ago.
    boolean isUseForgotten(Instant now) {
        Instant last = row.find(AuthorizationRow.LAST_USED_AT);
        return last == null || last.plus(USE_NOTED).isBefore(now);
    }

    /// The caller that one of its access tokens stands for.
    Caller caller(Secret token) {
        List<String> narrowed = row.get(NARROWED.of(token.hash()));
        return new Caller(
                name.tenantId(),
                id(),
                app.get(Caller.NAME),
                scopes(narrowed.isEmpty() ? scopes() : narrowed),
                scopes(scopes()),
                name.key(),
                app.get(CLIENT_ID),
                null,
                null);
    }

    /// Adds to a write of the row that the token is used now, on the condition that it is good.
    static Write used(Write write, Secret token, Instant now) {
        return write.set(AuthorizationRow.LAST_USED_AT, now).alsoWhen(Condition.above(ACCESS.of(token.hash()), now));
    }

    /// The row with an access token more.
    ///
    /// @param scopes fewer than the authorization's own, or null for all of them
    public static Row opened(Row row, Secret token, Instant now, @Nullable Collection<String> scopes) {
        return row.with(ACCESS.of(token.hash()), now.plus(ACCESS_LIFE))
                .with(NARROWED.of(token.hash()), scopes == null ? null : List.copyOf(scopes));
    }

    /// The write that gives the app new tokens in the place of a refresh token. An exchange that came first is met
    /// as [streamerapi.shared.storage.WriteConflict].
    ///
    /// @param spent the refresh token that is good now
    /// @param scopes fewer for this access token than the authorization's own, or null for all of them
    public Write renewed(
            Secret spent, Secret refresh, Secret access, Instant now, @Nullable Collection<String> scopes) {
        Write write = Write.update(row.key())
                .marked(AuthorizationRow.REFRESH, refresh.hash())
                .set(TOKEN_KEY, row.get(TOKEN_KEY))
                .when(Condition.equal(AuthorizationRow.REFRESH, row.get(AuthorizationRow.REFRESH)));
        write.setAll(opened(Row.of(row.key()), access, now, scopes));
        List<String> listed = listed(spent);
        if (!listed.equals(row.get(SPENT))) {
            write.set(SPENT, listed);
        }
        stale(now).forEach(hash -> write.remove(ACCESS.of(hash)).remove(NARROWED.of(hash)));
        return write;
    }

    /// The hashes of the access tokens that are no good any more once there is one more.
    private List<String> stale(Instant now) {
        List<Map.Entry<String, Attribute<Instant>>> newestFirst = ACCESS.in(row).entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Attribute<Instant>> token) -> row.get(token.getValue()))
                        .reversed())
                .toList();
        return newestFirst.stream()
                .filter(token -> newestFirst.indexOf(token) >= LIVE_TOKENS - 1 || !isGood(token.getValue(), now))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Set<Scope> scopes(Collection<String> labels) {
        return labels.stream().flatMap(label -> Scope.of(label).stream()).collect(Collectors.toUnmodifiableSet());
    }
}
