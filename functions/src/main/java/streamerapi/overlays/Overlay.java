package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// An overlay, as its row has it (contract "REST").
public record Overlay(Row row) {

    static final String NAME = "name";
    static final String WIDTH = "width";
    static final String HEIGHT = "height";
    static final String WIDGETS = "widgets";
    static final String HASH = "hash";
    static final String REVISION = "revision";

    private static final Pattern ID = Pattern.compile("o_[0-9a-f]{8}");

    /// Whether a text has the form of an overlay's id.
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /// Its id: `o_` and 8 hex digits.
    String id() {
        return row.key().sort().substring(Keys.OVERLAY.length());
    }

    String name() {
        return row.text(NAME);
    }

    /// The overlay as it is answered.
    Map<String, @Nullable Object> json(boolean connected) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id());
        json.put(NAME, name());
        json.put(WIDTH, row.number(WIDTH));
        json.put(HEIGHT, row.number(HEIGHT));
        json.put(WIDGETS, row.texts(WIDGETS));
        json.put("connected", connected);
        json.put("created_at", row.instant("created_at"));
        return json;
    }
}
