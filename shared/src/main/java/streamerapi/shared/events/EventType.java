package streamerapi.shared.events;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The catalogue of all events, in its order (spec: Events, Catalog).
///
/// A row has the type's label, the channel it is streamed on, and when it fires. Its `data` is a record, which is the
/// type's [EventSchema] with a sample. The samples tell one story: NovaFox's tip
/// `tip_1763693883123_0h5m8z4q2w9x7y3k` asks for a video, enters both queues and plays.
public enum EventType {
    TIP_CREATED("tip.created", Channel.TIPS, "A tip enters the TTS queue from any source, replays included."),
    TIP_TTS_READY("tip.tts_ready", Channel.TIPS, "A tip's pre-rendered audio is ready."),
    TIP_FILTERED("tip.filtered", Channel.TIPS, "The filter replaced words in a tip's name or message."),
    TIP_BLOCKED("tip.blocked", Channel.TIPS, "The filter rejected a tip outright, and it never reached the queue."),
    TIP_HELD("tip.held", Channel.TIPS, "A tip was parked in the review queue."),
    TIP_REVIEWED("tip.reviewed", Channel.TIPS, "A moderator decided a held tip, or its payment hold expired."),
    TIP_REFUNDED("tip.refunded", Channel.TIPS, "Money that was paid for a tip was given back, or is disputed."),
    TIPPING_OPENED("tipping.opened", Channel.TIPPING, "The streamer starts to accept new tips."),
    TIPPING_CLOSED("tipping.closed", Channel.TIPPING, "The streamer stops accepting new tips."),
    QUEUE_TTS_STARTED("queue.tts.started", Channel.TTS, "A tip's TTS starts."),
    QUEUE_TTS_FINISHED("queue.tts.finished", Channel.TTS, "A tip's TTS finishes and goes to the history."),
    QUEUE_TTS_REMOVED("queue.tts.removed", Channel.TTS, "A tip's TTS is removed before it plays."),
    QUEUE_TTS_RELEASED(
            "queue.tts.released", Channel.TTS, "A consumer releases its claim on a tip, which can be claimed again."),
    QUEUE_TTS_SKIPPED("queue.tts.skipped", Channel.TTS, "The playing tip is skipped."),
    QUEUE_TTS_PAUSED("queue.tts.paused", Channel.TTS, "The TTS queue is paused."),
    QUEUE_TTS_RESUMED("queue.tts.resumed", Channel.TTS, "The TTS queue is resumed."),
    QUEUE_TTS_CLEARED("queue.tts.cleared", Channel.TTS, "The TTS queue is cleared."),
    QUEUE_TTS_MOVED("queue.tts.moved", Channel.TTS, "A waiting tip goes to the head of the TTS queue, to play next."),
    MEDIA_CREATED("media.created", Channel.MEDIA, "A media item enters the media queue."),
    QUEUE_MEDIA_STARTED("queue.media.started", Channel.MEDIA, "A media item starts to play."),
    QUEUE_MEDIA_FINISHED("queue.media.finished", Channel.MEDIA, "A media item finishes and goes to the history."),
    QUEUE_MEDIA_REMOVED("queue.media.removed", Channel.MEDIA, "A media item is removed before it plays."),
    QUEUE_MEDIA_RELEASED(
            "queue.media.released",
            Channel.MEDIA,
            "A consumer releases its claim on a media item, which can be claimed again."),
    QUEUE_MEDIA_PAUSED("queue.media.paused", Channel.MEDIA, "The media queue is paused."),
    QUEUE_MEDIA_RESUMED("queue.media.resumed", Channel.MEDIA, "The media queue is resumed."),
    QUEUE_MEDIA_SKIPPED("queue.media.skipped", Channel.MEDIA, "The playing media item is skipped."),
    QUEUE_MEDIA_SHOWN("queue.media.shown", Channel.MEDIA, "The media player is shown on the overlay."),
    QUEUE_MEDIA_HIDDEN("queue.media.hidden", Channel.MEDIA, "The media player is hidden from the overlay."),
    ALPHA_FOLLOW("alpha.follow", Channel.ALERTS, "A viewer follows on alpha, after alert settings and filters."),
    ALPHA_SUB(
            "alpha.sub",
            Channel.ALERTS,
            "A viewer subscribes on alpha for the first time, after alert settings and filters."),
    ALPHA_RESUB(
            "alpha.resub",
            Channel.ALERTS,
            "A viewer renews a subscription on alpha, after alert settings and filters."),
    ALPHA_GIFT_SUB(
            "alpha.gift_sub",
            Channel.ALERTS,
            "A viewer gifts subscriptions on alpha, after alert settings and filters."),
    ALPHA_CHEER("alpha.cheer", Channel.ALERTS, "A viewer cheers on alpha, after alert settings and filters."),
    ALPHA_RAID("alpha.raid", Channel.ALERTS, "Another channel raids on alpha, after alert settings and filters."),
    ALPHA_CHANNEL_POINT_REDEMPTION(
            "alpha.channel_point_redemption",
            Channel.CHANNEL_POINTS,
            "A viewer redeems any channel point reward on alpha, after filters, mapped to an action or not."),
    BETA_FOLLOW("beta.follow", Channel.ALERTS, "A viewer follows on beta, after alert settings and filters."),
    BETA_SUB(
            "beta.sub",
            Channel.ALERTS,
            "A viewer subscribes on beta for the first time, after alert settings and filters."),
    BETA_RESUB(
            "beta.resub", Channel.ALERTS, "A viewer renews a subscription on beta, after alert settings and filters."),
    BETA_GIFT_SUB(
            "beta.gift_sub", Channel.ALERTS, "A viewer gifts subscriptions on beta, after alert settings and filters."),
    BETA_PAID_GIFT("beta.paid_gift", Channel.ALERTS, "A viewer gifts beta's paid gift, the counterpart of a cheer."),
    CHAT_COMMAND(
            "chat.command",
            Channel.CHAT,
            "A viewer runs a custom command in either chat, after permission and cooldown checks pass."),
    COUNTER_UPDATED(
            "counter.updated", Channel.COUNTERS, "A counter changed in chat, in the dashboard or through the API."),
    CHAT_MODERATED(
            "chat.moderated",
            Channel.CHAT,
            "Chat moderation warned, deleted, timed out or banned, on alpha only for now."),
    OVERLAY_CONNECTED("overlay.connected", Channel.OVERLAYS, "An overlay's browser source comes online."),
    OVERLAY_DISCONNECTED(
            "overlay.disconnected",
            Channel.OVERLAYS,
            "An overlay's browser source goes offline, reported after a short grace window."),
    PING("ping", Channel.SYSTEM, "A test is requested on a webhook endpoint."),
    WARNING("warning", Channel.SYSTEM, "Your integration is doing something that you probably do not intend.");

    private static final Map<String, EventType> BY_LABEL =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EventType::label, Function.identity()));

    private final String label;
    private final Channel channel;
    private final String description;

    EventType(String label, Channel channel, String description) {
        this.label = label;
        this.channel = channel;
        this.description = description;
    }

    /// The type as envelopes and subscriptions name it, for example `queue.tts.started`.
    public String label() {
        return label;
    }

    /// The channel that the realtime stream carries the type on. No event of type `ping` is ever streamed.
    public Channel channel() {
        return channel;
    }

    /// The cause of the event, in one sentence: shown by `GET /events`.
    public String description() {
        return description;
    }

    /// Whether a webhook endpoint can choose the type: `ping` comes on request, `warning` to every endpoint unasked.
    public boolean subscribable() {
        return this != PING && this != WARNING;
    }

    /// The type with this label, if there is one; the match is exact, and `*` is no type.
    public static Optional<EventType> of(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }
}
