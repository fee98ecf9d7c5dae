package streamerapi.kick;

import streamerapi.providers.AppTokens;
import streamerapi.providers.ProviderCalls;
import streamerapi.providers.TokenEndpoint;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.time.InstantSource;
import java.util.Map;

/// Kick's addresses, and the requests that its API takes, each with the streamer's token.
public final class KickApi {

    private final String apiUrl;
    private final String authUrl;
    private final ProviderCalls calls;
    private final TokenEndpoint tokens;
    private final AppTokens appTokens;

    /// @param apiUrl `https://api.kick.com`: an origin, or an origin and a prefix
    /// @param authUrl `https://id.kick.com`, as well
    public KickApi(String apiUrl, String authUrl, InstantSource clock) {
        this.apiUrl = apiUrl;
        this.authUrl = authUrl;
        this.calls = new ProviderCalls("kick", clock);
        this.tokens = new TokenEndpoint(calls, auth("/oauth/token"));
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

    /// An address of `id.kick.com`.
    URI auth(String path) {
        return ProviderCalls.at(authUrl, path);
    }

    JsonCall get(String path, String token) {
        return authorized(JsonCall.get(address(path)), token);
    }

    JsonCall delete(String path, String token) {
        return authorized(JsonCall.delete(address(path)), token);
    }

    JsonCall post(String path, String token, Map<String, Object> body) {
        return authorized(JsonCall.post(address(path), Json.write(body)), token);
    }

    private URI address(String path) {
        return ProviderCalls.at(apiUrl, "/public/v1" + path);
    }

    private static JsonCall authorized(JsonCall call, String token) {
        return call.header("Authorization", "Bearer " + token);
    }
}
