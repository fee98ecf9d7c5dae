package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What a streamer allowed an app, as it stands: one row with all of it, so that it ends at once by one removal.
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

    /// How long an access token is good.
    public static final Duration ACCESS_LIFE = Duration.ofHours(1);

    /// Access tokens that are good at the same time: a refresh lets the ones before it run out, so that requests on
    /// their way are answered, but no app collects them.
    private static final int LIVE_TOKENS = 3;

    private static final Duration USE_NOTED = Duration.ofHours(1);
    private static final String LAST_USED = "last_used_at";
    private static final String ACCESS = "access_";
    private static final String NARROWED = "scopes_";
    private static final String REVISION = "revision";
    private static final String CODE = "code";
    private static final String TOKEN_KEY = "token_key";

    /// The hashes of spent codes and tokens that have no mark.
    private static final String SPENT = "spent";

    private static final int MAX_SPENT = 40;

    /// The authorization that a token or code names, or null if there is none: never was, revoked, replaced by a
    /// newer one, or ended with a scope that the app gave up.
    ///
    /// @param row of [AuthorizationName#key]
    /// @param app of [streamerapi.shared.storage.Keys#app]
    public static @Nullable Authorization of(AuthorizationName name, @Nullable Row row, @Nullable Row app) {
        if (row == null || app == null || row.number(REVISION) != app.number(REVISION)) {
            return null;
        }
        return alike(row.text("family"), name.family()) ? new Authorization(name, row, app) : null;
    }

    /// Whether the authorization with this id is good: it has not ended, and its app has given up no scope since.
    ///
    /// @param row of [AuthorizationName#key]
    /// @param app of [streamerapi.shared.storage.Keys#app]
    public static boolean stands(String id, @Nullable Row row, @Nullable Row app) {
        return row != null && app != null && row.text("id").equals(id) && row.number(REVISION) == app.number(REVISION);
    }

    /// The public id, `oa_…`.
    public String id() {
        return row.text("id");
    }

    /// The labels of the scopes that the streamer agreed to.
    public List<String> scopes() {
        return row.texts("scopes");
    }

    /// Whether this is the refresh token that is good now.
    public boolean hasRefreshToken(Secret token) {
        return alike(row.text("refresh"), token.hash());
    }

    /// Whether this is the code that it was given for or a token of its own, good or spent. A forged one is neither.
    public boolean knows(Secret secret) {
        return marked(secret)
                || hasRefreshToken(secret)
                || row.has(ACCESS + secret.hash())
                || secret.hash().equals(row.textOrNull(CODE))
                || row.texts(SPENT).contains(secret.hash());
    }

    private boolean marked(Secret secret) {
        String key = row.textOrNull(TOKEN_KEY);
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
        return name.newToken(kind, new TokenKey(row.text(TOKEN_KEY)));
    }

    /// What must be listed once the refresh token is spent: nothing if it has a mark, and the access tokens too if not.
    private List<String> listed(Secret spent) {
        List<String> listed = new ArrayList<>(row.texts(SPENT));
        if (!marked(spent)) {
            access().forEach(attribute -> listed.add(attribute.substring(ACCESS.length())));
            listed.add(spent.hash());
        }
        return listed.subList(Math.max(0, listed.size() - MAX_SPENT), listed.size());
    }

    /// Whether the access token is one of its own and has not expired.
    boolean isOpenedBy(Secret token, Instant now) {
        return row.number(ACCESS + token.hash()) > now.toEpochMilli();
    }

    /// Whether its use was last noted a while ago.
    boolean isUseForgotten(Instant now) {
        Instant last = row.instantOrNull(LAST_USED);
        return last == null || last.plus(USE_NOTED).isBefore(now);
    }

    /// Who calls with one of its access tokens.
    Caller caller(Secret token) {
        List<String> narrowed = row.texts(NARROWED + token.hash());
        return new Caller(
                name.tenantId(),
                id(),
                app.text("name"),
                scopes(narrowed.isEmpty() ? scopes() : narrowed),
                scopes(scopes()),
                name.key(),
                app.text("client_id"),
                null);
    }

    /// Adds to a write of the row that the token is used now, on the condition that it is good.
    static Write used(Write write, Secret token, Instant now) {
        return write.set(LAST_USED, now).alsoWhen(Condition.above(ACCESS + token.hash(), now.toEpochMilli()));
    }

    /// The row with an access token more.
    ///
    /// @param scopes fewer than the authorization's own, or null for all of them
    public static Row opened(Row row, Secret token, Instant now, @Nullable Collection<String> scopes) {
        return row.with(ACCESS + token.hash(), now.plus(ACCESS_LIFE))
                .with(NARROWED + token.hash(), scopes == null ? null : List.copyOf(scopes));
    }

    /// The write that gives the app new tokens in the place of a refresh token. An exchange that came first is met
    /// as [streamerapi.shared.storage.Contention].
    ///
    /// @param spent the refresh token that is good now
    /// @param scopes fewer for this access token than the authorization's own, or null for all of them
    public Write renewed(
            Secret spent, Secret refresh, Secret access, Instant now, @Nullable Collection<String> scopes) {
        Write write = Write.update(row.key())
                .set("refresh", refresh.hash())
                .set(TOKEN_KEY, row.text(TOKEN_KEY))
                .when(Condition.equal("refresh", row.text("refresh")));
        opened(Row.of(row.key()), access, now, scopes).attributes().forEach(write::set);
        List<String> listed = listed(spent);
        if (!listed.equals(row.texts(SPENT))) {
            write.set(SPENT, listed);
        }
        stale(now).forEach(hash -> write.remove(ACCESS + hash).remove(NARROWED + hash));
        return write;
    }

    /// The hashes of the access tokens that are no good any more once there is one more.
    private List<String> stale(Instant now) {
        List<String> newestFirst = access().stream()
                .sorted(Comparator.comparingLong(row::number).reversed())
                .toList();
        return newestFirst.stream()
                .filter(attribute -> newestFirst.indexOf(attribute) >= LIVE_TOKENS - 1
                        || row.number(attribute) <= now.toEpochMilli())
                .map(attribute -> attribute.substring(ACCESS.length()))
                .toList();
    }

    private List<String> access() {
        return row.attributes().keySet().stream()
                .filter(attribute -> attribute.startsWith(ACCESS))
                .toList();
    }

    private static Set<Scope> scopes(Collection<String> labels) {
        return labels.stream().flatMap(label -> Scope.of(label).stream()).collect(Collectors.toUnmodifiableSet());
    }

    /// Takes the same time wherever they differ.
    private static boolean alike(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }
}
