package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ChannelReward;
import streamerapi.connections.ManagedRewards;
import streamerapi.connections.NewChannelReward;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.RewardsClient;
import streamerapi.twitch.TwitchRewards;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Twitch's rewards. Which of them the application made is kept in this process for five minutes.
final class KeptRewards implements RewardsClient, ManagedRewards {

    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final int MAX_CHANNELS = 1_000;

    private final TwitchRewards rewards;
    private final AccessTokens tokens;
    private final InstantSource clock;
    private final Map<Authorization, Managed> kept = new ConcurrentHashMap<>();

    KeptRewards(TwitchRewards rewards, AccessTokens tokens, InstantSource clock) {
        this.rewards = rewards;
        this.tokens = tokens;
        this.clock = clock;
    }

    /// One authorization of a connection: the next one can be of another application or channel.
    private record Authorization(
            String connectionId, @Nullable Instant connectedAt) {

        static Authorization of(ProviderConnection connection) {
            return new Authorization(connection.id(), connection.connectedAt());
        }
    }

    /// The rewards that an application made, as they were at a time.
    ///
    /// @param others rewards that were not among them when they were asked about
    private record Managed(Set<String> ids, Set<String> others, Instant at) {}

    @Override
    public List<ChannelReward> all(ProviderConnection connection) {
        return tokens.with(connection, rewards::all);
    }

    @Override
    public ChannelReward create(ProviderConnection connection, NewChannelReward reward) {
        return tokens.with(connection, access -> rewards.create(access, reward));
    }

    @Override
    public boolean isManaged(ProviderConnection connection, String rewardId) {
        Managed known = kept.get(Authorization.of(connection));
        boolean isKnown = known != null
                && clock.instant().isBefore(known.at().plus(KEPT))
                && (known.ids().contains(rewardId) || known.others().contains(rewardId));
        Managed managed = known != null && isKnown ? known : asked(connection);
        if (!managed.ids().contains(rewardId)) {
            managed.others().add(rewardId);
        }
        return managed.ids().contains(rewardId);
    }

    private Managed asked(ProviderConnection connection) {
        if (kept.size() >= MAX_CHANNELS) {
            kept.clear();
        }
        Managed managed =
                new Managed(tokens.with(connection, rewards::managed), ConcurrentHashMap.newKeySet(), clock.instant());
        kept.put(Authorization.of(connection), managed);
        return managed;
    }
}
