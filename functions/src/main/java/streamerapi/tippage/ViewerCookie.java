package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.secrets.SecretCipher;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The cookie that names a viewer who has signed in to one account's page: `alpha:48213377~<milliseconds>~<code>`. The
/// code holds it to the account, so another account's page takes it for none; so does its name. Nothing of it is in the
/// table: it ends with its 30 days, with the cookie, or when the viewer is erased.
final class ViewerCookie {

    static final Duration LIFE = Duration.ofDays(30);

    /// The attributes of every cookie of the tip page. A link from elsewhere brings it along, a foreign form does not.
    static final String ATTRIBUTES = "; Path=/tip; HttpOnly; Secure; SameSite=Lax";

    private static final int NAME_DIGITS = 16;
    private static final Pattern VALUE =
            Pattern.compile("([a-z]{1,16}):([A-Za-z0-9_.-]{1,64})~([0-9]{13})~([0-9a-f]{32})");

    private final SecretCipher cipher;
    private final InstantSource clock;

    ViewerCookie(SecretCipher cipher, InstantSource clock) {
        this.cipher = cipher;
        this.clock = clock;
    }

    /// A viewer's account as a cookie names it.
    ///
    /// @param at when it was set
    record Named(Platform platform, String userId, Instant at) {}

    /// The cookie's name on an account's page.
    static String name(String tenantId) {
        return "viewer_" + Sha256.hex(tenantId).substring(0, NAME_DIGITS);
    }

    /// The value of the `Set-Cookie` header that names a viewer.
    String setting(String tenantId, Platform platform, String userId) {
        String named = platform.label() + ":" + userId + "~" + clock.instant().toEpochMilli();
        return name(tenantId) + "=" + named + "~" + code(tenantId, named) + "; Max-Age=" + LIFE.toSeconds()
                + ATTRIBUTES;
    }

    /// The value of the `Set-Cookie` header that forgets the viewer.
    static String clearing(String tenantId) {
        return name(tenantId) + "=; Max-Age=0" + ATTRIBUTES;
    }

    /// The viewer whom a cookie names on an account's page; null if it names none, or no longer.
    ///
    /// @param value of the cookie [#name], or null
    @Nullable
    Named read(String tenantId, @Nullable String value) {
        Matcher cookie = VALUE.matcher(value == null ? "" : value);
        if (value == null || !cookie.matches()) {
            return null;
        }
        Platform platform = Platform.of(cookie.group(1)).orElse(null);
        Instant at = Instant.ofEpochMilli(Long.parseLong(cookie.group(3)));
        boolean isOurs = Hmac.isSame(code(tenantId, value.substring(0, value.lastIndexOf('~'))), cookie.group(4));
        return platform == null || !isOurs || !clock.instant().isBefore(at.plus(LIFE))
                ? null
                : new Named(platform, cookie.group(2), at);
    }

    private String code(String tenantId, String named) {
        return cipher.code(tenantId + "/tip page/viewer/" + named);
    }
}
