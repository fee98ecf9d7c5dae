package streamerapi.shared.auth;

import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.tasks.Host;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The beginning of every code and token of an authorization: the account, the app, and the family that it is of.
///
/// Account and app are no secret, and name the authorization's row. The family is drawn at each consent, and stands in
/// that consent's code and tokens alone, so that those of an earlier consent end nothing. A family is no secret to a
/// reader of one of its tokens: [Authorization#knows] tells a token that was good once from a forged one.
///
/// @param app 8 hex digits, which stand for a client id where 26 characters have no room; no two apps share them
/// @param family 8 hex digits
public record AuthorizationName(String tenantId, String app, String family) {

    /// The name that a code or a token carries.
    public static AuthorizationName of(Secret secret) {
        ByteBuffer name = secret.name();
        return new AuthorizationName(secret.tenantId(), hex(name.getInt()), hex(name.getInt()));
    }

    /// The name of an authorization that the streamer is giving now.
    public static AuthorizationName fresh(String tenantId, String clientId) {
        return new AuthorizationName(
                tenantId, Keys.appNumber(clientId), hex(Host.random().nextInt()));
    }

    /// Whether the app has this client id.
    public boolean isOf(String clientId) {
        return app.equals(Keys.appNumber(clientId));
    }

    /// A new code, or a token that no authorization knows.
    public Secret newSecret(Secret.Kind kind) {
        return Secret.make(kind, tenantId, bytes());
    }

    /// A new token that carries the name, and the mark of its authorization's key.
    Secret newToken(Secret.Kind kind, TokenKey key) {
        return Secret.make(kind, tenantId, bytes(), key);
    }

    private byte[] bytes() {
        return HexFormat.of().parseHex(app + family);
    }

    /// The key of the authorization's row.
    public Key key() {
        return Keys.authorization(tenantId, app);
    }

    /// The subject under which all requests of the authorization are counted and remembered.
    String subject() {
        return Sha256.hex(tenantId + app + family);
    }

    private static String hex(int bits) {
        return HexFormat.of().toHexDigits(bits);
    }
}
