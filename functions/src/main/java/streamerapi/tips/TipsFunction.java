package streamerapi.tips;

import streamerapi.media.VideoSites;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.tts.TtsQueue;

/// Answers `/v1/tips`.
public final class TipsFunction extends HttpFunction {

    public TipsFunction() {
        this(Environment.ofProcess());
    }

    public TipsFunction(Environment environment) {
        super(
                environment,
                services -> new TipsApi(new TipIntake(
                                services.table(),
                                new TtsQueue(services.table(), services.ids(), services.clock()),
                                new TipMedia(
                                        services.table(),
                                        new VideoSites(environment.required("VIDEO_SITES_URL")),
                                        services.ids(),
                                        services.clock()),
                                services.ids(),
                                services.clock()))
                        .api());
    }
}
