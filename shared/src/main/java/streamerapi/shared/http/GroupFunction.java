package streamerapi.shared.http;

import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

import java.util.function.Function;

/// A function that answers the REST endpoints of one resource group.
public abstract class GroupFunction extends HttpFunction {

    protected GroupFunction(Environment environment, Function<Services, ? extends Module> module) {
        super(environment, services -> Endpoint.rest(module.apply(services).endpoints()));
    }
}
