package streamerapi.providers;

import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderException;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The applications' own tokens, each kept in this process until shortly before its end.
public final class AppTokens {

    private static final Duration RESERVE = Duration.ofMinutes(5);

    private final Function<ApplicationCredentials, AppToken> endpoint;
    private final ProviderCalls calls;
    private final Map<ApplicationCredentials, AppToken> kept = new ConcurrentHashMap<>();

    /// @param endpoint asks for a new token
    public AppTokens(Function<ApplicationCredentials, AppToken> endpoint, ProviderCalls calls) {
        this.endpoint = endpoint;
        this.calls = calls;
    }

    /// Makes a call with the application's token; if that is refused with 401, once more with a new one.
    public <T> T with(ApplicationCredentials credentials, Function<String, T> call) {
        AppToken known = kept.get(credentials);
        if (known != null && calls.now().isBefore(known.endsAt().minus(RESERVE))) {
            try {
                return call.apply(known.text());
            } catch (ProviderException.Refused refused) {
                if (!refused.isUnauthorized()) {
                    throw refused;
                }
            }
        }
        return call.apply(renewed(credentials).text());
    }

    /// A new token, which is kept.
    public AppToken renewed(ApplicationCredentials credentials) {
        AppToken token = endpoint.apply(credentials);
        kept.put(credentials, token);
        return token;
    }
}
