package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.OwnedEndpoints;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Allotment;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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

    /// A new endpoint. One that an app makes belongs to its authorization.
    ///
    /// @throws Problem `missing_scope` if it is an app's and names what the app may not see; when committed,
    /// `limit_reached`
    Outcome<Created> create(Principal by, String url, @Nullable String description, List<String> events) {
        String tenantId = by.tenantId();
        String secret = Signature.newSecret();
        Row row = Row.of(Keys.endpoint(tenantId, ids.next("we")))
                .with("url", url)
                .with("description", description)
                .with("events", events)
                .with("secret", secret)
                .with("is_active", true)
                .with("created_at", clock.instant());
        Endpoint made = new Endpoint(Maker.of(by).in(row));
        if (!(by instanceof Caller caller) || !caller.isApp()) {
            return created(made, secret);
        }
        Endpoint endpoint = made.ofApp(caller);
        endpoint.checkSubscription(events);
        return created(endpoint, secret).writing(OwnedEndpoints.adding(caller, endpoint.id()));
    }

    private static Outcome<Created> created(Endpoint endpoint, String secret) {
        return Outcome.of(new Created(endpoint, secret))
                .writing(
                        Write.put(endpoint.row()).when(Condition.noRow()),
                        Allotment.WEBHOOK_ENDPOINTS.take(tenantOf(endpoint)));
    }

    private static String tenantOf(Endpoint endpoint) {
        return Keys.tenantOf(endpoint.row().key().partition());
    }

    /// Changes to an endpoint; null leaves a field as it is.
    ///
    /// @param describes whether the description changes, to `description` or (null) to none
    record Changes(
            @Nullable String url,
            boolean describes,
            @Nullable String description,
            @Nullable List<String> events,
            @Nullable Boolean isActive) {}

    /// Changes an endpoint. To make one active again forgives its failures; to make one inactive ends its deliveries.
    ///
    /// @throws Problem `missing_scope` if it is an app's and is to get what the app may not see
    Outcome<Endpoint> change(Endpoint endpoint, Changes changes) {
        Row row = endpoint.row();
        if (changes.url() != null) {
            row = row.with("url", changes.url());
        }
        if (changes.describes()) {
            row = row.with("description", changes.description());
        }
        if (changes.events() != null) {
            endpoint.checkSubscription(changes.events());
            row = row.with("events", changes.events());
        }
        if (changes.isActive() != null) {
            row = row.with("is_active", changes.isActive());
        }
        if (Boolean.TRUE.equals(changes.isActive())) {
            row = row.with("disabled_reason", null)
                    .with("consecutive_failures", null)
                    .with("failing_since", null);
            row = endpoint.isActive() ? row : row.with("active_since", clock.instant());
        }
        Outcome<Endpoint> changed = Outcome.of(new Endpoint(row));
        return row.equals(endpoint.row()) ? changed : changed.writing(difference(endpoint.row(), row));
    }

    /// Gives an endpoint a new secret. For the overlap deliveries are signed with both.
    Outcome<Created> rotateSecret(Endpoint endpoint, Duration overlap) {
        String secret = Signature.newSecret();
        Row row = endpoint.row().with("secret", secret).with("previous_secret", null);
        row = row.with("previous_secret_until", null);
        if (!overlap.isZero()) {
            row = row.with("previous_secret", endpoint.secret())
                    .with("previous_secret_until", clock.instant().plus(overlap));
        }
        Write write = difference(endpoint.row(), row).alsoWhen(Condition.equal("secret", endpoint.secret()));
        return Outcome.of(new Created(new Endpoint(row), secret)).writing(write);
    }

    /// Its pending deliveries find it gone, and end.
    Outcome<Endpoint> delete(Endpoint endpoint) {
        Write gone = Write.delete(endpoint.row().key())
                .when(Condition.rowExists())
                .orElse(current -> Problem.of(ErrorCode.NOT_FOUND));
        Outcome<Endpoint> deleted =
                Outcome.of(endpoint).writing(gone, Allotment.WEBHOOK_ENDPOINTS.giveBack(tenantOf(endpoint)));
        return endpoint.isOfApp()
                ? deleted.writing(
                        OwnedEndpoints.removing(endpoint.authorization(), endpoint.authorizationId(), endpoint.id()))
                : deleted;
    }

    /// The write that makes one row of the other, and touches nothing that is the same in both.
    private static Write difference(Row before, Row after) {
        Write write = Write.update(before.key());
        Set<String> names = new LinkedHashSet<>(before.attributes().keySet());
        names.addAll(after.attributes().keySet());
        for (String name : names) {
            Object value = after.attributes().get(name);
            if (!Objects.equals(before.attributes().get(name), value)) {
                write.set(name, value);
            }
        }
        return write.when(Condition.rowExists())
                .orElse(current ->
                        current == null ? Problem.of(ErrorCode.NOT_FOUND) : new Contention("the endpoint changed"));
    }

    private @Nullable Row find(String tenantId, String endpointId) {
        return endpointId.startsWith(ID) ? table.get(Keys.endpoint(tenantId, endpointId)) : null;
    }
}
