package streamerapi.browsersource;

import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.speech.Renders;

/// Answers `/overlay` and `/audio`.
public final class BrowserSourceFunction extends HttpFunction {

    public BrowserSourceFunction() {
        this(Environment.ofProcess());
    }

    public BrowserSourceFunction(Environment environment) {
        super(
                environment,
                services -> new AudioApi(Renders.store(services))
                        .api()
                        .and(new OverlayPageApi(
                                        services.environment().required("WS_URL"),
                                        services.environment().required("AUDIO_URL"))
                                .api()));
    }
}
