package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;

import java.time.Duration;

/// The cookie of a signed-in browser: the user whose session it claims to be, and the session's secret.
///
/// The value names the user, so that session and user are read beside each other. `HttpOnly` keeps it from scripts,
/// `SameSite=Lax` from other sites' forms, `Secure` from the open network. Its name has no `__Host-` prefix, which
/// would say the same: browsers refuse that on `http://localhost`, where they take `Secure`.
///
/// @param userId `u_…`
/// @param secret of the kind [Secret.Kind#SESSION]
public record SessionCookie(String userId, Secret secret) {

    /// The cookie's name.
    public static final String NAME = "session";

    private static final String ATTRIBUTES = "; Path=/; HttpOnly; Secure; SameSite=Lax";
    private static final int MAX_USER_ID = 64;

    /// The cookie that a value is, or null if it has not a cookie's form.
    public static @Nullable SessionCookie parse(@Nullable String value) {
        int dot = value == null ? -1 : value.indexOf('.');
        if (value == null || dot < 1 || dot > MAX_USER_ID) {
            return null;
        }
        return Secret.parse(value.substring(dot + 1))
                .filter(secret -> secret.kind() == Secret.Kind.SESSION)
                .map(secret -> new SessionCookie(value.substring(0, dot), secret))
                .orElse(null);
    }

    /// The value of the `Set-Cookie` header that gives it to the browser.
    public String header(Duration life) {
        return NAME + "=" + userId + "." + secret.text() + "; Max-Age=" + life.toSeconds() + ATTRIBUTES;
    }

    /// The value of the `Set-Cookie` header that takes it away again.
    public static String removal() {
        return NAME + "=; Max-Age=0" + ATTRIBUTES;
    }

    /// The session's CSRF token. It follows from the secret, and the secret does not follow from it, so it is stored
    /// nowhere.
    String csrfToken() {
        return Sha256.base64Url("csrf " + secret.text());
    }
}
