package streamerapi.events;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.webhooks.ResendingModule;

/// Answers requests below `/v1/events`.
public final class EventsFunction extends GroupFunction {

    public EventsFunction() {
        this(Environment.ofProcess());
    }

    public EventsFunction(Environment environment) {
        super(environment, EventsModule::new, ResendingModule::new);
    }
}
