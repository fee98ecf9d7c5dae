package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.QueueIndex;
import streamerapi.queues.Queued;
import streamerapi.queues.Standing;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A requested video (spec "QueueMediaItem"): its row, which is one all its life. As of a tip, an attribute is read
/// when it is asked for.
///
/// Whether it is claimed stands in the item itself: any number of them may be.
public record MediaItem(Row row) implements Queued {
    public static final Attribute<String> DONOR_NAME = Attribute.text("donor_name");
    private static final Attribute.Flag IS_REPLAY = Attribute.flag("is_replay");
    private static final Attribute.Flag IS_TEST = Attribute.flag("is_test");
    static final Attribute<String> MEDIA_URL = Attribute.text("media_url");
    private static final Attribute<String> PLATFORM = Attribute.text("platform");
    static final Attribute<Instant> PLAYED_AT = Attribute.time("played_at");
    static final Attribute<Instant> QUEUED_AT = Attribute.time("queued_at");
    static final Attribute<Instant> REMOVED_AT = Attribute.time("removed_at");

    /// The attribute that has the account of who asked for it, `alpha:48213377`, by which an erasure finds it.
    public static final Attribute<String> REQUESTED_BY = Attribute.text("requested_by");

    private static final Attribute<String> REQUESTED_VIA = Attribute.text("requested_via");
    private static final Attribute<String> VIDEO_THUMBNAIL = Attribute.text("video_thumbnail");
    private static final Attribute<String> VIDEO_TITLE = Attribute.text("video_title");

    public static final QueueIndex INDEX =
            new QueueIndex(Keys.MEDIA, Map.of(Standing.WAITING, "MQ#", Standing.PLAYED, "MH#"));

    static final Attribute<Instant> CLAIMED_AT = Attribute.time("claimed_at");
    static final Attribute<String> CLAIMED_BY = Attribute.text("claimed_by");
    static final Attribute.Whole START_TIME = Attribute.whole("media_start_time");
    static final Attribute.Whole DURATION = Attribute.whole("video_duration");

    /// The attributes of a video that the review of its tip shows.
    public static final List<Attribute<String>> SHOWN_IN_REVIEW = List.of(VIDEO_TITLE, VIDEO_THUMBNAIL, MEDIA_URL);

    private static final Attribute<String> CHANNEL = Attribute.text("video_channel");

    /// A video in the queue.
    public static final Schema<MediaItem> QUEUED =
            Schema.shown("QueueMediaItem", "A video in the media queue.", MediaItem::addQueued);

    /// A video in the history.
    static final Schema<MediaItem> PLAYED =
            Schema.shown("HistoryMediaItem", "A video that has been played or skipped.", s -> {
                addQueued(s);
                s.time("played_at", item -> item.row.get(PLAYED_AT)).doc("When it was over.");
            });

    static final String ORDER_ID_EXAMPLE = "media_1789237200123_4f7k2m9q1x8c3v6b";

    /// The order id of the story that samples of events tell.
    static final String ORDER_ID_SAMPLE = "tip_1763693883123_0h5m8z4q2w9x7y3k";

    /// Adds the fields of `media.created`.
    static void addCreated(Shape<MediaItem> s) {
        addRequest(s);
        addTitle(s);
        addDuration(s);
        addOrigin(s);
    }

    private static void addQueued(Shape<MediaItem> s) {
        addRequest(s);
        s.integer(START_TIME.name(), MediaItem::startTime)
                .between(0, Long.MAX_VALUE)
                .doc("Start offset, seconds.")
                .example(0)
                .sample(30L);
        addTitle(s);
        s.text("video_thumbnail", item -> item.row.find(VIDEO_THUMBNAIL))
                .uri()
                .orNull()
                .example("https://img.example.com/aqz-KE-bpKQ.jpg")
                .sample("https://video.example.com/thumbnails/7kQ2mZx9LpA.jpg");
        addDuration(s);
        addOrigin(s);
        s.time("queued_at", item -> item.row.get(QUEUED_AT)).sample(Instant.parse("2025-11-21T02:58:03.123Z"));
    }

    private static void addRequest(Shape<MediaItem> s) {
        s.text("order_id", MediaItem::orderId)
                .component("MediaOrderId")
                .example(ORDER_ID_EXAMPLE)
                .sample(ORDER_ID_SAMPLE);
        s.text("donor_name", item -> item.row.get(DONOR_NAME)).example("Mira").sample("NovaFox");
        s.text("media_url", item -> item.row.get(MEDIA_URL))
                .example("https://www.youtube.com/watch?v=aqz-KE-bpKQ")
                .sample("https://video.example.com/watch?v=7kQ2mZx9LpA");
    }

    private static void addTitle(Shape<MediaItem> s) {
        s.text("video_title", item -> item.row.find(VIDEO_TITLE))
                .orNull()
                .example("Big Buck Bunny")
                .sample("Every boss theme, ranked");
    }

    private static void addDuration(Shape<MediaItem> s) {
        s.integer(DURATION.name(), MediaItem::duration)
                .between(0, Long.MAX_VALUE)
                .doc("Seconds; 0 = unknown.")
                .example(635)
                .sample(214L);
    }

