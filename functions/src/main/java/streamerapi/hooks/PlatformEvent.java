package streamerapi.hooks;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Map;

/// An event of a platform, as a message of its connector would have it (docs/ingest.md).
///
/// @param id the platform's; a second event with it is the same
/// @param type of the message: `follow`
/// @param occurredAt by the platform's clock
/// @param data the fields of the type
public record PlatformEvent(String id, String type, Instant occurredAt, Map<String, @Nullable Object> data) {

    /// The type of a line of chat.
    public static final String LINE = "chat.message";

    /// The type of a reward that a viewer redeemed.
    public static final String REDEMPTION = "channel_point_redemption";

    /// The type of a stream that begins.
    public static final String ONLINE = "stream.online";

    /// A field of the data that is a text, or null.
    public @Nullable String text(String name) {
        return data.get(name) instanceof String text ? text : null;
    }
}
