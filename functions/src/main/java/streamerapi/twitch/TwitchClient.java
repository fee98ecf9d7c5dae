package streamerapi.twitch;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ChannelStream;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Tokens;
import streamerapi.connections.ViewerProfile;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;

import java.net.URI;
import java.time.Instant;
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

    private final TwitchApi api;
    private final TwitchSubscriptions subscriptions;

    public TwitchClient(TwitchApi api) {
        this.api = api;
        this.subscriptions = new TwitchSubscriptions(api);
    }

    @Override
    public Set<String> scopes() {
        return SCOPES;
    }

    /// None: a token without a scope tells whose it is.
    @Override
    public Set<String> signInScopes() {
        return Set.of();
    }

    @Override
    public void check(ApplicationCredentials credentials) {
        api.appTokens().renewed(credentials);
    }

    /// Twitch documents no PKCE (unverified), so there is no challenge.
    @Override
    public URI authorizeUrl(
            ApplicationCredentials credentials,
            URI redirectUri,
            Set<String> scopes,
            String state,
            @Nullable String challenge) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", credentials.clientId());
        query.put("redirect_uri", redirectUri.toString());
        query.put("scope", String.join(" ", scopes));
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

    /// The account of a token, by the endpoint that validates it. Its answer has only the login, which is used as the
    /// name, too.
    @Override
    public ProviderAccount account(ApplicationCredentials credentials, String accessToken) {
        JsonFields found = new JsonFields(api.calls()
                .body(JsonCall.get(api.auth("/oauth2/validate")).header("Authorization", "OAuth " + accessToken)));
        if (found.text("user_id").isEmpty() || found.text("login").isEmpty()) {
            throw api.calls().unreadable();
        }
        return new ProviderAccount(found.text("user_id"), found.text("login"), found.text("login"));
    }

    /// The viewer of a code. The endpoint that validates a token decides who that is; name and picture come from the
    /// API, and are left out if it does not tell them.
    @Override
    public ViewerProfile viewer(
            ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier) {
        String token = api.tokens().signedIn(credentials, code, redirectUri, verifier);
        ProviderAccount account = account(credentials, token);
        JsonFields shown = shown(credentials, token);
        String name = shown.text("display_name");
        return shown.text("id").equals(account.id())
                ? ViewerProfile.of(
                        account.id(),
                        account.login(),
                        name.isEmpty() ? account.login() : name,
                        shown.text("profile_image_url"))
                : ViewerProfile.of(account.id(), account.login(), account.login(), "");
    }

    @Override
    public ChannelStream stream(ApplicationCredentials credentials, String accessToken, ProviderAccount account) {
        URI address = api.helix("/streams", Map.of("user_id", account.id()));
        return ProviderCalls.data(api.calls().body(api.get(address, credentials, accessToken))).stream()
                .map(stream -> new ChannelStream(api.calls().time(stream.text("started_at"))))
                .findFirst()
                .orElse(new ChannelStream(null));
    }

    private JsonFields shown(ApplicationCredentials credentials, String token) {
        try {
            List<JsonFields> users =
                    ProviderCalls.data(api.calls().body(api.get(api.helix("/users", Map.of()), credentials, token)));
            return users.isEmpty() ? new JsonFields(Map.of()) : users.getFirst();
        } catch (ProviderException withoutName) {
            return new JsonFields(Map.of());
        }
    }

    /// Ends the access token, and with it the refresh token that belongs to it (unverified).
    @Override
    public boolean revoke(ApplicationCredentials credentials, Tokens tokens) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("client_id", credentials.clientId());
        fields.put("token", tokens.access());
        return api.calls().revokes(JsonCall.form(api.auth("/oauth2/revoke"), fields));
    }

    @Override
    public Repair repair(AccountAccess access, URI webhookUrl, String hookSecret, Instant since) {
        return subscriptions.repair(access, webhookUrl, hookSecret, since);
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
