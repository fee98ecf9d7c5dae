package streamerapi.counters;

import streamerapi.overlays.OpenOverlays;
import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

/// Answers `/v1/counters`.
public final class CountersFunction extends GroupFunction {

    public CountersFunction() {
        this(Environment.ofProcess());
    }

    public CountersFunction(Environment environment) {
        super(environment, services -> new CountersModule(services, open(services)::rereadingCounts));
    }

    private static OpenOverlays open(Services services) {
        return new OpenOverlays(services.table(), services.credentials(), services.ids(), services.clock());
    }
}
