package streamerapi.realtime;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/realtime/token`.
public final class RealtimeTokenFunction extends GroupFunction {

    public RealtimeTokenFunction() {
        this(Environment.ofProcess());
    }

    public RealtimeTokenFunction(Environment environment) {
        super(environment, RealtimeTokenModule::new);
    }
}
