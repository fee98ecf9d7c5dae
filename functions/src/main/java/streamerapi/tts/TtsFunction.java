package streamerapi.tts;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/tts`.
public final class TtsFunction extends GroupFunction {

    public TtsFunction() {
        this(Environment.ofProcess());
    }

    public TtsFunction(Environment environment) {
        super(environment, TtsModule::new);
    }
}
