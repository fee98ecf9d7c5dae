package streamerapi.service;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import org.jspecify.annotations.Nullable;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.auth.Role;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// Accounts and users made by copying the rows of an account that the service made, one for all stacks of this JVM.
///
/// The service hashes a password for each account and user, and again at each sign-in, which is slow by design. All
/// owners and members here have one password, with which a test can still sign in: its hash names the least cost that
/// Argon2 has, and a password is checked at the cost that its hash names.
final class AccountRows {

    static final String PASSWORD = "correct-horse-battery-staple";

    private static final String QUICK_HASH =
            Argon2Function.getInstance(8, 1, 1, 32, Argon2.ID).hash(PASSWORD).getResult();

    private static @Nullable Original original;

    private final LocalStack stack;
    private final TestClock clock;

    AccountRows(LocalStack stack, TestClock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /// The account that the service itself made.
    private record Original(String tenantId, String userId, String name, String email, List<Row> rows) {}

    /// @param email what the owner signs in with
    /// @param ingestSecrets what the account's connectors sign with, by source
    record Copy(String tenantId, String email, Map<String, @Nullable Object> ingestSecrets) {}

    /// A new account: everything but its API key.
    Copy newAccount() {
        Original source = original(this);
        String tenantId = Ids.newTenant();
        String userId = new Ids(clock).next("u");
        String name = UUID.randomUUID().toString();
        String email = source.email.replace(source.name, name);
        List<Write> writes = new ArrayList<>();
        for (Row row : source.rows) {
            Row copied = copy(
                    row,
                    text -> text.replace(source.tenantId, tenantId)
                            .replace(source.userId, userId)
                            .replace(source.name, name));
            Attribute<Object> createdAt = Attribute.any("created_at");
            writes.add(Write.put(row.has(createdAt) ? copied.with(createdAt, clock.instant()) : copied));
        }
        writes.add(login(tenantId, userId, email));
        writes.add(Write.put(Row.of(Keys.listed(tenantId)).with(Attribute.any("created_at"), clock.instant())));
        Map<String, @Nullable Object> secrets = new LinkedHashMap<>();
        ConnectorSecrets connectors = new ConnectorSecrets(Account.table(stack), Account.cipher(stack), clock);
        for (Connector connector : Connector.values()) {
            Outcome<ConnectorSecrets.Issued> first = connectors.create(tenantId, connector);
            secrets.put(connector.label(), first.value().secret());
            writes.addAll(first.writes());
        }
        Account.table(stack).write(writes);
        return new Copy(tenantId, email, secrets);
    }

    private static Row copy(Row row, UnaryOperator<String> changed) {
        Map<String, Object> attributes = new LinkedHashMap<>(row.attributes());
        attributes.replaceAll((name, value) -> value instanceof String text ? changed.apply(text) : value);
        attributes.computeIfPresent("password", (name, hash) -> QUICK_HASH);
        return new Row(
                new Key(
                        changed.apply(row.key().partition()),
                        changed.apply(row.key().sort())),
                attributes);
    }

    /// A new member of an account's team.
    Account.Member newUser(Account account, Role role) {
        Row owner = account.user(account.email());
        String id = new Ids(clock).next("u");
        String email = UUID.randomUUID() + "@example.com";
        Row user = new Row(Keys.user(account.tenantId(), id), owner.attributes())
                .with(Attribute.any("email"), email)
                .with(Attribute.any("role"), role.label());
        Account.table(stack)
                .write(List.of(
                        Write.put(user),
                        login(account.tenantId(), id, email),
                        Quota.TEAM_MEMBERS.take(account.tenantId())));
        return new Account.Member(id, email, PASSWORD);
    }

    private static Write login(String tenantId, String userId, String email) {
        return Write.put(Row.of(Keys.login(email))
                .with(Attribute.any("tenant_id"), tenantId)
                .with(Attribute.any("user_id"), userId));
    }

    /// The account's rows, without those that hold a secret or count one.
    private List<Row> rows(String tenantId) {
        Key keys = Keys.allotment(tenantId, "api_keys");
        String connectors = Keys.connectorSecret(tenantId, "").sort();
        return Account.table(stack).query(Query.of(Keys.account(tenantId), "").after("!")).stream()
                .filter(row -> {
                    String sort = row.key().sort();
                    return !sort.startsWith(Keys.API_KEY) && !sort.startsWith(connectors) && !sort.equals(keys.sort());
                })
                .toList();
    }

    private static synchronized Original original(AccountRows first) {
        Original made = original;
        if (made == null) {
            made = first.make();
            original = made;
        }
        return made;
    }

    private Original make() {
        String name = UUID.randomUUID().toString();
        Map<String, String> event = Map.of(
                "name", "Account " + name, "currency", "EUR", "email", name + "@example.com", "password", PASSWORD);
        try {
            Map<String, @Nullable Object> answer =
                    Json.readObject(stack.invoke("CreateAccountFunction", Json.write(event)));
            Map<String, @Nullable Object> owner = Json.asObject(answer.get("owner"));
            String tenantId = (String) Objects.requireNonNull(answer.get("tenant_id"));
            return new Original(
                    tenantId,
                    (String) Objects.requireNonNull(owner.get("id")),
                    name,
                    (String) Objects.requireNonNull(owner.get("email")),
                    rows(tenantId));
        } catch (FunctionError e) {
            throw new AssertionError("The account cannot be made", e);
        }
    }
}
