package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.util.Map;

/// A frame that a socket is sent and that is no event (contract "Realtime stream").
///
/// @param data null if its type says it all
public record SocketFrame(String type, @Nullable Map<String, @Nullable Object> data) {

    private static final Schema<SocketFrame> SCHEMA = Schema.shown("Frame", "A frame that is no event.", s -> {
        s.text("type", SocketFrame::type);
        s.freeObject("data", SocketFrame::data).orAbsent();
    });

    /// A frame whose type says it all.
    public static SocketFrame of(String type) {
        return new SocketFrame(type, null);
    }

    /// A frame with a record as its data.
    public static <T> SocketFrame of(String type, Schema<T> schema, T data) {
        return new SocketFrame(type, schema.json(data));
    }

    /// Its bytes.
    public byte[] bytes() {
        return Json.write(SCHEMA.json(this));
    }

    /// Its bytes, as a text.
    String text() {
        return Json.writeText(SCHEMA.json(this));
    }
}
