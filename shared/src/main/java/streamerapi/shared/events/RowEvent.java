package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// An event that is kept in the row that it tells of. One update changes the row and announces the change, so many
/// writers of one row need no transaction, and do not meet each other.
///
/// The table's stream has an image of the row after each change, and so each event with the values of its own change,
/// although the next change overwrites it in the row. The fan-out gives it a row of its own. A row that holds one is
/// changed by nothing that does not announce itself too.
public final class RowEvent {

    /// The attribute that holds it. The stream's filter in template.yaml names it.
    public static final String ATTRIBUTE = "announcement";

    private static final String VALUES = "values";
    private static final String ENVELOPE = "envelope";

    private RowEvent() {}

    /// The event as the row holds it.
    ///
    /// @param values as of [Event.Kept]
    static String text(Map<String, @Nullable Object> envelope, List<String> values) {
        Map<String, @Nullable Object> text = new LinkedHashMap<>();
        text.put(VALUES, values);
        text.put(ENVELOPE, envelope);
        return Json.writeText(text);
    }

    /// The event that an image of a row holds.
    ///
    /// @param text the row's [#ATTRIBUTE]
    /// @param attributes the row's other attributes, by their names
    public static LoggedEvent of(
            String tenantId, String place, String text, Function<String, @Nullable Object> attributes) {
        Map<String, @Nullable Object> kept = Json.asObject(Json.read(text));
        Map<String, @Nullable Object> envelope = Json.asObject(kept.get(ENVELOPE));
        Map<String, @Nullable Object> data = Json.asObject(envelope.get("data"));
        for (Object value : (List<?>) Objects.requireNonNull(kept.get(VALUES))) {
            data.put((String) value, attributes.apply((String) value));
        }
        envelope.put("data", data);
        return new LoggedEvent(
                tenantId,
                place,
                (String) Objects.requireNonNull(envelope.get("id")),
                (String) Objects.requireNonNull(envelope.get("type")),
                Json.writeText(envelope),
                LoggedEvent.Origin.CHANGED_ROW);
    }
}
