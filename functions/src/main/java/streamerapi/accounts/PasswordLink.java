package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;

import java.time.Duration;

/// The content of a one-time link by which a person chooses a password: the person's user id, and the link's secret.
///
/// The user's row holds the secret's hash, so a user has one link at a time, and a new one takes the place of the one
/// before.
///
/// @param userId `u_…`
/// @param secret of the kind [Secret.Kind#PASSWORD_LINK]
public record PasswordLink(String userId, Secret secret) {

    /// The page that a link opens.
    public static final String PAGE = "/dashboard/password";

    /// How long a new member of the team has to come.
    static final Duration INVITATION_LIFE = Duration.ofDays(7);

    /// How long a person who forgot the password has.
    static final Duration RESET_LIFE = Duration.ofDays(1);

    private static final int MAX_USER_ID = 64;

    /// A new link.
    static PasswordLink make(String tenantId, String userId) {
        return new PasswordLink(userId, Secret.make(Secret.Kind.PASSWORD_LINK, tenantId));
    }

    /// Parses a link; null if the text is not one.
    public static @Nullable PasswordLink parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 1 || dot > MAX_USER_ID) {
            return null;
        }
        return Secret.parse(text.substring(dot + 1))
                .filter(secret -> secret.kind() == Secret.Kind.PASSWORD_LINK)
                .map(secret -> new PasswordLink(text.substring(0, dot), secret))
                .orElse(null);
    }

    /// The address to give to the person.
    ///
    /// @param origin of the installation: `https://api.example.com`
    public String url(String origin) {
        return origin + PAGE + "?link=" + text();
    }

    /// The link as a text.
    public String text() {
        return userId + "." + secret.text();
    }

    @Override
    public String toString() {
        return userId + "." + secret;
    }
}
