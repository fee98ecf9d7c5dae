package streamerapi.twitch;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Tokens;
import streamerapi.providers.JsonFields;
import streamerapi.shared.calls.JsonCall;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Twitch as a connection needs it: OAuth, the account, the subscriptions.
public final class TwitchClient implements PlatformClient {

    private static final Set<String> SCOPES = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(
            "moderator:read:followers",
            "channel:read:subscriptions",
            "bits:read",
            "channel:manage:redemptions",
            "user:read:chat",
            "user:write:chat",
            "user:bot",
            "channel:bot")));

    /// The statuses of a token that is not there to be revoked any more.
    private static final Set<Integer> REVOKED_BEFORE = Set.of(400, 401, 404);

    private final TwitchApi api;
    private final TwitchSubscriptions subscriptions;

    public TwitchClient(TwitchApi api) {
        this.api = api;
        this.subscriptions = new TwitchSubscriptions(api);
    }

    @Override
    public Provider provider() {
        return Provider.TWITCH;
    }

    @Override
    public Set<String> scopes() {
        return SCOPES;
    }

    @Override
    public void check(ApplicationCredentials credentials) {
        api.appTokens().renewed(credentials);
    }

    /// Twitch documents no PKCE (unverified), so there is no challenge.
    @Override
    public URI authorizeUrl(
            ApplicationCredentials credentials, URI redirectUri, String state, @Nullable String challenge) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", credentials.clientId());
        query.put("redirect_uri", redirectUri.toString());
        query.put("scope", String.join(" ", SCOPES));
        query.put("state", state);
        return api.auth("/oauth2/authorize?" + JsonCall.encoded(query));
    }

    @Override
    public boolean hasPkce() {
        return false;
    }

    @Override
    public Tokens exchange(
            ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier) {
        return api.tokens().exchanged(credentials, code, redirectUri, verifier, SCOPES);
    }

    @Override
    public Tokens refresh(ApplicationCredentials credentials, String refreshToken) {
        return api.tokens().refreshed(credentials, refreshToken);
    }

    /// The account of a token, by the endpoint that validates it. That knows the login alone, which stands for the
    /// name.
    @Override
    public ProviderAccount account(ApplicationCredentials credentials, String accessToken) {
        JsonFields found = new JsonFields(api.calls()
                .body(JsonCall.get(api.auth("/oauth2/validate")).header("Authorization", "OAuth " + accessToken)));
        if (found.text("user_id").isEmpty() || found.text("login").isEmpty()) {
            throw api.calls().unreadable();
        }
        return new ProviderAccount(found.text("user_id"), found.text("login"), found.text("login"));
    }

    /// Ends the access token, and with it the refresh token that belongs to it (unverified).
    @Override
    public boolean revoke(ApplicationCredentials credentials, Tokens tokens) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("client_id", credentials.clientId());
        fields.put("token", tokens.access());
        try {
            JsonCall.Answer answer = api.calls().answer(JsonCall.form(api.auth("/oauth2/revoke"), fields));
            return answer.isSuccess() || REVOKED_BEFORE.contains(answer.status());
        } catch (ProviderException.Unavailable unavailable) {
            return false;
        }
    }

    @Override
    public Repair repair(
            ApplicationCredentials credentials,
            Tokens tokens,
            ProviderAccount account,
            URI webhookUrl,
            String hookSecret) {
        return subscriptions.repair(credentials, tokens.scopes(), account, webhookUrl, hookSecret);
    }

    @Override
    public boolean unsubscribe(
            ApplicationCredentials credentials, @Nullable Tokens tokens, ProviderAccount account, URI webhookUrl) {
        try {
            subscriptions.deleteAll(credentials, webhookUrl);
            return true;
        } catch (ProviderException e) {
            return false;
        }
    }
}
