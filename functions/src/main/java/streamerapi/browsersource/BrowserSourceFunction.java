package streamerapi.browsersource;

import streamerapi.library.LibraryStore;
import streamerapi.pages.Page;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.speech.Renders;

/// Answers `/overlay` and `/audio`.
public final class BrowserSourceFunction extends HttpFunction {

    public BrowserSourceFunction() {
        this(Environment.ofProcess());
    }

    public BrowserSourceFunction(Environment environment) {
        super(environment, services -> {
            Environment variables = services.environment();
            String library = variables.required("LIBRARY_URL");
            return new AudioApi(Renders.store(services))
                    .api()
                    .and(new LibraryFilesApi(new LibraryStore(services, library, variables.required("AWS_REGION")))
                            .api())
                    .and(new OverlayPageApi(variables.required("WS_URL"), variables.required("AUDIO_URL"), library)
                            .api())
                    .elsewhere(Page::missing);
        });
    }
}
