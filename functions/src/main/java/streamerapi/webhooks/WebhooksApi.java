package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Body;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import static streamerapi.shared.auth.Scope.WEBHOOKS_MANAGE;
import static streamerapi.shared.http.Route.delete;
import static streamerapi.shared.http.Route.get;
import static streamerapi.shared.http.Route.post;

/// The endpoints that manage webhook endpoints (spec "Webhook endpoints", contract "REST").
public final class WebhooksApi {

    private static final Set<String> STATUSES = Set.of(Delivery.PENDING, Delivery.SUCCEEDED, Delivery.FAILED);

    private final Endpoints endpoints;
    private final Deliveries deliveries;
    private final boolean allowPrivate;

    WebhooksApi(Endpoints endpoints, Deliveries deliveries, boolean allowPrivate) {
        this.endpoints = endpoints;
        this.deliveries = deliveries;
        this.allowPrivate = allowPrivate;
    }

    /// Every route below `/webhook-endpoints`.
    public Api api() {
        return Api.of(
                get("/webhook-endpoints", WEBHOOKS_MANAGE, this::list),
                post("/webhook-endpoints", WEBHOOKS_MANAGE, this::create),
                get("/webhook-endpoints/{endpointId}", WEBHOOKS_MANAGE, this::show),
                delete("/webhook-endpoints/{endpointId}", WEBHOOKS_MANAGE, this::remove),
                get("/webhook-endpoints/{endpointId}/deliveries", WEBHOOKS_MANAGE, this::deliveries));
    }

    private Outcome<Response> list(Request request) {
        List<Map<String, @Nullable Object>> all =
                endpoints.all(request.tenantId()).stream().map(Endpoint::json).toList();
        return Outcome.of(Response.ok(Map.of("endpoints", all)));
    }

    private Outcome<Response> create(Request request) {
        Body body = request.body();
        String url = EndpointUrl.check(body.text("url", 1, 2_048), allowPrivate);
        String description = body.textOrNull("description", 200);
        List<String> events = events(body.textsOrNull("events"));
        return endpoints.create(request.tenantId(), url, description, events).map(created -> {
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("endpoint", created.endpoint().json());
            answer.put("secret", created.secret());
            return Response.created(answer);
        });
    }

    private Outcome<Response> show(Request request) {
        Endpoint endpoint = endpoints.get(request.tenantId(), request.parameter("endpointId"));
        return Outcome.of(Response.ok(Map.of("endpoint", endpoint.json())));
    }

    private Outcome<Response> remove(Request request) {
        return endpoints
                .delete(request.tenantId(), request.parameter("endpointId"))
                .map(endpoint -> Response.success());
    }

    private Outcome<Response> deliveries(Request request) {
        String status = request.query("status");
        if (status != null && !STATUSES.contains(status)) {
            throw Problem.badField("status", "status must be pending, succeeded or failed");
        }
        int limit = request.queryNumber("limit", 1, 100, 25);
        Endpoint endpoint = endpoints.get(request.tenantId(), request.parameter("endpointId"));
        return Outcome.of(Response.ok(
                deliveries.page(request.tenantId(), endpoint.id(), limit, request.query("before"), status)));
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
