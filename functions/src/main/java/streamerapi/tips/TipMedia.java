package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaIntake;
import streamerapi.media.MediaItem;
import streamerapi.media.MediaQueue;
import streamerapi.media.MediaRequest;
import streamerapi.media.VideoSites;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.tts.Tip;

import java.time.InstantSource;
import java.util.List;

/// The video that comes with a tip: an item of the media queue under the tip's own id.
public final class TipMedia {

    private final MediaIntake intake;
    private final MediaQueue queue;

    public TipMedia(Table table, VideoSites sites, Ids ids, InstantSource clock) {
        this.intake = new MediaIntake(sites, clock);
        this.queue = new MediaQueue(table, ids, clock);
    }

    /// The item that a tip's video becomes; null if the tip brings none.
    ///
    /// @param banned the account's list of links, video ids and channel ids
    /// @throws Problem `invalid_media`, or `unavailable` if the video site does not answer in time
    @Nullable
    MediaItem of(String tenantId, Tip tip, @Nullable MediaRequest request, List<String> banned, ExternalCalls calls) {
        return request == null
                ? null
                : intake.accept(tenantId, request, banned, tip.orderId(), tip.name(), "tip", calls)
                        .requestedBy(tip.platform(), tip.platformUserId())
                        .ofTest(tip.isTest());
    }

    /// The item enters the media queue.
    Outcome<MediaItem> enter(MediaItem item) {
        return queue.enter(item);
    }

    /// The item waits with its tip.
    Outcome<MediaItem> park(MediaItem item) {
        return queue.park(item);
    }

    /// The item that waits with a tip; null if the account has banned its video since.
    @Nullable
    MediaItem parked(String tenantId, String orderId) {
        return queue.parked(tenantId, orderId);
    }

    /// The item that waited with a tip enters the media queue.
    ///
    /// @param turn as of the tip
    Outcome<MediaItem> letIn(MediaItem item, String turn) {
        return queue.letIn(item, turn);
    }

    /// The item that waited with a tip is forgotten.
    Outcome<?> drop(String tenantId, String orderId) {
        return queue.drop(tenantId, orderId);
    }
}
