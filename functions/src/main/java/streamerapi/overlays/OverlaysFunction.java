package streamerapi.overlays;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/overlays`.
public final class OverlaysFunction extends GroupFunction {

    public OverlaysFunction() {
        this(Environment.ofProcess());
    }

    public OverlaysFunction(Environment environment) {
        super(environment, OverlaysModule::new, OverlaysModule::goals);
    }
}
