package streamerapi.twitch;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.providers.AppTokens;
import streamerapi.providers.ProviderCalls;
import streamerapi.providers.TokenEndpoint;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.time.InstantSource;
import java.util.Map;

/// Twitch's addresses, and the requests that its API takes: each with `Client-Id` and a token. A user's token speaks
/// for chat and channel points, the application's for subscriptions to events; Twitch refuses the one for the other.
public final class TwitchApi {

    private final String apiUrl;
    private final String authUrl;
    private final ProviderCalls calls;
    private final TokenEndpoint tokens;
    private final AppTokens appTokens;

    /// @param apiUrl `https://api.twitch.tv`: an origin, or an origin and a prefix
    /// @param authUrl `https://id.twitch.tv`, as well
    public TwitchApi(String apiUrl, String authUrl, InstantSource clock) {
        this.apiUrl = apiUrl;
        this.authUrl = authUrl;
        this.calls = new ProviderCalls("twitch", clock);
        this.tokens = new TokenEndpoint(calls, auth("/oauth2/token"));
        this.appTokens = new AppTokens(tokens::application, calls);
    }

    ProviderCalls calls() {
        return calls;
    }

    TokenEndpoint tokens() {
        return tokens;
    }

    AppTokens appTokens() {
        return appTokens;
    }

    /// An address of `id.twitch.tv`.
    URI auth(String path) {
        return ProviderCalls.at(authUrl, path);
    }

    /// An address of `api.twitch.tv`.
    URI helix(String path, Map<String, String> query) {
        return ProviderCalls.at(apiUrl, "/helix" + path + (query.isEmpty() ? "" : "?" + JsonCall.encoded(query)));
    }

    JsonCall get(URI address, ApplicationCredentials credentials, String token) {
        return authorized(JsonCall.get(address), credentials, token);
    }

    JsonCall delete(URI address, ApplicationCredentials credentials, String token) {
        return authorized(JsonCall.delete(address), credentials, token);
    }

    JsonCall post(
            URI address,
            ApplicationCredentials credentials,
            String token,
            Map<String, ? extends @Nullable Object> body) {
        return authorized(JsonCall.post(address, Json.write(body)), credentials, token);
    }

    JsonCall patch(URI address, AccountAccess access, Map<String, ? extends @Nullable Object> body) {
        return authorized(JsonCall.patch(address, Json.write(body)), access.credentials(), access.accessToken());
    }

    private static JsonCall authorized(JsonCall call, ApplicationCredentials credentials, String token) {
        return call.header("Client-Id", credentials.clientId()).header("Authorization", "Bearer " + token);
    }
}
