package streamerapi.overlays;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/overlays`.
public final class OverlaysFunction extends HttpFunction {

    public OverlaysFunction() {
        this(Environment.ofProcess());
    }

    public OverlaysFunction(Environment environment) {
        super(
                environment,
                services -> new OverlaysApi(
                                new Overlays(services.table(), services.credentials(), services.clock()),
                                new TipGoals(services.table(), services.ids(), services.clock()),
                                new Commands(services.ids(), services.clock()))
                        .api());
    }
}
