package streamerapi.realtime;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/realtime/token`.
public final class RealtimeTokenFunction extends HttpFunction {

    public RealtimeTokenFunction() {
        this(Environment.ofProcess());
    }

    public RealtimeTokenFunction(Environment environment) {
        super(environment, services -> new RealtimeApi(services.credentials(), environment.required("WS_URL")).api());
    }
}
