package streamerapi.aivoices;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/ai-voices`.
public final class AiVoicesFunction extends GroupFunction {

    public AiVoicesFunction() {
        this(Environment.ofProcess());
    }

    public AiVoicesFunction(Environment environment) {
        super(environment, AiVoicesModule::new);
    }
}
