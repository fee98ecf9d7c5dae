package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
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
import java.util.List;
import java.util.Map;

/// The API keys of an account, at most 100 (spec "Authentication", 2 and 3).
///
/// A key is two rows: one among the account's own, with which it is listed and changed, and the credential under the
/// hash of its secret, which requests look up. Both change in one transaction, and only if the first has not changed
/// since it was read, so they never differ.
public final class ApiKeys {
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    private static final Attribute<String> HASH = Attribute.text("hash");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");

    private final Table table;
    private final Credentials credentials;
    private final Ids ids;
    private final InstantSource clock;

    public ApiKeys(Table table, Credentials credentials, Ids ids, InstantSource clock) {
        this.table = table;
        this.credentials = credentials;
        this.ids = ids;
        this.clock = clock;
    }

    /// A key and its secret, which is shown this once.
    public record Issued(ApiKey key, Secret secret) {

        /// Its shape in JSON.
        public static final Schema<Issued> SCHEMA = Schema.shown("IssuedApiKey", "An API key and its secret.", s -> {
            s.object("key", Issued::key, ApiKey.SCHEMA);
            s.text("secret", issued -> issued.secret.text())
                    .component("ApiKeySecret")
                    .secret()
                    .example("sak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1PdmNX");
        });
    }

    /// All of them, oldest first.
    public List<ApiKey> all(String tenantId) {
        List<Row> rows = table.query(Query.of(Keys.account(tenantId), Keys.API_KEY));
        Map<Key, Row> found = table.getAll(
                rows.stream().map(row -> Keys.credential(row.get(HASH))).toArray(Key[]::new));
        return rows.stream()
                .map(row -> ApiKey.of(row, found.get(Keys.credential(row.get(HASH)))))
                .toList();
    }

    /// One of them.
    ///
    /// @throws Problem `not_found`
    public ApiKey find(String tenantId, String id) {
        Row row = get(tenantId, id);
        return ApiKey.of(row, table.get(Keys.credential(row.get(HASH))));
    }

    /// A new key.
    ///
    /// @throws Problem when committed, `limit_reached`
    public Outcome<Issued> create(String tenantId, ApiKey.Chosen chosen) {
        Secret secret = Secret.make(Secret.Kind.API_KEY, tenantId);
        Row row = Row.of(Keys.apiKey(tenantId, ids.next("ak")))
                .with(NAME, chosen.name())
                .with(SCOPES, chosen.scopes())
                .with(HASH, secret.hash())
                .with(REVISION, 0)
                .with(CREATED_AT, clock.instant());
        Row credential = credential(tenantId, row);
        return Outcome.of(new Issued(ApiKey.of(row, credential), secret))
                .writing(
                        Write.put(row).when(Condition.noRow()),
                        Write.put(credential).when(Condition.noRow()),
                        Quota.API_KEYS.take(tenantId));
    }

    /// Gives a key another name or other scopes. If it loses a scope, its sockets are closed, because they may be
    /// reading what it no longer may.
    ///
    /// @throws Problem `not_found`
    public Outcome<ApiKey> change(String tenantId, String id, Changes<ApiKey.Chosen> changes) {
        Row before = get(tenantId, id);
        ApiKey.Chosen chosen = changes.appliedTo(new ApiKey.Chosen(before.get(NAME), before.get(SCOPES)), Map.of());
        Row after = before.with(NAME, chosen.name()).with(SCOPES, chosen.scopes());
        Key credential = Keys.credential(before.get(HASH));
        Write write = Write.update(credential)
                .set(NAME, after.get(NAME))
                .set(SCOPES, after.get(SCOPES))
                .when(Condition.rowExists());
        Outcome<ApiKey> outcome =
                Outcome.of(ApiKey.of(after, table.get(credential))).writing(replacing(before, after), write);
        return after.get(SCOPES).containsAll(before.get(SCOPES))
                ? outcome
                : outcome.writing(credentials.revocation(tenantId, id));
    }

    /// Gives a key another secret. The one before stops working at once, on sockets too; id, name and scopes stay.
    ///
    /// @throws Problem `not_found`
    public Outcome<Issued> rotate(String tenantId, String id) {
        Row before = get(tenantId, id);
        Secret secret = Secret.make(Secret.Kind.API_KEY, tenantId);
        Row after = before.with(HASH, secret.hash());
        Key old = Keys.credential(before.get(HASH));
        Row used = table.get(old);
        Row credential =
                credential(tenantId, after).with(ApiKey.LAST_USED, used == null ? null : used.find(ApiKey.LAST_USED));
        return Outcome.of(new Issued(ApiKey.of(after, credential), secret))
                .writing(
                        replacing(before, after),
                        Write.delete(old),
                        Write.put(credential).when(Condition.noRow()),
                        credentials.revocation(tenantId, id));
    }

    /// Ends a key. It stops working at once, on sockets too.
    ///
    /// @throws Problem `not_found`
    public Outcome<ApiKey> revoke(String tenantId, String id) {
        Row row = get(tenantId, id);
        return Outcome.of(ApiKey.of(row, null))
                .writing(
                        Write.delete(row.key()).when(unchanged(row)).orElse(ApiKeys::refusal),
                        Write.delete(Keys.credential(row.get(HASH))),
                        Quota.API_KEYS.giveBack(tenantId),
                        credentials.revocation(tenantId, id));
    }

    private Row get(String tenantId, String id) {
        Row row = table.get(Keys.apiKey(tenantId, id));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return row;
    }

    private static Row credential(String tenantId, Row key) {
        return Row.of(Keys.credential(key.get(HASH)))
                .with(Caller.TENANT_ID, tenantId)
                .with(Caller.ID, ApiKey.id(key))
                .with(NAME, key.get(NAME))
                .with(SCOPES, key.get(SCOPES));
    }

    private static Write replacing(Row before, Row after) {
        return Write.put(after.with(REVISION, before.get(REVISION) + 1))
                .when(unchanged(before))
                .orElse(ApiKeys::refusal);
    }

    private static Condition unchanged(Row key) {
        return Condition.equal(REVISION, key.get(REVISION));
    }

    private static RuntimeException refusal(@Nullable Row current) {
        return current == null ? Problem.of(ErrorCode.NOT_FOUND) : new WriteConflict("the key changed");
    }
}
