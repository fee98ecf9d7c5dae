package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;

import java.util.regex.Pattern;

/// An account on a platform, as it is named in keys, paths and cursors: `alpha:48213377`.
///
/// @param userId the account's id on that platform
public record AccountName(Platform platform, String userId) {

    /// The form of an account's id: keys and paths are made of it.
    static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    /// The form of an account's name.
    static final Pattern NAME = Pattern.compile("(" + String.join("|", Platform.labels()) + "):(" + ID.pattern() + ")");

    /// The account that a text names, or null if it names none.
    static @Nullable AccountName parse(String text) {
        var match = NAME.matcher(text);
        return match.matches() ? new AccountName(Platform.of(match.group(1)).orElseThrow(), match.group(2)) : null;
    }

    /// Whether a platform's account can have this id.
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    @Override
    public String toString() {
        return platform.label() + ":" + userId;
    }
}
