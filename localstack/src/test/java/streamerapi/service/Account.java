package streamerapi.service;

import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// A streamer's account in a test: what its owner can do, and what stands in its rows.
///
/// @param apiKey a key with all scopes
/// @param email what its owner signs in with
public record Account(Service service, String tenantId, String apiKey, String email, String password) {

    /// Calls the API with the key of all scopes.
    public ApiClient api() {
        return new ApiClient(service.stack().authUrl(), apiKey);
    }

    /// Calls the API with a new key of these scopes alone.
    public ApiClient api(Scope... scopes) {
        return new ApiClient(service.stack().authUrl(), newKey(Set.of(scopes)));
    }

    /// A new key with these scopes.
    public String newKey(Set<Scope> scopes) {
        Ids ids = new Ids(service.clock());
        RateLimiter limiter = new RateLimiter(table(), service.clock(), BigDecimal.ONE);
        Credentials.NewKey key =
                new Credentials(table(), limiter, ids, service.clock()).newApiKey(tenantId, "Test key", scopes);
        table().write(List.of(key.write()));
        return key.secret().text();
    }

    /// The service's table, to look behind the API, or to prepare what the API cannot.
    public Table table() {
        return new Table(service.stack().engines().dynamoDb(), service.stack().tableName("Table"));
    }

    /// The envelopes of the account's events, oldest first.
    public List<String> events() {
        return table().query(Query.of(Keys.events(tenantId), "evt_")).stream()
                .map(row -> row.text("body"))
                .toList();
    }

    /// The types of the account's events, oldest first.
    public List<String> eventTypes() {
        return table().query(Query.of(Keys.events(tenantId), "evt_")).stream()
                .map(row -> row.text("type"))
                .toList();
    }

    /// The account's rows whose sort key begins with this.
    public List<Row> rows(String prefix) {
        return table().query(Query.of(Keys.account(tenantId), prefix));
    }

    /// Sends a tip, and tells its order id.
    public String tip(String name) {
        return (String) Objects.requireNonNull(
                api().post("/tips", Map.of("name", name)).expect(201).at("tip.order_id"));
    }
}
