package streamerapi.channelpoints;

import streamerapi.connectors.Connectors;
import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/channel-points`.
public final class ChannelPointsFunction extends GroupFunction {

    public ChannelPointsFunction() {
        this(Environment.ofProcess());
    }

    public ChannelPointsFunction(Environment environment) {
        super(
                environment,
                services -> new ChannelPointsModule(
                        services,
                        new Connectors(services.table(), services.clock(), services.environment()::optional)));
    }
}
