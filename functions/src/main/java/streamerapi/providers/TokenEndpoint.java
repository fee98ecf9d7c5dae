package streamerapi.providers;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Tokens;
import streamerapi.shared.calls.JsonCall;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A provider's token endpoint (RFC 6749), which takes the application's credentials as form fields.
///
/// Of its refusals, 400, 401 and 403 are [ProviderException.Refused]. Any other 4xx does not speak of the token or the
/// credentials, such as the 404 of a wrong address, and is [ProviderException.Unavailable].
public final class TokenEndpoint {

    /// The life of a token if the answer does not say (RFC 6749, 5.1: `expires_in` is recommended, not required).
    private static final Duration ASSUMED_LIFE = Duration.ofHours(1);

    private static final Set<Integer> REFUSALS = Set.of(400, 401, 403);

    private final ProviderCalls calls;
    private final URI address;

    public TokenEndpoint(ProviderCalls calls, URI address) {
        this.calls = calls;
        this.address = address;
    }

    /// A token of the application itself (RFC 6749, 4.4).
    public AppToken application(ApplicationCredentials credentials) {
        JsonFields answer = ask(credentials, "client_credentials", Map.of());
        return new AppToken(access(answer), endsAt(answer));
    }

    /// The access token for a code (RFC 6749, 4.1.3) of a person who says who they are, and no more.
    ///
    /// @param verifier as of [#exchanged]
    public String signedIn(
            ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier) {
        return access(asked(credentials, code, redirectUri, verifier));
    }

    /// The tokens for a code (RFC 6749, 4.1.3).
    ///
    /// @param verifier of PKCE; null if there was no challenge
    /// @param requested the scopes that were asked for, which are granted if the answer does not say
    public Tokens exchanged(
            ApplicationCredentials credentials,
            String code,
            URI redirectUri,
            @Nullable String verifier,
            Set<String> requested) {
        JsonFields answer = asked(credentials, code, redirectUri, verifier);
        String refresh = answer.text("refresh_token");
        if (refresh.isEmpty()) {
            throw calls.unreadable();
        }
        Set<String> granted = scopes(answer);
        return new Tokens(access(answer), refresh, endsAt(answer), granted == null ? requested : granted);
    }

    private JsonFields asked(
            ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("code", code);
        fields.put("redirect_uri", redirectUri.toString());
        if (verifier != null) {
            fields.put("code_verifier", verifier);
        }
        return ask(credentials, "authorization_code", fields);
    }

    /// New tokens for a refresh token (RFC 6749, 6). The scopes are empty if the answer does not say them: they are
    /// those of before.
    public Tokens refreshed(ApplicationCredentials credentials, String refreshToken) {
        JsonFields answer = ask(credentials, "refresh_token", Map.of("refresh_token", refreshToken));
        String refresh = answer.text("refresh_token");
        Set<String> granted = scopes(answer);
        return new Tokens(
                access(answer),
                refresh.isEmpty() ? refreshToken : refresh,
                endsAt(answer),
                granted == null ? Set.of() : granted);
    }

    private JsonFields ask(ApplicationCredentials credentials, String grant, Map<String, String> more) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", grant);
        fields.put("client_id", credentials.clientId());
        fields.put("client_secret", credentials.clientSecret());
        fields.putAll(more);
        JsonCall.Answer answer = calls.answer(JsonCall.form(address, fields));
        if (!answer.isSuccess() && !REFUSALS.contains(answer.status())) {
            throw new ProviderException.Unavailable("the token endpoint answers " + answer.status(), null);
        }
        if (!answer.isSuccess()) {
            throw calls.refused(answer.status());
        }
        return new JsonFields(answer.body());
    }

    private String access(JsonFields answer) {
        String token = answer.text("access_token");
        if (token.isEmpty()) {
            throw calls.unreadable();
        }
        return token;
    }

    private Instant endsAt(JsonFields answer) {
        Long seconds = ProviderCalls.number(answer.fields().get("expires_in"));
        return calls.now().plus(seconds == null ? ASSUMED_LIFE : Duration.ofSeconds(seconds));
    }

    /// The scopes that were granted: a list at Twitch, a text with spaces as in RFC 6749 elsewhere; null if there are
    /// none in the answer.
    private static @Nullable Set<String> scopes(JsonFields answer) {
        Object told = answer.fields().get("scope");
        Stream<?> granted = told instanceof List<?> list
                ? list.stream()
                : Arrays.stream(answer.text("scope").split(" ", -1));
        Set<String> all = granted.filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(scope -> !scope.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        return all.isEmpty() ? null : all;
    }
}
