package streamerapi.connections;

/// The right to act for the streamer's account at a platform, for one call.
///
/// @param accessToken a user's token that has not ended as far as its end is known
public record AccountAccess(Credentials credentials, String accessToken, ProviderAccount account) {
    @Override
    public String toString() {
        return "AccountAccess[" + account.id() + "]";
    }
}
