package streamerapi.hooks;

import java.util.LinkedHashMap;
import java.util.Map;

/// An emote of a line of chat.
///
/// @param name the word that stands for it in the line
/// @param id the platform's
record ChatEmote(String name, String id) {

    /// Its fields in a message.
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("id", id);
        return fields;
    }
}