    private static void addOrigin(Shape<MediaItem> s) {
        s.text("platform", item -> item.row.get(PLATFORM))
                .doc("The video platform.")
                .example("youtube")
                .sample("video_site");
        s.text("requested_via", item -> item.row.get(REQUESTED_VIA))
                .doc("`tip`, `chat`, `admin`, `channel_point` or `api`; others possible.")
                .example("api")
                .sample("tip");
        s.flag("is_replay", item -> item.row.get(IS_REPLAY)).example(false);
    }

    /// A new item, waiting behind every one that came before it.
    ///
    /// @param orderId `media_…`, or the id of the tip that it came with
    /// @param via how it was requested: `api`, `tip`
    static MediaItem waiting(String tenantId, String orderId, Video video, String donorName, String via, Instant now) {
        return new MediaItem(Row.of(INDEX.key(tenantId, orderId))
                .with(Table.PLACE, INDEX.waiting(orderId))
                .with(DONOR_NAME, donorName)
                .with(MEDIA_URL, video.link().url())
                .with(START_TIME, video.startTime())
                .with(VIDEO_TITLE, video.title())
                .with(VIDEO_THUMBNAIL, video.thumbnail())
                .with(DURATION, video.duration())
                .with(PLATFORM, video.link().site().label())
                .with(CHANNEL, video.channel())
                .with(REQUESTED_VIA, via)
                .with(QUEUED_AT, now));
    }

    /// A replay of this video, under an id of its own.
    MediaItem again(String tenantId, String orderId, Instant now) {
        Row replay = row.at(INDEX.key(tenantId, orderId))
                .without(List.of(PLAYED_AT, REPLAYED_AT, TURN, CLAIMED_AT, CLAIMED_BY, IS_TEST));
        return new MediaItem(replay.with(Table.PLACE, INDEX.waiting(orderId))
                .with(QUEUED_AT, now)
                .with(IS_REPLAY, true));
    }

    /// This item, which a viewer asked for.
    ///
    /// @param platform of the viewer's account; null if none is known
    /// @param userId the viewer's on that platform, or null
    public MediaItem requestedBy(@Nullable Platform platform, @Nullable String userId) {
        return platform == null || userId == null
                ? this
                : new MediaItem(row.with(REQUESTED_BY, platform.label() + ":" + userId));
    }

    /// This item, which came with a test tip if `isTest` is true.
    public MediaItem ofTest(boolean isTest) {
        return isTest ? new MediaItem(row.with(IS_TEST, true)) : this;
    }

    /// This item, in no place.
    MediaItem nowhere() {
        return new MediaItem(row.with(Table.PLACE, null));
    }

    /// Whether it waits with its tip for a decision, in no place yet.
    boolean isParked() {
        return place() == null && !row.has(REMOVED_AT);
    }

    /// This item, waiting behind every one that came before now.
    ///
    /// @param turn the part of a new order id that sorts by time
    MediaItem waitingSince(Instant now, String turn) {
        return new MediaItem(row.with(Table.PLACE, INDEX.prefix(Standing.WAITING) + turn)
                .with(TURN, turn)
                .with(QUEUED_AT, now));
    }

    /// Whether it came with a test tip: the events that it causes say so.
    boolean isTest() {
        return row.get(IS_TEST);
    }

    @Override
    public QueueIndex index() {
        return INDEX;
    }

    @Override
    public String noun() {
        return "video";
    }

    /// When it was claimed last, or null if it is not claimed.
    @Nullable
    Instant claimedAt() {
        return row.find(CLAIMED_AT);
    }

    /// Whether an overlay holds it.
    boolean isClaimedBy(String overlayId) {
        return claimedAt() != null && overlayId.equals(row.find(CLAIMED_BY));
    }

    /// Whether an overlay holds it that claimed it between these times.
    boolean isClaimedBy(String overlayId, Instant from, Instant to) {
        Instant claimedAt = claimedAt();
        return claimedAt != null && isClaimedBy(overlayId) && !claimedAt.isBefore(from) && !claimedAt.isAfter(to);
    }

    /// The condition that the item has the place and the claim that were read here.
    Condition unchanged() {
        Instant claimedAt = claimedAt();
        return Condition.all(
                stillThere(),
                claimedAt == null ? Condition.absent(CLAIMED_AT) : Condition.equal(CLAIMED_AT, claimedAt));
    }

    /// Whether the account has banned its video, by now or since it was requested.
    ///
    /// @param banned the account's list of links, video ids and channel ids
    boolean isBannedBy(List<String> banned) {
        VideoLink link = VideoLink.parse(row.get(MEDIA_URL));
        String channel = row.find(CHANNEL);
        return banned.stream()
                .anyMatch(entry ->
                        (link != null && Video.isBannedBy(link, entry)) || Video.isChannelBannedBy(channel, entry));
    }

    /// The second of the video at which playing begins.
    long startTime() {
        return row.get(START_TIME);
    }

    /// How long the video is, in seconds; 0 if it is not known.
    long duration() {
        return row.get(DURATION);
    }
}
