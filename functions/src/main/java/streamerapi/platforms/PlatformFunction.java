package streamerapi.platforms;

import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

import java.util.function.BiFunction;

/// A function behind the HTTP API that calls the platforms or the payment processors.
public abstract class PlatformFunction extends HttpFunction {

    protected PlatformFunction(Environment environment, BiFunction<Services, Platforms, Api> api) {
        super(environment, services -> api.apply(services, platforms(services)));
    }

    /// The platforms of a function, which makes them once: tokens are kept in them.
    public static Platforms platforms(Services services) {
        return new Platforms(
                services.table(),
                services.outbox(),
                services.ids(),
                services.secrets(),
                services.clock(),
                services.environment()::optional);
    }
}
