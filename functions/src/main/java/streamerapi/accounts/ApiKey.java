package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An API key, without its secret.
///
/// @param id `ak_…`
/// @param name what the streamer calls it
/// @param scopes what it may do, by their labels
/// @param createdAt when it was made
/// @param lastUsedAt when a request last carried it, known to the hour; null for never
public record ApiKey(
        String id,
        String name,
        List<String> scopes,
        Instant createdAt,
        @Nullable Instant lastUsedAt) {

    /// Noted of a credential by [streamerapi.shared.auth.Credentials].
    static final String LAST_USED = "last_used_at";

    /// @param row the key's row among the account's
    /// @param credential the row under the hash of its secret, where that is still there
    static ApiKey of(Row row, @Nullable Row credential) {
        return new ApiKey(
                id(row),
                row.text("name"),
                row.texts("scopes"),
                row.instant("created_at"),
                credential == null ? null : credential.instantOrNull(LAST_USED));
    }

    static String id(Row row) {
        return row.key().sort().substring(Keys.API_KEY.length());
    }

    /// The key as it is answered.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("name", name);
        json.put("scopes", scopes);
        json.put("created_at", createdAt);
        json.put("last_used_at", lastUsedAt);
        return json;
    }
}
