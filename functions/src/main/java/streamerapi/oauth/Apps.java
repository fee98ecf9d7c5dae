package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The apps that an account has registered, at most ten.
///
/// A change of an app holds for every account that connected it: a scope that it gives up ends all its authorizations
/// at once, because they are of a revision that it has no more. More scopes and other addresses end none.
public final class Apps {

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    public Apps(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// An app and its client secret; null for a public one.
    public record WithSecret(OAuthApp app, @Nullable Secret secret) {

        /// Its shape in JSON.
        public static final Schema<WithSecret> SCHEMA =
                Schema.shown("IssuedOauthApp", "An app and its client secret.", s -> {
                    s.object("app", WithSecret::app, OAuthApp.SCHEMA);
                    s.text("client_secret", WithSecret::text)
                            .orAbsent()
                            .secret()
                            .matching(Pattern.compile("scs_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}"), "be a client secret")
                            .doc("The secret of a confidential app; shown once.")
                            .example("scs_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1PdmNX");
                });

        private @Nullable String text() {
            return secret == null ? null : secret.text();
        }
    }

    /// The account's apps, in the order in which they were registered.
    public List<OAuthApp> all(String tenantId) {
        Key[] keys = table.query(Query.of(Keys.account(tenantId), Keys.REGISTERED)).stream()
                .map(row -> Keys.app(Keys.appNumber(row.key().sort().substring(Keys.REGISTERED.length()))))
                .toArray(Key[]::new);
        Map<Key, Row> rows = table.getAll(keys);
        return Stream.of(keys)
                .flatMap(key -> Stream.ofNullable(rows.get(key)))
                .map(OAuthApp::of)
                .toList();
    }

    /// Any account's app, or null.
    public @Nullable OAuthApp find(String clientId) {
        Row row = table.get(Keys.app(Keys.appNumber(clientId)));
        return row == null || !row.get(OAuthApp.CLIENT_ID).equals(clientId) ? null : OAuthApp.of(row);
    }

    /// Registers an app.
    ///
    /// @throws Problem when committed, `limit_reached`
    public Outcome<WithSecret> register(String tenantId, OAuthApp.Registration registration) {
        String clientId = ids.next("oc");
        OAuthApp.Fields fields = registration.fields();
        Secret secret = registration.isConfidential() ? Secret.make(Secret.Kind.CLIENT_SECRET, tenantId) : null;
        OAuthApp app = new OAuthApp(
                clientId,
                tenantId,
                fields.name(),
                fields.description(),
                fields.redirectUris(),
                fields.scopes(),
                secret == null ? null : secret.hash(),
                1,
                clock.instant());
        return Outcome.of(new WithSecret(app, secret))
                .writing(
                        Quota.OAUTH_APPS.take(tenantId),
                        Write.put(app.row()).when(Condition.noRow()),
                        Write.put(Row.of(Keys.registered(tenantId, clientId))));
    }

    /// Changes an app; gives it a revision more if it gives up a scope.
    ///
    /// @param to its fields as they shall be
    public Outcome<OAuthApp> change(OAuthApp app, OAuthApp.Fields to) {
        boolean gaveUp = !to.scopes().containsAll(app.scopes());
        OAuthApp changed = new OAuthApp(
                app.clientId(),
                app.tenantId(),
                to.name(),
                to.description(),
                to.redirectUris(),
                to.scopes(),
                app.secretHash(),
                gaveUp ? app.revision() + 1 : app.revision(),
                app.createdAt());
        return Outcome.of(changed).writing(unchanged(Write.put(changed.row()), app));
    }

    /// Gives a confidential app a new secret in the place of the one that it has; what streamers allowed stays.
    ///
    /// @throws Problem `bad_request` for a public app
    public Outcome<WithSecret> rotateSecret(OAuthApp app) {
        if (!app.isConfidential()) {
            throw Problem.of(ErrorCode.BAD_REQUEST, "A public app has no secret");
        }
        Secret secret = Secret.make(Secret.Kind.CLIENT_SECRET, app.tenantId());
        Write write = unchanged(Write.update(app.key()).set(OAuthApp.SECRET, secret.hash()), app);
        return Outcome.of(new WithSecret(app, secret)).writing(write);
    }

    /// Removes an app, and with it all that streamers allowed it.
    public Outcome<?> remove(OAuthApp app) {
        return Outcome.empty()
                .writing(
                        unchanged(Write.delete(app.key()), app),
                        Write.delete(Keys.registered(app.tenantId(), app.clientId())),
                        Quota.OAUTH_APPS.giveBack(app.tenantId()));
    }

    /// An app of the account.
    ///
    /// @throws Problem `not_found`
    public OAuthApp own(String tenantId, String clientId) {
        OAuthApp app = find(clientId);
        if (app == null || !app.tenantId().equals(tenantId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return Objects.requireNonNull(app);
    }

    /// Adds the condition that the app has not changed since it was read.
    private static Write unchanged(Write write, OAuthApp app) {
        return write.alsoWhen(Condition.asRead(app.row()));
    }
}
