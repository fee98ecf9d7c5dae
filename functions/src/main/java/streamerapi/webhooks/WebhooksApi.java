package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import static streamerapi.shared.auth.Scope.WEBHOOKS_MANAGE;
import static streamerapi.shared.http.Route.delete;
import static streamerapi.shared.http.Route.get;
import static streamerapi.shared.http.Route.patch;
import static streamerapi.shared.http.Route.post;

/// The endpoints that manage webhook endpoints (spec "Webhook endpoints", contract "REST").
public final class WebhooksApi {

    private static final Set<String> STATUSES = Set.of(Delivery.PENDING, Delivery.SUCCEEDED, Delivery.FAILED);

    private static final Duration LONGEST_RECOVERY = Duration.ofDays(30);

    private final Endpoints endpoints;
    private final Deliveries deliveries;
    private final Redelivery redelivery;
    private final InstantSource clock;
    private final boolean allowPrivate;

    WebhooksApi(
            Endpoints endpoints,
            Deliveries deliveries,
            Redelivery redelivery,
            InstantSource clock,
            boolean allowPrivate) {
        this.endpoints = endpoints;
        this.deliveries = deliveries;
        this.redelivery = redelivery;
        this.clock = clock;
        this.allowPrivate = allowPrivate;
    }

    /// Every route below `/webhook-endpoints` and `/webhook-deliveries`.
    public Api api() {
        return Api.of(
                get("/webhook-endpoints", WEBHOOKS_MANAGE, this::list),
                post("/webhook-endpoints", WEBHOOKS_MANAGE, this::create),
                get("/webhook-endpoints/{endpointId}", WEBHOOKS_MANAGE, this::show),
                patch("/webhook-endpoints/{endpointId}", WEBHOOKS_MANAGE, this::change),
                delete("/webhook-endpoints/{endpointId}", WEBHOOKS_MANAGE, this::remove),
                post("/webhook-endpoints/{endpointId}/rotate-secret", WEBHOOKS_MANAGE, this::rotateSecret),
                post("/webhook-endpoints/{endpointId}/ping", WEBHOOKS_MANAGE, this::ping)
                        .acting(),
                get("/webhook-endpoints/{endpointId}/deliveries", WEBHOOKS_MANAGE, this::deliveries),
                post("/webhook-endpoints/{endpointId}/recover", WEBHOOKS_MANAGE, this::recover)
                        .acting(),
                post("/webhook-deliveries/{deliveryId}/redeliver", WEBHOOKS_MANAGE, this::redeliver)
                        .acting());
    }

    private Outcome<Response> list(Request request) {
        List<Map<String, @Nullable Object>> all = seen(endpoints.all(request.tenantId()), request).stream()
                .map(Endpoint::json)
                .toList();
        return Outcome.of(Response.ok(Map.of("endpoints", all)));
    }

    private Outcome<Response> create(Request request) {
        Body body = request.body();
        String url = EndpointUrl.check(body.text("url", 1, 2_048), allowPrivate);
        String description = body.textOrNull("description", 200);
        List<String> events = events(body.textsOrNull("events"));
        return endpoints
                .create(request.principal(), url, description, events)
                .map(created -> Response.created(withSecret(created)).showingSecret());
    }

    private Outcome<Response> change(Request request) {
        Body body = request.body();
        String url = body.textOrNull("url", 2_048);
        String description = body.textOrNull("description", 200);
        List<String> events = body.textsOrNull("events");
        Endpoints.Changes changes = new Endpoints.Changes(
                url == null ? null : EndpointUrl.check(url, allowPrivate),
                body.wasSent("description"),
                description,
                events == null ? null : events(events),
                body.flagOrNull("is_active"));
        return endpoints
                .change(endpoint(request), changes)
                .map(endpoint -> Response.ok(Map.of("endpoint", endpoint.json())));
    }

