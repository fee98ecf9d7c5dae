package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Allotment;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;

/// The webhook endpoints of an account; at most 20.
final class Endpoints {

    private static final String ID = "we_";

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    Endpoints(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// An endpoint and the secret that signs its deliveries, which is shown this once.
    record Created(Endpoint endpoint, String secret) {}

    /// All of them, oldest first.
    List<Endpoint> all(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + ID)).stream()
                .map(Endpoint::new)
                .toList();
    }

    /// @throws Problem `not_found`
    Endpoint get(String tenantId, String endpointId) {
        Row row = find(tenantId, endpointId);
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Endpoint(row);
    }

    /// @throws Problem when committed, `limit_reached`
    Outcome<Created> create(String tenantId, String url, @Nullable String description, List<String> events) {
        String secret = newSecret();
        Row row = Row.of(Keys.endpoint(tenantId, ids.next("we")))
                .with("url", url)
                .with("description", description)
                .with("events", events)
                .with("secret", secret)
                .with("is_active", true)
                .with("created_at", clock.instant());
        return Outcome.of(new Created(new Endpoint(row), secret))
                .writing(Write.put(row).when(Condition.noRow()), Allotment.WEBHOOK_ENDPOINTS.take(tenantId));
    }

    /// Its pending deliveries find it gone, and end.
    ///
    /// @throws Problem `not_found`
    Outcome<Endpoint> delete(String tenantId, String endpointId) {
        Endpoint endpoint = get(tenantId, endpointId);
        Write gone = Write.delete(endpoint.row().key())
                .when(Condition.rowExists())
                .orElse(current -> Problem.of(ErrorCode.NOT_FOUND));
        return Outcome.of(endpoint).writing(gone, Allotment.WEBHOOK_ENDPOINTS.giveBack(tenantId));
    }

    private @Nullable Row find(String tenantId, String endpointId) {
        return endpointId.startsWith(ID) ? table.get(Keys.endpoint(tenantId, endpointId)) : null;
    }

    /// `whsec_` and the base64 of 32 random bytes, so that Standard Webhooks' libraries take it too.
    private static String newSecret() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return "whsec_" + Base64.getEncoder().encodeToString(random);
    }
}
