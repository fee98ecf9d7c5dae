package streamerapi.connections;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// A platform's own API, as far as a connection needs it. Each method makes one call or a few; each call has 5 seconds.
///
/// All throw [ProviderException.Refused] if the platform refuses, and [ProviderException.Unavailable] if it does not
/// answer, answers with a 5xx or wants to be asked later.
public interface PlatformClient {

    /// The scopes that the streamer is asked for, in this order.
    Set<String> scopes();

    /// The scopes that a viewer who signs in is asked for. None of them does anything in the viewer's name.
    Set<String> signInScopes();

    /// Asks for an application's token, to see whether the credentials are right.
    void check(ApplicationCredentials credentials);

    /// The address at which a person allows the streamer's application what it asks for.
    ///
    /// @param scopes [#scopes] or [#signInScopes]
    /// @param challenge of PKCE, S256; null if the platform has none
    URI authorizeUrl(
            ApplicationCredentials credentials,
            URI redirectUri,
            Set<String> scopes,
            String state,
            @Nullable String challenge);

    /// Whether the platform takes a challenge (PKCE, RFC 7636).
    boolean hasPkce();

    /// Exchanges a code for tokens.
    ///
    /// @param verifier of PKCE; null if there was no challenge
    Tokens exchange(ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier);

    /// The viewer that a code speaks for. The token that it is exchanged for is dropped.
    ///
    /// @param verifier as of [#exchange]
    ViewerProfile viewer(ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier);

    /// New tokens for a refresh token, which ends with that.
    Tokens refresh(ApplicationCredentials credentials, String refreshToken);

    /// The account that an access token speaks for, which it is validated with.
    ProviderAccount account(ApplicationCredentials credentials, String accessToken);

    /// The stream of an account's channel.
    ChannelStream stream(ApplicationCredentials credentials, String accessToken, ProviderAccount account);

    /// Ends tokens.
    ///
    /// @return whether the platform did all of it; false too if it does not answer
    boolean revoke(ApplicationCredentials credentials, Tokens tokens);

    /// Makes the subscriptions that are missing, deletes those that are dead, doubled or of another address.
    ///
    /// @param webhookUrl where the platform sends its events
    /// @param hookSecret signs them, if the platform lets the application choose; 32 or more characters
    /// @param since when the streamer allowed the application: an earlier subscription can have another secret
    Repair repair(AccountAccess access, URI webhookUrl, String hookSecret, Instant since);

    /// Deletes all subscriptions of the account at this address.
    ///
    /// @param tokens null if there are none any more
    /// @return whether the platform did all of it; false too if it does not answer
    boolean unsubscribe(
            ApplicationCredentials credentials, @Nullable Tokens tokens, ProviderAccount account, URI webhookUrl);

    /// The subscriptions after a repair.
    ///
    /// @param subscriptions one for each type that there should be, in a fixed order
    /// @param repaired the types that were made anew
    record Repair(List<PlatformSubscription> subscriptions, List<String> repaired) {}
}
