package streamerapi.channelpoints;

import streamerapi.platforms.PlatformFunction;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/channel-points`.
public final class ChannelPointsFunction extends PlatformFunction {

    public ChannelPointsFunction() {
        this(Environment.ofProcess());
    }

    public ChannelPointsFunction(Environment environment) {
        super(
                environment,
                (services, platforms) ->
                        Endpoint.rest(new ChannelPointsModule(services, platforms.transport()).endpoints()));
    }
}
