package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.Map;

/// The one who made a webhook endpoint, as `created_by` shows it (contract "Whose endpoint").
///
/// @param type `user`, `api_key` or `oauth_app`
/// @param id `u_…`, `ak_…` or `oc_…`
/// @param name the key's or the app's at that time; null for a user, whose address no software needs
record Maker(String type, String id, @Nullable String name) {

    private static final String ATTRIBUTE = "created_by";

    static Maker of(Principal principal) {
        return switch (principal) {
            case Session session -> new Maker("user", session.userId(), null);
            case Caller caller ->
                caller.clientId() == null
                        ? new Maker("api_key", caller.id(), caller.name())
                        : new Maker("oauth_app", caller.clientId(), caller.name());
        };
    }

    /// An endpoint's row that names its maker.
    Row in(Row row) {
        Map<String, Object> map = new LinkedHashMap<>(Map.of("type", type, "id", id));
        if (name != null) {
            map.put("name", name);
        }
        return row.with(ATTRIBUTE, map);
    }

    /// The maker that an endpoint's row names, or null.
    static @Nullable Map<String, @Nullable Object> json(Row row) {
        if (!(row.attributes().get(ATTRIBUTE) instanceof Map<?, ?> map)) {
            return null;
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("type", map.get("type"));
        json.put("id", map.get("id"));
        json.put("name", map.get("name"));
        return json;
    }
}
