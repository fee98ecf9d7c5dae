package streamerapi.media;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/media`.
public final class MediaFunction extends GroupFunction {

    public MediaFunction() {
        this(Environment.ofProcess());
    }

    public MediaFunction(Environment environment) {
        super(environment, MediaModule::new);
    }
}
