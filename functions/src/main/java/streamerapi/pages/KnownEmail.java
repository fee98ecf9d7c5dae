package streamerapi.pages;

import streamerapi.shared.http.Request;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The email of a user who has just chosen a password, for the sign-in form. A cookie carries it, because logs have the
/// addresses of pages.
public final class KnownEmail {

    private static final String NAME = "signin_email";
    private static final int MAX_SECONDS = 600;

    private KnownEmail() {}

    /// The value of the `Set-Cookie` header.
    public static String header(String email) {
        String value = Base64.getUrlEncoder().withoutPadding().encodeToString(email.getBytes(StandardCharsets.UTF_8));
        return NAME + "=" + value + "; Max-Age=" + MAX_SECONDS + "; Path=" + Site.SIGN_IN
                + "; HttpOnly; Secure; SameSite=Lax";
    }

    /// The email that a browser has; nothing if it has none.
    static String of(Request request) {
        String value = request.cookie(NAME);
        try {
            return value == null ? "" : new String(Base64.getUrlDecoder().decode(value), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notOurs) {
            return "";
        }
    }
}
