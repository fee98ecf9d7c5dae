package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The user, key or app that made a webhook endpoint, as `created_by` shows it (contract "Whose endpoint").
///
/// @param type `user`, `api_key` or `oauth_app`
/// @param id `u_…`, `ak_…` or `oc_…`
/// @param name the key's or the app's at that time; null for a user, whose address no software needs
record Maker(String type, String id, @Nullable String name) {

    static final Schema<Maker> SCHEMA = Schema.shown("WebhookEndpointMaker", "The maker of a webhook endpoint.", s -> {
        s.oneOf("type", Maker::type, List.of("user", "api_key", "oauth_app")).example("api_key");
        s.text("id", Maker::id).doc("`u_…`, `ak_…` or `oc_…`").example("ak_01k4zf2m7x9z42p9nesd3x51mb");
        s.text("name", Maker::name)
                .orNull()
                .doc("The key's or the app's name; null for a user.")
                .example("Stream deck");
    });

    private static final Attribute<Map<String, Object>> CREATED_BY = Attribute.map("created_by");

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
        return row.with(CREATED_BY, map);
    }

    /// The maker that an endpoint's row names, or null.
    static @Nullable Maker of(Row row) {
        Map<String, Object> map = row.find(CREATED_BY);
        return map == null
                ? null
                : new Maker(String.valueOf(map.get("type")), String.valueOf(map.get("id")), (String) map.get("name"));
    }
}
