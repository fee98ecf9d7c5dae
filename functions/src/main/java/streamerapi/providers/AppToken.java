package streamerapi.providers;

import java.time.Instant;

/// A token of an application itself.
///
/// @param endsAt when it ends
public record AppToken(String text, Instant endsAt) {
    @Override
    public String toString() {
        return "AppToken[until " + endsAt + "]";
    }
}
