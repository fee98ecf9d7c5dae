package streamerapi.timers;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/timers`.
public final class TimersFunction extends GroupFunction {

    public TimersFunction() {
        this(Environment.ofProcess());
    }

    public TimersFunction(Environment environment) {
        super(environment, TimersModule::new);
    }
}
