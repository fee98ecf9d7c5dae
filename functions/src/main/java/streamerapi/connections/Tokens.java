package streamerapi.connections;

import java.time.Instant;
import java.util.Set;

/// The tokens that a platform gave the streamer's application for the streamer's account.
///
/// @param endsAt when the access token ends
/// @param scopes those that were granted
public record Tokens(String access, String refresh, Instant endsAt, Set<String> scopes) {
    @Override
    public String toString() {
        return "Tokens[until " + endsAt + "]";
    }
}
