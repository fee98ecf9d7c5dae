package streamerapi.timers;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.tasks.Host;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.TIMERS_MANAGE;

/// Chat timers (spec "Chat timers", contract "REST").
public final class TimersModule implements Module {

    private final ChatTimers timers;

    public TimersModule(Services services) {
        this.timers = new ChatTimers(services.table(), services.ids(), services.clock(), Host::random);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/timers", "listTimers", "List the chat timers")
                        .scope(TIMERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Every timer, oldest first.")
                        .answers(Answer.list("timers", ChatTimer.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(timers.all(call.tenantId()))),
                Endpoint.get("/timers/{timerId}", "getTimer", "Read a chat timer")
                        .scope(TIMERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .answers(Answer.ok("timer", ChatTimer.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(timers.find(call.tenantId(), call.path("timerId")))),
                Endpoint.post("/timers", "createTimer", "Create a chat timer")
                        .scope(TIMERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Its first post comes one interval after its creation. An account has at most 20 timers.")
                        .rawBody(ChatTimer.SCHEMA)
                        .answers(Answer.created("timer", ChatTimer.SCHEMA))
                        .refuses(ErrorCode.LIMIT_REACHED)
                        .handles(call -> timers.create(call.tenantId(), call.body(), call::app)),
                Endpoint.patch("/timers/{timerId}", "updateTimer", "Change a chat timer")
                        .scope(TIMERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("A new interval restarts the schedule, and so does enabling a disabled timer.")
                        .changes(ChatTimer.SCHEMA)
                        .answers(Answer.ok("timer", ChatTimer.SCHEMA))
                        .speculative()
                        .handles(call -> timers.change(call.tenantId(), call.path("timerId"), call.body())),
                Endpoint.delete("/timers/{timerId}", "deleteTimer", "Delete a chat timer")
                        .scope(TIMERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> timers.delete(call.tenantId(), call.path("timerId"))));
    }
}
