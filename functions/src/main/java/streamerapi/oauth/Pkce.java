package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.digests.Sha256;

import java.util.regex.Pattern;

/// Proof Key for Code Exchange (RFC 7636): the client that exchanges a code must be the one that asked
/// for it. `S256` alone is taken.
final class Pkce {

    /// The one way in which a challenge is made from a verifier.
    static final String METHOD = "S256";

    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

    private Pkce() {}

    /// The challenge of an authorization request, or null if it has none.
    ///
    /// @param required whether there must be one
    /// @throws OAuthError `invalid_request`
    static @Nullable String challenge(Parameters request, boolean required) {
        String challenge = request.optional("code_challenge");
        String method = request.optional("code_challenge_method");
        if (challenge == null) {
            if (required || method != null) {
                throw OAuthError.of(Code.INVALID_REQUEST, "code_challenge is missing");
            }
            return null;
        }
        if (!METHOD.equals(method)) {
            throw OAuthError.of(Code.INVALID_REQUEST, "code_challenge_method must be S256");
        }
        if (!CHALLENGE.matcher(challenge).matches()) {
            throw OAuthError.of(
                    Code.INVALID_REQUEST,
                    "code_challenge must be the SHA-256 of the verifier in 43 base64url characters");
        }
        return challenge;
    }

    /// Holds the verifier of a token request to the challenge that the code was asked for with. If there was no
    /// challenge there must be no verifier: otherwise an attacker removed the challenge (RFC 9700, 2.1.1).
    ///
    /// @throws OAuthError `invalid_grant`
    static void verify(@Nullable String challenge, @Nullable String verifier) {
        boolean right = challenge == null
                ? verifier == null
                : verifier != null
                        && VERIFIER.matcher(verifier).matches()
                        && Hmac.isSame(challenge, Sha256.base64Url(verifier));
        if (!right) {
            throw OAuthError.of(Code.INVALID_GRANT, "code_verifier does not match the code_challenge");
        }
    }
}
