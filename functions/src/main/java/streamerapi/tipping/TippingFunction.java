package streamerapi.tipping;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/tipping`.
public final class TippingFunction extends HttpFunction {

    public TippingFunction() {
        this(Environment.ofProcess());
    }

    public TippingFunction(Environment environment) {
        super(environment, services -> new TippingApi(new TippingSwitch(services.table(), services.clock())).api());
    }
}
