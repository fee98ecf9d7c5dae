package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/// Who caused an event (spec "actor"); what the system does on its own has none.
public sealed interface Actor {

    /// A developer API key.
    record ApiKey(String id, String name) implements Actor {}

    /// A connected third-party app.
    record OAuthApp(String id, String name, String authorizationId) implements Actor {}

    /// The object that stands in the envelope.
    static @Nullable Map<String, @Nullable Object> json(@Nullable Actor actor) {
        if (actor == null) {
            return null;
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        switch (actor) {
            case ApiKey key -> {
                json.put("type", "api_key");
                json.put("id", key.id());
                json.put("name", key.name());
            }
            case OAuthApp app -> {
                json.put("type", "oauth_app");
                json.put("id", app.id());
                json.put("name", app.name());
                json.put("authorization_id", app.authorizationId());
            }
        }
        return json;
    }
}
