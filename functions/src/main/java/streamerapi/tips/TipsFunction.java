package streamerapi.tips;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/tips`.
public final class TipsFunction extends GroupFunction {

    public TipsFunction() {
        this(Environment.ofProcess());
    }

    public TipsFunction(Environment environment) {
        super(environment, TipsModule::new);
    }
}
