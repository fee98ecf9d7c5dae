package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.tasks.Host;

import java.util.Base64;
import java.util.regex.Pattern;

/// The binding of a sign-in form to the browser that it was shown in, which has no session yet: a cookie, and in the
/// form a token that follows from it. So a site cannot sign its visitors in to an account of its own.
record PreSession(String cookie) {

    static final String NAME = "signin";

    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{43}");

    /// The browser's own, or a new one.
    static PreSession of(@Nullable String cookie) {
        if (cookie != null && VALUE.matcher(cookie).matches()) {
            return new PreSession(cookie);
        }
        byte[] random = new byte[32];
        Host.random().nextBytes(random);
        return new PreSession(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    /// The value of the `Set-Cookie` header.
    String header() {
        return NAME + "=" + cookie + "; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax";
    }

    /// The token in the form.
    String token() {
        return Sha256.base64Url("sign-in " + cookie);
    }

    /// Whether a form was shown in this browser.
    boolean hasToken(@Nullable String sent) {
        return sent != null && Hmac.isSame(token(), sent);
    }
}
