package streamerapi.connections;

import java.util.List;

/// The rewards that viewers redeem with channel points, at their platform.
///
/// Both methods throw [ProviderException] as [PlatformClient]'s do.
public interface RewardsClient {

    /// The rewards of the connected channel, and whether the streamer's application made them.
    List<ChannelReward> all(ProviderConnection connection);

    /// Makes a reward.
    ChannelReward create(ProviderConnection connection, NewChannelReward reward);
}
