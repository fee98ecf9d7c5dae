package streamerapi.connections;

/// The rewards whose redemptions the service can resolve: those that the streamer's application made.
@FunctionalInterface
public interface ManagedRewards {

    /// Whether a reward is one of them. What the platform told may be five minutes old; it is asked again about a
    /// reward that was not there then.
    ///
    /// @throws ProviderException as of [PlatformClient]
    boolean isManaged(ProviderConnection connection, String rewardId);
}
