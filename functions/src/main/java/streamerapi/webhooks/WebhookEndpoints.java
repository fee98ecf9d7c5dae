package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.OwnedEndpoints;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The webhook endpoints of an account; at most 20.
final class WebhookEndpoints {

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    WebhookEndpoints(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// An endpoint and the secret that signs its deliveries, which is shown this once.
    record Issued(WebhookEndpoint endpoint, String secret) {

        static final Schema<Issued> SCHEMA = Schema.shown("CreatedEndpoint", "An endpoint and its secret.", s -> {
            s.object("endpoint", Issued::endpoint, WebhookEndpoint.SCHEMA);
            s.text("secret", Issued::secret)
                    .secret()
                    .matching(Signature.SECRET, "be a signing secret")
                    .doc("The signing secret: `whsec_` and 32 bytes in base64. Shown only once.")
                    .example(Signature.SECRET_EXAMPLE);
        });
    }

    /// All of them, oldest first.
    List<WebhookEndpoint> all(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + WebhookEndpoint.PREFIX)).stream()
                .map(WebhookEndpoint::new)
                .toList();
    }

    /// @throws Problem `not_found`
    WebhookEndpoint get(String tenantId, String endpointId) {
        Row row = find(tenantId, endpointId);
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new WebhookEndpoint(row);
    }

    /// A new endpoint. An endpoint that an app makes belongs to the app's authorization.
    ///
    /// @throws Problem `missing_scope` if it is an app's and names what the app may not see; when committed,
    /// `limit_reached`
    Outcome<Issued> create(Principal by, EndpointFields fields) {
        String tenantId = by.tenantId();
        String secret = Signature.newSecret();
        Row row = fields.in(Row.of(Keys.endpoint(tenantId, ids.next("we"))))
                .with(WebhookEndpoint.SECRET, secret)
                .with(WebhookEndpoint.CREATED_AT, clock.instant());
        WebhookEndpoint made = new WebhookEndpoint(Maker.of(by).in(row));
        if (!(by instanceof Caller caller) || !caller.isApp()) {
            return created(made, secret, null);
        }
        WebhookEndpoint endpoint = made.ofApp(caller);
        endpoint.checkSubscription(fields.events());
        return created(endpoint, secret, caller.app()).writing(OwnedEndpoints.adding(caller, endpoint.id()));
    }

    private static Outcome<Issued> created(WebhookEndpoint endpoint, String secret, @Nullable String app) {
        return Outcome.of(new Issued(endpoint, secret))
                .writing(
                        Write.put(endpoint.row()).when(Condition.noRow()),
                        Quota.WEBHOOK_ENDPOINTS.takeBy(tenantOf(endpoint), app));
    }

    private static String tenantOf(WebhookEndpoint endpoint) {
        return Keys.tenantOf(endpoint.key().partition());
    }

    /// Changes an endpoint. To make one active again forgives its failures; to make one inactive ends its deliveries.
    /// Another address begins its own five days.
    ///
    /// @throws Problem `missing_scope` if it is an app's and is to get what the app may not see
    Outcome<WebhookEndpoint> change(WebhookEndpoint endpoint, Changes<EndpointFields> changes) {
        EndpointFields fields = changes.appliedTo(endpoint.fields(), Map.of());
        if (changes.names("events")) {
            endpoint.checkSubscription(fields.events());
        }
        Row row = fields.in(endpoint.row());
        if (changes.names("is_active") && fields.isActive()) {
            row = row.with(WebhookEndpoint.DISABLED_REASON, null)
                    .with(WebhookEndpoint.CONSECUTIVE_FAILURES, null)
                    .with(WebhookEndpoint.FAILING_SINCE, null);
            row = endpoint.isActive()
                    ? CircuitBreaker.probed(row)
                    : CircuitBreaker.closed(row).with(WebhookEndpoint.ACTIVE_SINCE, clock.instant());
        }
        if (!fields.url().equals(endpoint.url())) {
            row = CircuitBreaker.probed(row).with(WebhookEndpoint.FAILING_SINCE, null);
        }
        Outcome<WebhookEndpoint> changed = Outcome.of(new WebhookEndpoint(row));
        return row.equals(endpoint.row()) ? changed : changed.writing(difference(endpoint.row(), row));
    }

    /// Gives an endpoint a new secret. For the overlap deliveries are signed with both.
    Outcome<Issued> rotateSecret(WebhookEndpoint endpoint, Duration overlap) {
        String secret = Signature.newSecret();
        Row row = endpoint.row().with(WebhookEndpoint.SECRET, secret).with(WebhookEndpoint.PREVIOUS_SECRET, null);
        row = row.with(WebhookEndpoint.PREVIOUS_SECRET_UNTIL, null);
        if (!overlap.isZero()) {
            row = row.with(WebhookEndpoint.PREVIOUS_SECRET, endpoint.secret())
                    .with(WebhookEndpoint.PREVIOUS_SECRET_UNTIL, clock.instant().plus(overlap));
        }
        Write write = difference(endpoint.row(), row)
                .marked(WebhookEndpoint.SECRET, secret)
                .alsoWhen(Condition.equal(WebhookEndpoint.SECRET, endpoint.secret()));
        return Outcome.of(new Issued(new WebhookEndpoint(row), secret)).writing(write);
    }

    /// Its pending deliveries find it gone, and end.
    Outcome<WebhookEndpoint> delete(WebhookEndpoint endpoint) {
        Write gone =
                Write.delete(endpoint.key()).when(unchanged(endpoint.row())).orElse(WebhookEndpoints::refusal);
        Outcome<WebhookEndpoint> deleted = Outcome.of(endpoint)
                .writing(gone, Quota.WEBHOOK_ENDPOINTS.giveBackBy(tenantOf(endpoint), endpoint.countedApp()));
        return endpoint.isOfApp()
                ? deleted.writing(
                        OwnedEndpoints.removing(endpoint.authorization(), endpoint.authorizationId(), endpoint.id()))
                : deleted;
    }

    /// The write that makes one row of the other, and touches nothing that is the same in both.
    private static Write difference(Row before, Row after) {
        return Write.update(before.key())
                .change(before, after)
                .when(unchanged(before))
                .orElse(WebhookEndpoints::refusal);
    }

    private static Condition unchanged(Row endpoint) {
        return Condition.all(Condition.rowExists(), EndpointFields.unchanged(endpoint));
    }

    private static RuntimeException refusal(@Nullable Row current) {
        return current == null ? Problem.of(ErrorCode.NOT_FOUND) : new WriteConflict("the endpoint changed");
    }

    private @Nullable Row find(String tenantId, String endpointId) {
        return endpointId.startsWith(WebhookEndpoint.PREFIX) ? table.get(Keys.endpoint(tenantId, endpointId)) : null;
    }
}
