package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;

/// An app that streamers can connect, as its owner registered it.
///
/// @param tenantId the account that it is registered in
/// @param redirectUris where streamers can be sent back to, at least one
/// @param scopes the labels of what it may ask for at most
/// @param secretHash of its client secret; null for a public app, which can keep none
/// @param revision counts the times that it gave up a scope: what was authorized under another is dead
public record OAuthApp(
        String clientId,
        String tenantId,
        String name,
        @Nullable String description,
        List<String> redirectUris,
        List<String> scopes,
        @Nullable String secretHash,
        long revision,
        Instant createdAt) {

    static OAuthApp of(Row row) {
        return new OAuthApp(
                row.text("client_id"),
                row.text("tenant_id"),
                row.text("name"),
                row.textOrNull("description"),
                row.texts("redirect_uris"),
                row.texts("scopes"),
                row.textOrNull("secret"),
                row.number("revision"),
                row.instant("created_at"));
    }

    Key key() {
        return Keys.app(Keys.appNumber(clientId));
    }

    Row row() {
        return Row.of(key())
                .with("client_id", clientId)
                .with("tenant_id", tenantId)
                .with("name", name)
                .with("description", description)
                .with("redirect_uris", redirectUris)
                .with("scopes", scopes)
                .with("secret", secretHash)
                .with("revision", revision)
                .with("created_at", createdAt);
    }

    /// Whether it has a secret to prove itself with.
    public boolean isConfidential() {
        return secretHash != null;
    }

    /// The app that a row is, held to the credentials that it sent. It takes the same time whatever is wrong with them.
    ///
    /// @throws OAuthError `invalid_client`
    static OAuthApp authenticated(@Nullable Row row, ClientCredentials credentials) {
        String sent = credentials.secret() == null
                ? ""
                : Secret.parse(credentials.secret()).map(Secret::hash).orElse("unknown");
        OAuthApp app = row == null ? null : of(row);
        String expected = app == null || app.secretHash == null ? "" : app.secretHash;
        boolean alike =
                MessageDigest.isEqual(sent.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
        if (app == null || !alike || !app.clientId.equals(credentials.clientId())) {
            throw OAuthError.invalidClient();
        }
        return app;
    }
}
