package streamerapi.counters;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.function.Function;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.COUNTERS_MANAGE;
import static streamerapi.shared.events.EventType.COUNTER_UPDATED;

/// Counters (spec "Counters", contract "REST").
public final class CountersModule implements Module {

    private final Counters counters;
    private final Function<String, List<Write>> rereading;

    /// @param rereading the writes that have an account's overlays read its counters anew
    public CountersModule(Services services, Function<String, List<Write>> rereading) {
        this.counters = new Counters(services.table(), services.clock());
        this.rereading = rereading;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/counters", "listCounters", "List the counters")
                        .scope(COUNTERS_MANAGE)
                        .dashboard(MODERATOR)
                        .doc("Every counter, ordered by name.")
                        .answers(Answer.list("counters", Counter.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(counters.all(call.tenantId()))),
                Endpoint.get("/counters/{name}", "getCounter", "Read a counter")
                        .scope(COUNTERS_MANAGE)
                        .dashboard(MODERATOR)
                        .answers(Answer.ok("counter", Counter.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(counters.find(call.tenantId(), call.path("name")))),
                Endpoint.put("/counters/{name}", "setCounter", "Set a counter")
                        .scope(COUNTERS_MANAGE)
                        .dashboard(MODERATOR)
                        .doc("Sets the value, and creates the counter if it does not exist. Setting the value that it"
                                + " already has changes nothing and sends no event.")
                        .body(Counter.NewValue.SCHEMA)
                        .answers(Answer.saved("counter", Counter.SCHEMA))
                        .refuses(ErrorCode.LIMIT_REACHED)
                        .emits(COUNTER_UPDATED)
                        .handles(call -> counters.put(
                                call.tenantId(), call.path("name"), call.body().value(), source(call), call::app)),
                Endpoint.delete("/counters/{name}", "deleteCounter", "Delete a counter")
                        .scope(COUNTERS_MANAGE)
                        .dashboard(MODERATOR)
                        .doc("No event tells of it. Overlays are sent the command `counts`, and show it no more.")
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> counters.delete(call.tenantId(), call.path("name"))
                                .writing(rereading.apply(call.tenantId()))),
                Endpoint.post("/counters/{name}/increment", "incrementCounter", "Add to a counter")
                        .scope(COUNTERS_MANAGE)
                        .dashboard(MODERATOR)
                        .doc("A negative amount subtracts. Every increment counts, however many arrive at the same"
                                + " time. A sum outside the range of `value` is refused with 400 and changes nothing.")
                        .body(Counter.Increment.SCHEMA)
                        .answers(Answer.ok("counter", Counter.SCHEMA))
                        .emits(COUNTER_UPDATED)
                        .speculative()
                        .handles(call -> counters.add(
                                call.tenantId(), call.path("name"), call.body().amount(), source(call))));
    }

    private static Counters.Source source(Call<?> call) {
        return call.isOfDashboard() ? Counters.Source.DASHBOARD : Counters.Source.API;
    }
}
