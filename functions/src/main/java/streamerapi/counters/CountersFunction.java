package streamerapi.counters;

import streamerapi.overlays.OverlaysModule;
import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/counters`.
public final class CountersFunction extends GroupFunction {

    public CountersFunction() {
        this(Environment.ofProcess());
    }

    public CountersFunction(Environment environment) {
        super(
                environment,
                services -> new CountersModule(services, tenantId -> OverlaysModule.rereading(services, tenantId)));
    }
}
