package streamerapi.shared.http;

import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

import java.util.function.Function;

/// A function that answers the REST endpoints of a resource group, or of two.
public abstract class GroupFunction extends HttpFunction {

    protected GroupFunction(Environment environment, Function<Services, ? extends Module> module) {
        super(environment, services -> api(services, module));
    }

    protected GroupFunction(
            Environment environment,
            Function<Services, ? extends Module> module,
            Function<Services, ? extends Module> other) {
        super(environment, services -> api(services, module).and(api(services, other)));
    }

    private static Api api(Services services, Function<Services, ? extends Module> module) {
        return Endpoint.rest(module.apply(services).endpoints());
    }
}
