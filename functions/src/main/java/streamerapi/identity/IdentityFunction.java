package streamerapi.identity;

import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/me`, `/v1/events` and `/v1/openapi.json`, and says 404 to every path that no function owns.
public final class IdentityFunction extends HttpFunction {

    public IdentityFunction() {
        this(Environment.ofProcess());
    }

    public IdentityFunction(Environment environment) {
        super(
                environment,
                services -> new IdentityApi()
                        .api()
                        .and(Endpoint.rest(new IdentityModule(services).endpoints()))
                        .elsewhere(IdentityApi::missing));
    }
}
