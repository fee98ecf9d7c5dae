package streamerapi.tts;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/tts`.
public final class TtsFunction extends HttpFunction {

    public TtsFunction() {
        this(Environment.ofProcess());
    }

    public TtsFunction(Environment environment) {
        super(
                environment,
                services -> new TtsApi(
                                new TtsQueue(services.table(), services.ids(), services.clock()),
                                new TtsPages(services.table(), services.clock()))
                        .api());
    }
}
