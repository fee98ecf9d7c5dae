package streamerapi.kick;

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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Kick as a connection needs it: OAuth, the account, the subscriptions.
public final class KickClient implements PlatformClient {

    private static final Set<String> SCOPES = Collections.unmodifiableSet(
            new LinkedHashSet<>(List.of("user:read", "channel:read", "events:subscribe", "chat:write", "kicks:read")));

    /// The scope without which Kick does not tell a viewer's name.
    private static final Set<String> SIGN_IN_SCOPES = Set.of("user:read");

    private final KickApi api;
    private final KickSubscriptions subscriptions;

    public KickClient(KickApi api) {
        this.api = api;
        this.subscriptions = new KickSubscriptions(api);
    }

    @Override
    public Set<String> scopes() {
        return SCOPES;
    }

    @Override
    public Set<String> signInScopes() {
        return SIGN_IN_SCOPES;
    }

    @Override
    public void check(ApplicationCredentials credentials) {
        api.appTokens().renewed(credentials);
    }

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
        query.put("code_challenge", Objects.requireNonNull(challenge));
        query.put("code_challenge_method", "S256");
        return api.auth("/oauth/authorize?" + JsonCall.encoded(query));
    }

    @Override
    public boolean hasPkce() {
        return true;
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

    /// The account of a token: without ids, Kick tells of the user whose token it is. Ids are whole numbers.
    @Override
    public ProviderAccount account(ApplicationCredentials credentials, String accessToken) {
        JsonFields user = user(accessToken);
        String name = user.text("name");
        return new ProviderAccount(user.text("user_id"), name.toLowerCase(Locale.ROOT), name);
    }

    @Override
    public ViewerProfile viewer(
            ApplicationCredentials credentials, String code, URI redirectUri, @Nullable String verifier) {
        JsonFields user = user(api.tokens().signedIn(credentials, code, redirectUri, verifier));
        String name = user.text("name");
        return ViewerProfile.of(
                user.text("user_id"), name.toLowerCase(Locale.ROOT), name, user.text("profile_picture"));
    }

    private JsonFields user(String accessToken) {
        List<JsonFields> users = ProviderCalls.data(api.calls().body(api.get("/users", accessToken)));
        if (users.isEmpty() || users.getFirst().text("user_id").isEmpty()) {
            throw api.calls().unreadable();
        }
        return users.getFirst();
    }

    @Override
    public ChannelStream stream(ApplicationCredentials credentials, String accessToken, ProviderAccount account) {
        String path = "/channels?" + JsonCall.encoded(Map.of("broadcaster_user_id", account.id()));
        return ProviderCalls.data(api.calls().body(api.get(path, accessToken))).stream()
                .map(channel -> channel.object("stream"))
                .filter(stream -> stream.flag("is_live"))
                .map(stream -> new ChannelStream(api.calls().time(stream.text("start_time"))))
                .findFirst()
                .orElse(new ChannelStream(null));
    }

    /// Ends both tokens. Kick documents the token in the query; the form has it as RFC 7009 says.
    @Override
    public boolean revoke(ApplicationCredentials credentials, Tokens tokens) {
        boolean isAccessRevoked = revoke(credentials, tokens.access(), "access_token");
        return revoke(credentials, tokens.refresh(), "refresh_token") && isAccessRevoked;
    }

    private boolean revoke(ApplicationCredentials credentials, String token, String hint) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("token", token);
        fields.put("token_hint_type", hint);
        Map<String, String> form = new LinkedHashMap<>(fields);
        form.put("client_id", credentials.clientId());
        form.put("client_secret", credentials.clientSecret());
        return api.calls().revokes(JsonCall.form(api.auth("/oauth/revoke?" + JsonCall.encoded(fields)), form));
    }

    @Override
    public Repair repair(AccountAccess access, URI webhookUrl, String hookSecret, Instant since) {
        return subscriptions.repair(access.tokens(), access.account());
    }

    @Override
    public boolean unsubscribe(
            ApplicationCredentials credentials, @Nullable Tokens tokens, ProviderAccount account, URI webhookUrl) {
        if (tokens == null) {
            return false;
        }
        try {
            subscriptions.deleteAll(tokens.access(), account);
            return true;
        } catch (ProviderException e) {
            return false;
        }
    }
}
