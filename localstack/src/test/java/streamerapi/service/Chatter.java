package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/// A viewer who writes in an account's chat.
///
/// @param connector of the platform
record Chatter(TestConnector connector, String id, String name, boolean isModerator, boolean isSubscriber) {

    static Chatter viewer(TestConnector connector, String name) {
        return new Chatter(connector, "id-" + name, name, false, false);
    }

    static Chatter moderator(TestConnector connector, String name) {
        return new Chatter(connector, "id-" + name, name, true, false);
    }

    static Chatter subscriber(TestConnector connector, String name) {
        return new Chatter(connector, "id-" + name, name, false, true);
    }

    /// Writes a line, which must be taken.
    Answer writes(String text) {
        return writesAs(UUID.randomUUID().toString(), text).expect(202);
    }

    /// Writes a line by a message with this id.
    Answer writesAs(String id, String text) {
        return connector.sendAs(id, "chat.message", line(text));
    }

    /// The data of a line.
    Map<String, @Nullable Object> line(String text) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("message_id", UUID.randomUUID().toString());
        data.put("user_id", id);
        data.put("user_login", name.toLowerCase(Locale.ROOT));
        data.put("user_name", name);
        data.put("text", text);
        data.put("is_mod", isModerator);
        data.put("is_subscriber", isSubscriber);
        data.put("is_broadcaster", false);
        return data;
    }

    /// The bot's messages on the platform, oldest first.
    List<String> heard() {
        return connector.calls().stream()
                .filter(call -> "chat.send".equals(call.get("action")))
                .map(call -> String.valueOf(Json.asObject(call.get("data")).get("message")))
                .toList();
    }
}
