package streamerapi.viewers;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/viewers`.
public final class ViewersFunction extends GroupFunction {

    public ViewersFunction() {
        this(Environment.ofProcess());
    }

    public ViewersFunction(Environment environment) {
        super(environment, ViewersModule::new);
    }
}
