package streamerapi.connections;

import org.jspecify.annotations.Nullable;

/// A viewer's profile, as a platform reports it after a sign-in.
///
/// @param id the platform's own
/// @param name as people see it
/// @param pictureUrl an https address, or null
public record ViewerProfile(
        String id, String login, String name, @Nullable String pictureUrl) {

    private static final String SAFE = "https://";

    /// A viewer whose picture counts only if its address can be shown.
    public static ViewerProfile of(String id, String login, String name, String pictureUrl) {
        return new ViewerProfile(id, login, name, pictureUrl.startsWith(SAFE) ? pictureUrl : null);
    }
}
