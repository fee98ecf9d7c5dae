package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.settings.Currencies;
import streamerapi.settings.Settings;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes an account and its owner, and lets an owner in who forgot the password. The operator calls it; no route leads
/// here.
///
/// Events and their answers:
///
/// - `{"name": "…", "currency": "USD", "email": "…", "sign_in": "link"}`: an account without a secret. Answers
///   `{"tenant_id", "owner": {"id", "email"}, "sign_in_url", "expires_at"}`, a link by which the owner chooses a
///   password, once and within 7 days.
/// - The same without `sign_in`, with or without a `password`: an account with its first API key, of all scopes, and
///   its connectors' first secrets. Answers `{"tenant_id", "api_key", "owner": {"id", "email", "password"},
///   "ingest_secrets": {"alpha", …}}`, for the only time; without a password the owner is given one.
/// - `{"sign_in_link_for": "<email>"}`: a link by which a user chooses another password, once and within a day. Answers
///   `{"email", "sign_in_url", "expires_at"}`.
/// - `{"new_password_for": "<email>"}`, with or without a `password`: another password at once, which ends the user's
///   sessions. Answers `{"email", "password"}`.
public final class CreateAccountFunction extends LambdaFunction {

    private static final String LINK = "link";

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
        if (event.get("sign_in_link_for") instanceof String forgetful) {
            return Json.write(newLink(forgetful));
        }
        NewAccount account = NewAccount.of(event);
        Object signIn = event.get("sign_in");
        if (signIn != null && !signIn.equals(LINK)) {
            throw new IllegalArgumentException("sign_in must be link, or absent");
        }
        return Json.write(signIn == null ? withSecrets(account, event.get("password")) : withLink(account));
    }

    /// An account that is to be made.
    private record NewAccount(String tenantId, String name, String currency, String email) {

        /// The most characters of a name: the owner must be able to type it to delete the account.
        private static final int MAX_NAME = 64;

        /// @throws IllegalArgumentException that names the field
        static NewAccount of(Map<String, @Nullable Object> event) {
            if (!(event.get("name") instanceof String name) || name.isBlank()) {
                throw new IllegalArgumentException("name is required: the account's name");
            }
            if (name.codePointCount(0, name.length()) > MAX_NAME) {
                throw new IllegalArgumentException("name must have at most " + MAX_NAME + " characters");
            }
            if (!(event.get("currency") instanceof String currency) || !Currencies.isKnown(currency)) {
                throw new IllegalArgumentException("currency must be an ISO 4217 code, such as USD");
            }
            if (!(event.get("email") instanceof String email)) {
                throw new IllegalArgumentException("email is required: the address that the owner signs in with");
            }
            return new NewAccount(Ids.newTenant(), name, currency, email);
        }
    }

    private Map<String, @Nullable Object> withLink(NewAccount account) {
        Team.Issued owner = committed(account, team().inviteOwner(account.tenantId(), account.email()));
        created(account, owner.user()).write();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("tenant_id", account.tenantId());
        answer.put(
                "owner", Map.of("id", owner.user().id(), "email", owner.user().email()));
        answer.putAll(shown(owner));
        return answer;
    }

    private Map<String, @Nullable Object> withSecrets(NewAccount account, @Nullable Object chosen) {
        String password = chosen instanceof String text ? text : PasswordHash.newPassword();
        Outcome<ApiKeys.Issued> key = new ApiKeys(
                        services.table(), services.credentials(), services.ids(), services.clock())
                .create(account.tenantId(), ApiKey.Chosen.of("First key", Scope.all()));
        Outcome<Map<String, String>> secrets = ingestSecrets(account.tenantId());
        User owner = committed(
                account,
                team().add(account.tenantId(), account.email(), password, Role.OWNER)
                        .and(key)
                        .and(secrets));
        created(account, owner).with("credential", key.value().key().id()).write();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("tenant_id", account.tenantId());
        answer.put("api_key", key.value().secret().text());
        answer.put("owner", Map.of("id", owner.id(), "email", owner.email(), "password", password));
        answer.put("ingest_secrets", secrets.value());
        return answer;
    }

    /// Commits a new account and its first rows.
    private <T> T committed(NewAccount account, Outcome<T> beginnings) {
        Instant now = services.clock().instant();
        Row profile = Row.of(Keys.profile(account.tenantId()))
                .with(Settings.NAME, account.name())
                .with(Settings.CURRENCY, account.currency())
                .with(Settings.CREATED_AT, now);
        Row listed = Row.of(Keys.listed(account.tenantId())).with(Settings.CREATED_AT, now);
        return services.outbox()
                .commit(
                        account.tenantId(),
                        null,
                        beginnings.writing(Write.put(profile).when(Condition.noRow()), Write.put(listed)));
    }

    private static LogLine created(NewAccount account, User owner) {
        return LogLine.of("account created")
                .with("tenant_id", account.tenantId())
                .with("user", owner.id());
    }

    private Map<String, String> newPassword(String email, @Nullable Object chosen) {
        String password = chosen instanceof String text ? text : PasswordHash.newPassword();
        User user = services.outbox().commit("", null, team().replacePassword(email, password));
        LogLine.of("password replaced").with("user", user.id()).write();
        return Map.of("email", user.email(), "password", password);
    }

    private Map<String, @Nullable Object> newLink(String email) {
        Team.Issued issued = services.outbox().commit("", null, team().link(email));
        LogLine.of("sign-in link made").with("user", issued.user().id()).write();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("email", issued.user().email());
        answer.putAll(shown(issued));
        return answer;
    }

    private Map<String, String> shown(Team.Issued issued) {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("sign_in_url", issued.link().url(services.environment().required("AUTH_URL")));
        shown.put("expires_at", issued.expiresAt().toString());
        return shown;
    }

    private Team team() {
        return new Team(services.table(), services.credentials(), services.ids(), services.clock());
    }

    /// The first secrets of the account's connectors, by source.
    private Outcome<Map<String, String>> ingestSecrets(String tenantId) {
        ConnectorSecrets secrets = new ConnectorSecrets(services.table(), services.secrets(), services.clock());
        Outcome<Map<String, String>> all = Outcome.of(new LinkedHashMap<>());
        for (Connector connector : Connector.values()) {
            Outcome<ConnectorSecrets.Issued> first = secrets.create(tenantId, connector);
            all.value().put(connector.label(), first.value().secret());
            all = all.and(first);
        }
        return all;
    }
}
