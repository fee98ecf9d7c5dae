package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.schema.Schema;

/// The events of a video on its way through the media queue.
public final class MediaEvents {

    private static final Schema<MediaItem> MEDIA =
            Schema.shown("MediaData", "", s -> s.object("media", item -> item, MediaItem.QUEUED));

    /// A video enters the queue.
    public static final EventSchema<MediaItem> CREATED = EventSchema.of(EventType.MEDIA_CREATED, MediaItem::addCreated);

    /// A video starts to play.
    public static final EventSchema<MediaItem> STARTED = EventSchema.of(EventType.QUEUE_MEDIA_STARTED, MEDIA);

    /// A video was played.
    public static final EventSchema<MediaItem> FINISHED = EventSchema.of(EventType.QUEUE_MEDIA_FINISHED, MEDIA);

    /// A video is taken out before it plays.
    public static final EventSchema<MediaItem> REMOVED = EventSchema.of(EventType.QUEUE_MEDIA_REMOVED, MEDIA);

    /// A claim on a video ends, and the video can be claimed again.
    public static final EventSchema<MediaItem> RELEASED = EventSchema.of(EventType.QUEUE_MEDIA_RELEASED, s -> {
        s.text("order_id", MediaItem::orderId).component("MediaOrderId").sample(MediaItem.ORDER_ID_SAMPLE);
        s.object("media", (MediaItem item) -> (@Nullable MediaItem) item, MediaItem.QUEUED)
                .orNull()
                .doc("Null if the row is gone.");
    });

    private MediaEvents() {}
}
