package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.Connector;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.settings.Currencies;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes an account, its owner, and its first API key, with all scopes. The operator calls it; no route leads here.
///
/// With `{"new_password_for": "<email>"}` it gives a user another password instead, and answers `{"email",
/// "password"}`: for an owner who forgot it. The user's sessions end.
///
/// Event: `{"name": "…", "currency": "USD", "email": "…", "password": "…"}`; without a password the owner is given one.
/// Answer: `{"tenant_id", "api_key", "owner": {"id", "email", "password"}, "ingest_secrets": {"alpha", …}}`, with key,
/// password and secrets for the only time.
public final class CreateAccountFunction extends LambdaFunction {

    private final Services services;

    public CreateAccountFunction() {
        this(Environment.ofProcess());
    }

    public CreateAccountFunction(Environment environment) {
        super(environment);
        this.services = new Services(environment);
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        if (event.get("new_password_for") instanceof String forgetful) {
            return Json.write(newPassword(forgetful, event.get("password")));
        }
        if (!(event.get("name") instanceof String name) || name.isBlank()) {
            throw new IllegalArgumentException("name must say what the account is called");
        }
        if (!(event.get("currency") instanceof String currency) || !Currencies.isKnown(currency)) {
            throw new IllegalArgumentException("currency must be an ISO 4217 code, USD for one");
        }
        if (!(event.get("email") instanceof String email)) {
            throw new IllegalArgumentException("email must say how the owner signs in");
        }
        String password = event.get("password") instanceof String chosen ? chosen : PasswordHash.newPassword();
        String tenantId = Ids.newTenant();
        Instant now = services.clock().instant();
        Row account = Row.of(Keys.profile(tenantId))
                .with("name", name)
                .with("currency", currency)
                .with("created_at", now);
        Outcome<ApiKeys.Issued> key = new ApiKeys(
                        services.table(), services.credentials(), services.ids(), services.clock())
                .create(tenantId, ApiKey.Chosen.of("First key", Scope.all()));
        Outcome<User> team = new Team(services.table(), services.credentials(), services.ids(), services.clock())
                .add(tenantId, email, password, Role.OWNER);
        Outcome<Map<String, String>> secrets = ingestSecrets(tenantId);
        User owner = services.outbox()
                .commit(
                        tenantId,
                        null,
                        team.and(key)
                                .and(secrets)
                                .writing(
                                        Write.put(account).when(Condition.noRow()),
                                        Write.put(Row.of(Keys.listed(tenantId)).with("created_at", now))));
        WideLine.of("account created")
                .with("tenant_id", tenantId)
                .with("credential", key.value().key().id())
                .with("user", owner.id())
                .write();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("tenant_id", tenantId);
        answer.put("api_key", key.value().secret().text());
        answer.put("owner", Map.of("id", owner.id(), "email", owner.email(), "password", password));
        answer.put("ingest_secrets", secrets.value());
        return Json.write(answer);
    }

    private Map<String, String> newPassword(String email, @Nullable Object chosen) {
        String password = chosen instanceof String text ? text : PasswordHash.newPassword();
        Team team = new Team(services.table(), services.credentials(), services.ids(), services.clock());
        User user = services.outbox().commit("", null, team.replacePassword(email, password));
        WideLine.of("password replaced").with("user", user.id()).write();
        return Map.of("email", user.email(), "password", password);
    }

    /// The first secrets of the account's connectors, by source.
    private Outcome<Map<String, String>> ingestSecrets(String tenantId) {
        ConnectorSecrets secrets = new ConnectorSecrets(services.table(), services.clock());
        Outcome<Map<String, String>> all = Outcome.of(new LinkedHashMap<>());
        for (Connector connector : Connector.values()) {
            Outcome<ConnectorSecrets.Issued> first = secrets.first(tenantId, connector);
            all.value().put(connector.label(), first.value().secret());
            all = all.and(first);
        }
        return all;
    }
}