    private Outcome<Response> rotateSecret(Request request) {
        Duration overlap = Duration.ofSeconds(request.body().wholeNumber("overlap_seconds", 0, 86_400, 0));
        return endpoints
                .rotateSecret(endpoint(request), overlap)
                .map(rotated -> Response.ok(withSecret(rotated)).showingSecret());
    }

    private Outcome<Response> ping(Request request) {
        String label = request.body().textOrNull("event_type", 64);
        EventType type = EventType.of(label == null ? EventType.PING.label() : label)
                .orElseThrow(() -> Problem.badField("event_type", "event_type is not an event type"));
        return Outcome.of(Response.ok(success("delivery", redelivery.ping(endpoint(request), type))));
    }

    private Outcome<Response> redeliver(Request request) {
        Delivery delivery = deliveries.get(request.tenantId(), request.parameter("deliveryId"));
        Endpoint endpoint =
                endpoints.get(request.tenantId(), delivery.endpointId()).seenBy(request.principal());
        return Outcome.of(
                Response.json(202, success("delivery", redelivery.again(request.tenantId(), endpoint, delivery))));
    }

    private Outcome<Response> recover(Request request) {
        Instant since = request.body().instant("since");
        if (since.isBefore(clock.instant().minus(LONGEST_RECOVERY))) {
            throw Problem.badField("since", "since must be at most 30 days back");
        }
        int recovered = redelivery.recover(request.tenantId(), endpoint(request), since);
        return Outcome.of(Response.json(202, success("recovered", recovered)));
    }

    private static Map<String, @Nullable Object> withSecret(Endpoints.Created created) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("endpoint", created.endpoint().json());
        answer.put("secret", created.secret());
        return answer;
    }

    private static Map<String, @Nullable Object> success(String name, Object value) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("success", true);
        answer.put(name, value);
        return answer;
    }

    private Outcome<Response> show(Request request) {
        return Outcome.of(Response.ok(Map.of("endpoint", endpoint(request).json())));
    }

    /// The endpoint that the path names. It waits for the sender, so what else is read is read before.
    private Endpoint endpoint(Request request) {
        return endpoints
                .get(request.tenantId(), request.parameter("endpointId"))
                .seenBy(request.principal());
    }

    private static List<Endpoint> seen(List<Endpoint> all, Request request) {
        return all.stream()
                .filter(endpoint -> endpoint.isSeenBy(request.principal()))
                .toList();
    }

    private Outcome<Response> remove(Request request) {
        return endpoints.delete(endpoint(request)).map(endpoint -> Response.success());
    }

    private Outcome<Response> deliveries(Request request) {
        String status = request.query("status");
        if (status != null && !STATUSES.contains(status)) {
            throw Problem.badField("status", "status must be pending, succeeded or failed");
        }
        int limit = request.queryNumber("limit", 1, 100, 25);
        Endpoint endpoint = endpoints.get(request.tenantId(), request.parameter("endpointId"));
        Map<String, @Nullable Object> page =
                deliveries.page(request.tenantId(), endpoint.id(), limit, request.query("before"), status);
        endpoint.seenBy(request.principal());
        return Outcome.of(Response.ok(page));
    }

    private static List<String> events(@Nullable List<String> sent) {
        if (sent == null) {
            return List.of(Endpoint.ALL);
        }
        if (sent.isEmpty()) {
            throw Problem.badField("events", "events must name at least one event type, or be [\"*\"]");
        }
        for (String type : sent) {
            boolean known = type.equals(Endpoint.ALL)
                    || EventType.of(type).filter(EventType::subscribable).isPresent();
            if (!known) {
                throw Problem.badField(
                        "events",
                        "events names a type that cannot be subscribed to: "
                                + Objects.toString(type).substring(0, Math.min(64, type.length())));
            }
        }
        return sent.contains(Endpoint.ALL)
                ? List.of(Endpoint.ALL)
                : sent.stream().distinct().toList();
    }
}
