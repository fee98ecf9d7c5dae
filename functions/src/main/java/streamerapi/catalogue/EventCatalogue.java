package streamerapi.catalogue;

import org.jspecify.annotations.Nullable;
import streamerapi.alerts.PlatformAlert;
import streamerapi.channelpoints.RewardRedeemed;
import streamerapi.chat.ChatCommandRun;
import streamerapi.chat.ChatModerated;
import streamerapi.counters.CounterUpdated;
import streamerapi.media.MediaEvents;
import streamerapi.overlays.OverlayConnected;
import streamerapi.overlays.OverlayDisconnected;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.UnknownFieldWarning;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;
import streamerapi.speech.TipTtsReady;
import streamerapi.tips.HeldTip;
import streamerapi.tips.TipBlocked;
import streamerapi.tips.TipFiltered;
import streamerapi.tips.TipRefunded;
import streamerapi.tips.TipReviewed;
import streamerapi.tts.TipEvents;

import java.util.Map;

/// The schema of every type of event. A type without one does not compile, and only the one that is asked for is made.
public final class EventCatalogue {

    private static final Schema<Object> NOTHING =
            Schema.shown("EmptyData", "An empty object: the type alone says what happened.", s -> {});

    private EventCatalogue() {}

    /// A type's schema. Each code of `warning` has its own; for `warning` this is the sample's.
    public static EventSchema<?> of(EventType type) {
        return switch (type) {
            case TIP_CREATED -> TipEvents.CREATED;
            case TIP_TTS_READY -> TipTtsReady.EVENT;
            case TIP_FILTERED -> TipFiltered.EVENT;
            case TIP_BLOCKED -> TipBlocked.EVENT;
            case TIP_HELD -> HeldTip.EVENT;
            case TIP_REVIEWED -> TipReviewed.EVENT;
            case TIP_REFUNDED -> TipRefunded.EVENT;
            case QUEUE_TTS_STARTED -> TipEvents.STARTED;
            case QUEUE_TTS_FINISHED -> TipEvents.FINISHED;
            case QUEUE_TTS_REMOVED -> TipEvents.REMOVED;
            case QUEUE_TTS_RELEASED -> TipEvents.RELEASED;
            case QUEUE_TTS_SKIPPED -> TipEvents.SKIPPED;
            case QUEUE_TTS_MOVED -> TipEvents.MOVED;
            case MEDIA_CREATED -> MediaEvents.CREATED;
            case QUEUE_MEDIA_STARTED -> MediaEvents.STARTED;
            case QUEUE_MEDIA_FINISHED -> MediaEvents.FINISHED;
            case QUEUE_MEDIA_REMOVED -> MediaEvents.REMOVED;
            case QUEUE_MEDIA_RELEASED -> MediaEvents.RELEASED;
            case ALPHA_FOLLOW,
                    ALPHA_SUB,
                    ALPHA_RESUB,
                    ALPHA_GIFT_SUB,
                    ALPHA_CHEER,
                    ALPHA_RAID,
                    BETA_FOLLOW,
                    BETA_SUB,
                    BETA_RESUB,
                    BETA_GIFT_SUB,
                    BETA_PAID_GIFT -> PlatformAlert.event(type);
            case ALPHA_CHANNEL_POINT_REDEMPTION -> RewardRedeemed.EVENT;
            case CHAT_COMMAND -> ChatCommandRun.EVENT;
            case COUNTER_UPDATED -> CounterUpdated.EVENT;
            case CHAT_MODERATED -> ChatModerated.EVENT;
            case OVERLAY_CONNECTED -> OverlayConnected.EVENT;
            case OVERLAY_DISCONNECTED -> OverlayDisconnected.EVENT;
            case PING -> PingSent.EVENT;
            case WARNING -> UnknownFieldWarning.EVENT;
            case TIPPING_OPENED,
                    TIPPING_CLOSED,
                    QUEUE_TTS_PAUSED,
                    QUEUE_TTS_RESUMED,
                    QUEUE_TTS_CLEARED,
                    QUEUE_MEDIA_PAUSED,
                    QUEUE_MEDIA_RESUMED,
                    QUEUE_MEDIA_SKIPPED,
                    QUEUE_MEDIA_SHOWN,
                    QUEUE_MEDIA_HIDDEN -> EventSchema.of(type, NOTHING);
        };
    }

    /// The `data` of a type's sample, as JSON is read: with every field that the catalogue lists.
    public static Map<String, @Nullable Object> sample(EventType type) {
        return Json.readObject(Json.write(of(type).sample()));
    }
}
