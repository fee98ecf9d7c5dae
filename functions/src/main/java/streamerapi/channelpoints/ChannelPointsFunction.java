package streamerapi.channelpoints;

import streamerapi.shared.http.GroupFunction;
import streamerapi.shared.lambda.Environment;

/// Answers `/v1/channel-points`.
public final class ChannelPointsFunction extends GroupFunction {

    public ChannelPointsFunction() {
        this(Environment.ofProcess());
    }

    public ChannelPointsFunction(Environment environment) {
        super(environment, ChannelPointsModule::new);
    }
}
