package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ViewerProfile;
import streamerapi.connectors.IngestMessage;
import streamerapi.settings.TipPageSlug;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TipPageKeys;
import streamerapi.shared.storage.Write;
import streamerapi.viewers.SignedInViewer;

import java.math.BigDecimal;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// The way of a viewer's browser to a platform and back, by which the viewer says who they are (OAuth 2.0's
/// authorization code grant, RFC 6749, 4.1; PKCE where the platform has it), with the streamer's own application. No
/// token is kept.
final class ViewerSignIns {

    private final Table table;
    private final SecretCipher cipher;
    private final ProviderConnections connections;
    private final Map<Provider, PlatformClient> clients;
    private final ViewerCookie viewers;
    private final InstantSource clock;
    private final String origin;

    /// @param origin at which sign-ins begin and end, `{auth_url}`; empty if only the request knows it
    ViewerSignIns(
            Table table,
            SecretCipher cipher,
            Map<Provider, PlatformClient> clients,
            InstantSource clock,
            String origin) {
        this.table = table;
        this.cipher = cipher;
        this.connections = new ProviderConnections(table, cipher);
        this.clients = clients;
        this.viewers = new ViewerCookie(cipher, clock);
        this.clock = clock;
        this.origin = origin;
    }

    /// The origin at which sign-ins begin and end; empty if it is that of the request.
    String origin() {
        return origin;
    }

    /// A sign-in that begins.
    ///
    /// @param address of the platform's page
    /// @param cookie the value of the `Set-Cookie` header
    record SignInRedirect(URI address, String cookie) {}

    /// A browser that came back as it left.
    record CameBack(String tenantId, SignInCookie cookie, ProviderConnection connection) {}

    /// Whether viewers can sign in by a connection: the streamer's application is known and, as far as can be said,
    /// right. Whether the streamer has allowed it does not matter.
    static boolean isOffered(ProviderConnection connection) {
        return connection.provider().isPlatform()
                && !connection
                        .status()
                        .equals(new ConnectionStatus.Disconnected(ConnectionStatus.Ending.INVALID_CREDENTIALS));
    }

    /// Begins a sign-in; null if the account has no application at the platform.
    ///
    /// @param redirectUri where the platform sends the browser back to
    @Nullable
    SignInRedirect begin(TipPage page, Provider provider, URI redirectUri) {
        ProviderConnection connection = connections.find(page.tenantId(), provider);
        if (connection == null || !isOffered(connection)) {
            return null;
        }
        PlatformClient client = client(provider);
        ApplicationCredentials credentials = connections.credentials(connection);
        String state = SignInCookie.random();
        SignInCookie cookie = SignInCookie.begun(page.slug(), state, clock.instant());
        URI address = client.authorizeUrl(
                credentials,
                redirectUri,
                client.signInScopes(),
                state,
                client.hasPkce() ? Sha256.base64Url(cookie.verifier()) : null);
        return new SignInRedirect(address, cookie.setting(of(connection, credentials), cipher));
    }

    /// The sign-in that a browser comes back with; null if there is none, or of another state, time, platform, account
    /// or application.
    ///
    /// @param cookie that the browser has, or null
    /// @param state the parameter, or null
    @Nullable
    CameBack cameBack(Provider provider, @Nullable String cookie, @Nullable String state) {
        String named = SignInCookie.slugOf(cookie);
        TipPageSlug slug = named == null ? null : TipPageSlug.find(table, named);
        ProviderConnection connection = slug == null ? null : connections.find(slug.tenantId(), provider);
        if (cookie == null || state == null || slug == null || connection == null) {
            return null;
        }
        SignInCookie begun = SignInCookie.read(cookie, of(connection, connections.credentials(connection)), cipher);
        return begun == null || !begun.isOf(state, clock.instant())
                ? null
                : new CameBack(slug.tenantId(), begun, connection);
    }

    /// The viewer who has signed in to an account's page; null if none has, or the viewer was erased since.
    ///
    /// @param cookie the browser's [ViewerCookie#name], or null
    @Nullable
    SignedInViewer signedIn(String tenantId, @Nullable String cookie) {
        ViewerCookie.Named named = viewers.read(tenantId, cookie);
        SignedInViewer found =
                named == null ? null : SignedInViewer.find(table, tenantId, named.platform(), named.userId());
        return named == null || found == null || found.since().isAfter(named.at()) ? null : found;
    }

    /// The value of the `Set-Cookie` header that names a viewer.
    String cookie(CameBack back, ViewerProfile profile) {
        return viewers.setting(back.tenantId, back.connection.provider().platform(), profile.id());
    }

    /// The one use of a sign-in.
    ///
    /// @param used the refusal of another use
    Write use(CameBack back, Supplier<RuntimeException> used) {
        return Write.put(Row.of(TipPageKeys.signIn(back.tenantId, back.cookie.stateHash()))
                        .with(Table.EXPIRES_AT, back.cookie.endsAt().getEpochSecond()))
                .when(Condition.noRow())
                .orElse(there -> used.get());
    }

    /// Asks the platform who has signed in.
    ///
    /// @throws streamerapi.connections.ProviderException if it does not take the code, or does not answer
    ViewerProfile viewer(CameBack back, String code, URI redirectUri) {
        PlatformClient client = client(back.connection.provider());
        return client.viewer(
                connections.credentials(back.connection),
                code,
                redirectUri,
                client.hasPkce() ? back.cookie.verifier() : null);
    }

    /// The message of a viewer who has signed in, as a connector sends it. The tier of a subscription, which the
    /// platform did not tell, stays as it is known.
    IngestMessage message(CameBack back, ViewerProfile profile) {
        Provider provider = back.connection.provider();
        SignedInViewer known = SignedInViewer.find(table, back.tenantId, provider.platform(), profile.id());
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("platform_user_id", profile.id());
        data.put("login", profile.login());
        data.put("display_name", profile.name());
        data.put("profile_image_url", profile.pictureUrl());
        data.put("subscriber_tier", BigDecimal.valueOf(known == null ? 0 : known.subscriberTier()));
        data.put("linked_accounts", List.of());
        return new IngestMessage(
                back.tenantId,
                Objects.requireNonNull(provider.connector()),
                "sign-in-" + back.cookie.stateHash(),
                "viewer.signed_in",
                clock.instant(),
                data);
    }

    private static SignInCookie.SignInContext of(ProviderConnection connection, ApplicationCredentials credentials) {
        return new SignInCookie.SignInContext(connection.tenantId(), connection.provider(), credentials.clientId());
    }

    private PlatformClient client(Provider provider) {
        return Objects.requireNonNull(clients.get(provider), provider.label());
    }
}
