package streamerapi.connections;

/// The rewards whose redemptions the service can resolve: those that the streamer's application made.
@FunctionalInterface
public interface ManagedRewards {

    /// Whether a reward is one of them. The list can be five minutes old; the platform is asked again about a reward
    /// that is not in it.
    ///
    /// @throws ProviderException as of [PlatformClient]
    boolean isManaged(ProviderConnection connection, String rewardId);
}
