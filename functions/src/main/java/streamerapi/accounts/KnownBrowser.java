package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;

/// A browser that signed in before, as a cookie of its own says, which outlives signing out. With each email that it
/// signed in with, a row under the hash of the cookie says so. Its wrong passwords are counted in that row, apart from
/// those of other browsers: strangers who send wrong passwords do not lock it out.
///
/// @param secret what the cookie holds
public record KnownBrowser(String secret) {

    /// The cookie's name.
    public static final String COOKIE = "known_browser";

    /// How long a browser is known after it signed in.
    static final Duration KNOWN_FOR = Duration.ofDays(180);

    private static final int BYTES = 32;
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{43}");

    /// The browser that a cookie's value names, or null.
    static @Nullable KnownBrowser of(@Nullable String cookie) {
        return cookie != null && VALUE.matcher(cookie).matches() ? new KnownBrowser(cookie) : null;
    }

    /// A browser that has no cookie yet.
    static KnownBrowser fresh() {
        byte[] random = new byte[BYTES];
        Host.random().nextBytes(random);
        return new KnownBrowser(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    /// The key of the row that says that it signed in with this email.
    Key key(String email) {
        return Keys.knownBrowser(email, Sha256.hex(secret));
    }

    /// The value of the `Set-Cookie` header.
    String header() {
        return COOKIE + "=" + secret + "; Max-Age=" + KNOWN_FOR.toSeconds()
                + "; Path=/; HttpOnly; Secure; SameSite=Lax";
    }

    @Override
    public String toString() {
        return COOKIE;
    }
}
