package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Lane;
import streamerapi.queues.Queued;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A requested video, as its row has it (spec "QueueMediaItem").
///
/// Whether it is claimed stands in the item itself: any number of them may be.
public record MediaItem(Row row) implements Queued {

    static final Lane LANE = new Lane(Keys.MEDIA, "MQ#", "MH#");

    static final String CLAIMED_AT = "claimed_at";
    static final String CLAIMED_BY = "claimed_by";
    static final String START_TIME = "media_start_time";
    static final String DURATION = "video_duration";

    private static final List<String> CREATED_FIELDS = List.of(
            "order_id",
            "donor_name",
            "media_url",
            "video_title",
            "video_duration",
            "platform",
            "requested_via",
            "is_replay");

    /// A new item, waiting behind every one that came before it.
    ///
    /// @param orderId `media_…`, or the id of the tip that it came with
    /// @param via how it was requested: `api`, `tip`
    static MediaItem waiting(String tenantId, String orderId, Video video, String donorName, String via, Instant now) {
        return new MediaItem(Row.of(LANE.key(tenantId, orderId))
                .with(Table.PLACE_INDEX, LANE.waiting(orderId))
                .with("donor_name", donorName)
                .with("media_url", video.link().url())
                .with(START_TIME, video.startTime())
                .with("video_title", video.title())
                .with("video_thumbnail", video.thumbnail())
                .with(DURATION, video.duration())
                .with("platform", video.link().site().label())
                .with("requested_via", via)
                .with("queued_at", now));
    }

    /// The same video once more, under an id of its own.
    MediaItem again(String tenantId, String orderId, Instant now) {
        Row replay = new Row(LANE.key(tenantId, orderId), row.attributes());
        for (String ofThePlayed : List.of("played_at", "replayed_at", TURN, CLAIMED_AT, CLAIMED_BY)) {
            replay = replay.with(ofThePlayed, null);
        }
        return new MediaItem(replay.with(Table.PLACE_INDEX, LANE.waiting(orderId))
                .with("queued_at", now)
                .with("is_replay", true));
    }

    /// This item, in no place.
    MediaItem nowhere() {
        return new MediaItem(row.with(Table.PLACE_INDEX, null));
    }

    /// This item, waiting behind every one that came before now.
    ///
    /// @param turn the part of a new order id that sorts by time
    MediaItem waitingSince(Instant now, String turn) {
        return new MediaItem(row.with(Table.PLACE_INDEX, LANE.queue() + turn)
                .with(TURN, turn)
                .with("queued_at", now));
    }

    @Override
    public Lane lane() {
        return LANE;
    }

    /// When it was claimed last, or null where nobody holds it.
    @Nullable
    Instant claimedAt() {
        return row.instantOrNull(CLAIMED_AT);
    }

    /// Whether an overlay holds it that claimed it between these times.
    boolean isClaimedBy(String overlayId, Instant from, Instant to) {
        Instant claimedAt = claimedAt();
        return claimedAt != null
                && overlayId.equals(row.textOrNull(CLAIMED_BY))
                && !claimedAt.isBefore(from)
                && !claimedAt.isAfter(to);
    }

    /// That it still stands where it was seen here, claimed as it was.
    Condition unchanged() {
        Instant claimedAt = claimedAt();
        return Condition.all(
                stillThere(),
                claimedAt == null ? Condition.absent(CLAIMED_AT) : Condition.equal(CLAIMED_AT, claimedAt));
    }

    /// Where in the video playing begins, in seconds.
    long startTime() {
        return row.number(START_TIME);
    }

    /// How long the video is, in seconds; 0 where nobody knows.
    long duration() {
        return row.number(DURATION);
    }

    /// The item in the queue.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("order_id", orderId());
        json.put("donor_name", row.text("donor_name"));
        json.put("media_url", row.text("media_url"));
        json.put(START_TIME, startTime());
        json.put("video_title", row.textOrNull("video_title"));
        json.put("video_thumbnail", row.textOrNull("video_thumbnail"));
        json.put(DURATION, duration());
        json.put("platform", row.text("platform"));
        json.put("requested_via", row.text("requested_via"));
        json.put("is_replay", row.flag("is_replay"));
        json.put("queued_at", row.instant("queued_at"));
        return json;
    }

    /// The item in the history.
    Map<String, @Nullable Object> historyJson() {
        Map<String, @Nullable Object> json = json();
        json.put("played_at", row.instant("played_at"));
        return json;
    }

    /// The item as `media.created` tells of it.
    Map<String, @Nullable Object> createdJson() {
        Map<String, @Nullable Object> all = json();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        CREATED_FIELDS.forEach(name -> json.put(name, all.get(name)));
        return json;
    }
}
