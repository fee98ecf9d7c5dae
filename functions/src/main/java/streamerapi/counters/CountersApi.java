package streamerapi.counters;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.Map;

import static streamerapi.shared.auth.Scope.COUNTERS_MANAGE;
import static streamerapi.shared.http.Route.delete;
import static streamerapi.shared.http.Route.get;
import static streamerapi.shared.http.Route.post;
import static streamerapi.shared.http.Route.put;

/// The endpoints of the counters (spec "Counters", contract "REST").
public final class CountersApi {

    private final Counters counters;

    public CountersApi(Counters counters) {
        this.counters = counters;
    }

    /// Every route below `/counters`.
    public Api api() {
        return Api.of(
                get("/counters", COUNTERS_MANAGE, this::list),
                get("/counters/{name}", COUNTERS_MANAGE, this::show),
                put("/counters/{name}", COUNTERS_MANAGE, this::set),
                delete("/counters/{name}", COUNTERS_MANAGE, this::remove),
                post("/counters/{name}/increment", COUNTERS_MANAGE, this::increment));
    }

    private Outcome<Response> list(Request request) {
        return Outcome.of(Response.ok(Map.of("counters", counters.all(request.tenantId()))));
    }

    private Outcome<Response> show(Request request) {
        return Outcome.of(Response.ok(json(counters.find(request.tenantId(), request.parameter("name")))));
    }

    private Outcome<Response> set(Request request) {
        Long value = request.body().wholeNumberOrNull("value", -Counter.LARGEST, Counter.LARGEST);
        if (value == null) {
            throw Problem.badField("value", "value is required");
        }
        return counters.put(request.tenantId(), request.parameter("name"), value)
                .map(put -> put.isNew() ? Response.created(json(put.counter())) : Response.ok(json(put.counter())));
    }

    private Outcome<Response> increment(Request request) {
        Long amount = request.body().wholeNumberOrNull("amount", -Counter.LARGEST, Counter.LARGEST);
        return counters.increment(request.tenantId(), request.parameter("name"), amount == null ? 1 : amount)
                .map(counter -> Response.ok(json(counter)));
    }

    private Outcome<Response> remove(Request request) {
        return counters.delete(request.tenantId(), request.parameter("name")).map(counter -> Response.success());
    }

    private static Map<String, ?> json(Counter counter) {
        return Map.of("counter", counter.json());
    }
}
