package streamerapi.connections;

/// The right to act for the streamer's account at a platform, for one call.
///
/// @param tokens that have not ended, as far as is known
public record AccountAccess(ApplicationCredentials credentials, Tokens tokens, ProviderAccount account) {

    /// The token that speaks for the streamer.
    public String accessToken() {
        return tokens.access();
    }

    @Override
    public String toString() {
        return "AccountAccess[" + account.id() + "]";
    }
}
