package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.OAuthError.Code;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// How a client says who it is (RFC 6749, 2.3.1): with HTTP Basic, or in the body; never both.
///
/// @param secret null if none was sent
record ClientCredentials(String clientId, @Nullable String secret) {

    private static final String SCHEME = "Basic ";

    /// Reads a request's credentials.
    ///
    /// @param authorization the header, or null
    /// @throws OAuthError `invalid_client`; `invalid_request` if it sends two
    static ClientCredentials of(@Nullable String authorization, Parameters body) {
        String clientId = body.optional("client_id");
        String secret = body.optional("client_secret");
        if (authorization == null) {
            if (clientId == null) {
                throw OAuthError.invalidClient();
            }
            return new ClientCredentials(clientId, secret);
        }
        ClientCredentials basic = ofBasic(authorization);
        if (secret != null) {
            throw OAuthError.of(Code.INVALID_REQUEST, "Authenticate in the header or in the body, not in both");
        }
        if (clientId != null && !clientId.equals(basic.clientId)) {
            throw OAuthError.of(Code.INVALID_REQUEST, "The header and client_id name different clients");
        }
        return basic;
    }

    /// Both halves are form-encoded before they are joined.
    private static ClientCredentials ofBasic(String authorization) {
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw OAuthError.invalidClient();
        }
        try {
            byte[] pair = Base64.getDecoder()
                    .decode(authorization.substring(SCHEME.length()).strip());
            String[] halves = new String(pair, StandardCharsets.UTF_8).split(":", 2);
            String secret = halves.length == 1 ? "" : Parameters.decode(halves[1]);
            return new ClientCredentials(Parameters.decode(halves[0]), secret.isEmpty() ? null : secret);
        } catch (IllegalArgumentException | OAuthError e) {
            throw OAuthError.invalidClient();
        }
    }

    @Override
    public String toString() {
        return clientId;
    }
}
