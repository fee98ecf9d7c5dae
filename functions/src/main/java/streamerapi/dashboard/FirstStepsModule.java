package streamerapi.dashboard;

import streamerapi.connections.ProviderConnections;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.storage.Table;

import java.util.List;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// The first steps of a new account, which Home lists.
public final class FirstStepsModule implements Module {

    private final FirstSteps steps;

    public FirstStepsModule(Table table, ProviderConnections connections) {
        this.steps = new FirstSteps(table, connections);
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/first-steps", "getFirstSteps", "Read the first steps")
                        .dashboard(SUPER_ADMIN)
                        .doc("The first steps of a new account. Each step ticks itself.")
                        .answers(Answer.ok("first_steps", FirstSteps.Steps.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(steps.read(call.tenantId()))),
                Endpoint.delete("/first-steps", "hideFirstSteps", "Hide the first steps")
                        .dashboard(SUPER_ADMIN)
                        .answers(Answer.success())
                        .handles(call -> FirstSteps.hide(call.tenantId())));
    }
}
