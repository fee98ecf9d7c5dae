package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The cookie of a sign-in that a viewer has begun, which binds it to their browser: the hash of the platform's `state`
/// parameter, the verifier of PKCE, its end and the page. Its code holds it to the account, the platform and the
/// streamer's application, which are not in it. It is set without a write; its one use is a row.
///
/// @param stateHash of the parameter, of 256 random bits (RFC 6749, 10.12)
/// @param verifier of PKCE (RFC 7636); there even if the platform has none
record SignInCookie(String slug, String stateHash, String verifier, Instant endsAt) {

    static final String NAME = "viewer_sign_in";
    static final Duration LIFE = Duration.ofMinutes(10);

    private static final int RANDOM_BYTES = 32;
    private static final Pattern VALUE =
            Pattern.compile("([a-z0-9-]{3,40})~([0-9a-f]{64})~([A-Za-z0-9_-]{43})~([0-9]{13})~([0-9a-f]{32})");

    /// The account, the platform and the application that a sign-in is of.
    ///
    /// @param clientId the application's
    record SignInContext(String tenantId, Provider provider, String clientId) {}

    /// 256 random bits in 43 characters of base64url.
    static String random() {
        byte[] random = new byte[RANDOM_BYTES];
        Host.random().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /// A sign-in that begins.
    ///
    /// @param state the parameter
    static SignInCookie begun(String slug, String state, Instant now) {
        return new SignInCookie(slug, Sha256.hex(state), random(), now.plus(LIFE));
    }

    /// The page that a cookie's value names, if it is of the form of one; null if it is not. Nothing of it is proven.
    static @Nullable String slugOf(@Nullable String value) {
        Matcher cookie = VALUE.matcher(value == null ? "" : value);
        return cookie.matches() ? cookie.group(1) : null;
    }

    /// The sign-in of a cookie; null if the service did not set it for this account, platform and application.
    static @Nullable SignInCookie read(String value, SignInContext of, SecretCipher cipher) {
        Matcher cookie = VALUE.matcher(value);
        if (!cookie.matches()) {
            return null;
        }
        SignInCookie read = new SignInCookie(
                cookie.group(1),
                cookie.group(2),
                cookie.group(3),
                Instant.ofEpochMilli(Long.parseLong(cookie.group(4))));
        return Hmac.isSame(read.code(of, cipher), cookie.group(5)) ? read : null;
    }

    /// The value of the `Set-Cookie` header.
    String setting(SignInContext of, SecretCipher cipher) {
        return NAME + "=" + text() + "~" + code(of, cipher) + "; Max-Age=" + LIFE.toSeconds() + ViewerCookie.ATTRIBUTES;
    }

    /// The value of the `Set-Cookie` header that ends it.
    static String clearing() {
        return NAME + "=; Max-Age=0" + ViewerCookie.ATTRIBUTES;
    }

    /// Whether a browser comes back in time with the parameter that it left with.
    boolean isOf(String state, Instant now) {
        return Hmac.isSame(stateHash, Sha256.hex(state)) && now.isBefore(endsAt);
    }

    private String text() {
        return slug + "~" + stateHash + "~" + verifier + "~" + endsAt.toEpochMilli();
    }

    private String code(SignInContext of, SecretCipher cipher) {
        return cipher.code(of.tenantId + "/tip page/sign-in/" + of.provider.label() + "/" + Sha256.hex(of.clientId)
                + "/" + text());
    }

    @Override
    public String toString() {
        return "SignInCookie[" + slug + "]";
    }
}
