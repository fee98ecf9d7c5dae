package streamerapi.media;

import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

/// Answers `/v1/media`.
public final class MediaFunction extends HttpFunction {

    public MediaFunction() {
        this(Environment.ofProcess());
    }

    public MediaFunction(Environment environment) {
        super(environment, services -> api(services, "api"));
    }

    /// The media queue's routes, for whoever has them: the variable `VIDEO_SITES_URL` must be set.
    ///
    /// @param via how a video is requested there: `api`, `admin`
    public static Api api(Services services, String via) {
        return new MediaApi(
                        services.table(),
                        new MediaQueue(services.table(), services.ids(), services.clock()),
                        new MediaPages(services.table(), services.clock()),
                        new MediaIntake(
                                new VideoSites(services.environment().required("VIDEO_SITES_URL")), services.clock()),
                        services.ids(),
                        via)
                .api();
    }
}
