package streamerapi.tipping;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/tipping`.
public final class TippingFunction extends GroupFunction {

    public TippingFunction() {
        this(Environment.ofProcess());
    }

    public TippingFunction(Environment environment) {
        super(environment, TippingModule::new);
    }
}
