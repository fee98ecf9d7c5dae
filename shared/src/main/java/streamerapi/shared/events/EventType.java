package streamerapi.shared.events;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Everything that can happen: the whole catalogue of events, in its order (spec: Events, Catalog).
///
/// A row has the type's label, the channel it is streamed on, when it fires, and a sample of its `data`. The samples
/// tell one story: NovaFox's tip `tip_1763693883123_0h5m8z4q2w9x7y3k` asks for a video, enters both queues and plays.
public enum EventType {
    TIP_CREATED("tip.created", Channel.TIPS, "A tip enters the TTS queue from any source, replays included.", """
            {"order_id": "tip_1763693883123_0h5m8z4q2w9x7y3k", "name": "NovaFox", "amount": 12.50, \
            "currency": "USD", "message": "Good luck with the last boss!", "source": "card_processor", "is_paid": true, \
            "external_source": null, "external_ref": null, "is_replay": false, "is_sub_reward": false, \
            "platform": "alpha", "platform_user_id": "48213377", "name_was_filtered": false, \
            "message_was_filtered": false, "tts_url": null}"""),
    TIP_TTS_READY("tip.tts_ready", Channel.TIPS, "A tip's pre-rendered audio is ready.", """
            {"order_id": "tip_1763693883123_0h5m8z4q2w9x7y3k", \
            "tts_url": "https://media.example.com/tts/tip_1763693883123_0h5m8z4q2w9x7y3k.mp3"}"""),
    TIP_FILTERED("tip.filtered", Channel.TIPS, "The filter replaced words in a tip's name or message.", """
            {"order_id": "tip_1763693944130_3n8d1v6k0s5r2j9c", "name": "MossyOwl", "original_name": "MossyOwl", \
            "amount": 5.00, "currency": "USD", "message": "That jump was **** good", \
            "original_message": "That jump was darn good", "matched_words": ["darn"], \
            "reasoning": "The message has a word that the streamer replaces."}"""),
    TIP_BLOCKED(
            "tip.blocked", Channel.TIPS, "The filter rejected a tip outright, and it never reached the queue.", """
            {"order_id": "tip_1763694005137_6b4t9e1m7x0p5w2g", "name": "bargain_bot", "amount": 1.00, \
            "currency": "USD", "message": "Get cheap followers today", "blocked_words": ["cheap followers"], \
            "reasoning": "The message has words that the streamer blocks."}"""),
    TIP_HELD("tip.held", Channel.TIPS, "A tip was parked in the review queue.", """
            {"order_id": "tip_1763694066144_9q2f5h8y3a6z1d4n", "name": "PixelHeron", "amount": 20.00, \
            "currency": "USD", "message": "Play this one, trust me", "has_media": true, "reason": "manual", \
            "payment_state": "held", "source": "card_processor"}"""),
    TIP_REVIEWED("tip.reviewed", Channel.TIPS, "A moderator decided a held tip, or its payment hold expired.", """
            {"order_id": "tip_1763694066144_9q2f5h8y3a6z1d4n", "decision": "approved", "allow_tts": true, \
            "allow_media": true, "reason": null, "payment_state": "captured", "payment_released": false, \
            "name": "PixelHeron", "amount": 20.00, "currency": "USD"}"""),
    TIP_REFUNDED("tip.refunded", Channel.TIPS, "Money that was paid for a tip was given back, or is disputed.", """
            {"order_id": "tip_1763693883123_0h5m8z4q2w9x7y3k", "amount": 12.50, "currency": "USD", \
            "reason": "refunded"}"""),
    TIPPING_OPENED("tipping.opened", Channel.TIPPING, "The streamer starts to accept new tips.", Samples.EMPTY),
    TIPPING_CLOSED("tipping.closed", Channel.TIPPING, "The streamer stops accepting new tips.", Samples.EMPTY),
    QUEUE_TTS_STARTED(
            "queue.tts.started", Channel.TTS, "A tip's TTS starts.", "{\"tip\": {" + Samples.QUEUE_TIP + "}}"),
    QUEUE_TTS_FINISHED(
            "queue.tts.finished",
            Channel.TTS,
            "A tip's TTS finishes and goes to the history.",
            "{\"tip\": {" + Samples.QUEUE_TIP
                    + ", \"refunded_amount\": 0, \"played_at\": \"2025-11-21T02:58:41.208Z\"}}"),
    QUEUE_TTS_REMOVED(
            "queue.tts.removed",
            Channel.TTS,
            "A tip's TTS is removed before it plays.",
            "{\"tip\": {" + Samples.QUEUE_TIP + "}}"),
    QUEUE_TTS_RELEASED(
            "queue.tts.released",
            Channel.TTS,
            "A consumer releases its claim on a tip, which can be claimed again.",
            "{\"order_id\": \"" + Samples.ORDER_ID + "\", \"tip\": {" + Samples.QUEUE_TIP + "}}"),
    QUEUE_TTS_SKIPPED(
            "queue.tts.skipped",
            Channel.TTS,
            "The playing tip is skipped.",
            "{\"order_id\": \"" + Samples.ORDER_ID + "\"}"),
    QUEUE_TTS_PAUSED("queue.tts.paused", Channel.TTS, "The TTS queue is paused.", Samples.EMPTY),
    QUEUE_TTS_RESUMED("queue.tts.resumed", Channel.TTS, "The TTS queue is resumed.", Samples.EMPTY),
    QUEUE_TTS_CLEARED("queue.tts.cleared", Channel.TTS, "The TTS queue is cleared.", Samples.EMPTY),
    MEDIA_CREATED("media.created", Channel.MEDIA, "A media item enters the media queue.", """
            {"order_id": "tip_1763693883123_0h5m8z4q2w9x7y3k", "donor_name": "NovaFox", \
            "media_url": "https://video.example.com/watch?v=7kQ2mZx9LpA", \
            "video_title": "Every boss theme, ranked", "video_duration": 214, "platform": "video_site", \
            "requested_via": "tip", "is_replay": false}"""),
    QUEUE_MEDIA_STARTED(
            "queue.media.started",
            Channel.MEDIA,
            "A media item starts to play.",
            "{\"media\": {" + Samples.QUEUE_MEDIA_ITEM + "}}"),
    QUEUE_MEDIA_FINISHED(
            "queue.media.finished",
            Channel.MEDIA,
            "A media item finishes and goes to the history.",
            "{\"media\": {" + Samples.QUEUE_MEDIA_ITEM + "}}"),
    QUEUE_MEDIA_REMOVED(
            "queue.media.removed",
            Channel.MEDIA,
            "A media item is removed before it plays.",
            "{\"media\": {" + Samples.QUEUE_MEDIA_ITEM + "}}"),
    QUEUE_MEDIA_RELEASED(
            "queue.media.released",
            Channel.MEDIA,
            "A consumer releases its claim on a media item, which can be claimed again.",
            "{\"order_id\": \"" + Samples.ORDER_ID + "\", \"media\": {" + Samples.QUEUE_MEDIA_ITEM + "}}"),
    QUEUE_MEDIA_PAUSED("queue.media.paused", Channel.MEDIA, "The media queue is paused.", Samples.EMPTY),
    QUEUE_MEDIA_RESUMED("queue.media.resumed", Channel.MEDIA, "The media queue is resumed.", Samples.EMPTY),
    QUEUE_MEDIA_SKIPPED("queue.media.skipped", Channel.MEDIA, "The playing media item is skipped.", Samples.EMPTY),
    QUEUE_MEDIA_SHOWN("queue.media.shown", Channel.MEDIA, "The media player is shown on the overlay.", Samples.EMPTY),
    QUEUE_MEDIA_HIDDEN(
            "queue.media.hidden", Channel.MEDIA, "The media player is hidden from the overlay.", Samples.EMPTY),
    ALPHA_FOLLOW("alpha.follow", Channel.ALERTS, "A viewer follows on alpha, after alert settings and filters.", """
            {"event_id": "ev_01kaj5hvqk4c7y2m9r1x6t0n8z", "platform": "alpha", "user_name": "NovaFox", \
            "user_login": "novafox", "message": "NovaFox just followed!"}"""),
    ALPHA_SUB(
            "alpha.sub",
            Channel.ALERTS,
            "A viewer subscribes on alpha for the first time, after alert settings and filters.",
            """
            {"event_id": "ev_01kaj5kqa28h3w5d0q7v2b9s4e", "platform": "alpha", "user_name": "NovaFox", \
            "user_login": "novafox", "message": "NovaFox just subscribed!", "tier": 1}"""),
    ALPHA_RESUB(
            "alpha.resub",
            Channel.ALERTS,
            "A viewer renews a subscription on alpha, after alert settings and filters.",
            """
            {"event_id": "ev_01kaj5njwh1t6g9k4z2n8c5x0p", "platform": "alpha", "user_name": "PixelHeron", \
            "user_login": "pixelheron", "message": "PixelHeron resubscribed for 14 months!", "tier": 2, \
            "months": 14, "sub_message": "Still the best place on a Friday"}"""),
    ALPHA_GIFT_SUB(
            "alpha.gift_sub",
            Channel.ALERTS,
            "A viewer gifts subscriptions on alpha, after alert settings and filters.",
            """
            {"event_id": "ev_01kaj5qef05m2r8y1j6d3w9a7f", "platform": "alpha", "user_name": "NovaFox", \
            "user_login": "novafox", "message": "NovaFox gifted 2 subs!", "tier": 1, "total": 2, \
            "gift_recipients": ["QuietMaple", "tidewalker"]}"""),
    ALPHA_CHEER("alpha.cheer", Channel.ALERTS, "A viewer cheers on alpha, after alert settings and filters.", """
            {"event_id": "ev_01kaj5sa1f9v4b7h2e0k5q8n3t", "platform": "alpha", "user_name": "QuietMaple", \
            "user_login": "quietmaple", "message": "QuietMaple cheered 500 bits!", "bits": 500}"""),
    ALPHA_RAID("alpha.raid", Channel.ALERTS, "Another channel raids on alpha, after alert settings and filters.", """
            {"event_id": "ev_01kaj5v5ky3x8s1p6m4c9g2z7r", "platform": "alpha", "user_name": "tidewalker", \
            "user_login": "tidewalker", "message": "tidewalker is raiding with 87 viewers!", "viewers": 87}"""),
    ALPHA_CHANNEL_POINT_REDEMPTION(
            "alpha.channel_point_redemption",
            Channel.CHANNEL_POINTS,
            "A viewer redeems any channel point reward on alpha, after filters, mapped to an action or not.",
            """
            {"user_name": "NovaFox", "user_login": "novafox", \
            "reward_id": "5d1f0c8e-3b7a-4c92-8e46-1a9b2f7d6c03", "reward_title": "Name the next boss", \
            "reward_cost": 2500, "user_input": "Sir Clanksalot", \
            "redemption_id": "b84e6a17-90d2-4f5b-a3c8-7e2d5f1c9046", "status": "unfulfilled", \
            "redeemed_at": "2025-11-21T03:06:11.480Z", "is_managed": true}"""),
    BETA_FOLLOW("beta.follow", Channel.ALERTS, "A viewer follows on beta, after alert settings and filters.", """
            {"event_id": "ev_01kaj5x16d0q5w2f7t9b4n1h6k", "platform": "beta", "user_name": "MossyOwl", \
            "user_login": "mossyowl", "message": "MossyOwl just followed!"}"""),
    BETA_SUB(
            "beta.sub",
            Channel.ALERTS,
            "A viewer subscribes on beta for the first time, after alert settings and filters.",
            """
            {"event_id": "ev_01kaj5ywrw6d1z8v3c5r0m7y2j", "platform": "beta", "user_name": "MossyOwl", \
            "user_login": "mossyowl", "message": "MossyOwl just subscribed!", "tier": 1}"""),
    BETA_RESUB(
            "beta.resub",
            Channel.ALERTS,
            "A viewer renews a subscription on beta, after alert settings and filters.",
            """
            {"event_id": "ev_01kaj60rbb2k7e4s9x1g6p3a8q", "platform": "beta", "user_name": "MossyOwl", \
            "user_login": "mossyowl", "message": "MossyOwl resubscribed for 3 months!", "tier": 1, "months": 3}"""),
    BETA_GIFT_SUB(
            "beta.gift_sub",
            Channel.ALERTS,
            "A viewer gifts subscriptions on beta, after alert settings and filters.",
            """
            {"event_id": "ev_01kaj62kxt8n0h5b2w7d4f9v1c", "platform": "beta", "user_name": "MossyOwl", \
            "user_login": "mossyowl", "message": "MossyOwl gifted 2 subs!", "tier": 1, "total": 2, \
            "is_anonymous": false, "gift_recipients": ["fernhollow", "Ruddock"]}"""),
    BETA_PAID_GIFT(
            "beta.paid_gift", Channel.ALERTS, "A viewer gifts beta's paid gift, the counterpart of a cheer.", """
            {"platform": "beta", "user_name": "fernhollow", "user_login": "fernhollow", \
            "message": "fernhollow sent Firefly Jar!", "amount": 100, "gift_name": "Firefly Jar", \
            "note": "For the late shift", "is_anonymous": false}"""),
    CHAT_COMMAND(
            "chat.command",
            Channel.CHAT,
            "A viewer runs a custom command in either chat, after permission and cooldown checks pass.",
            """
            {"platform": "alpha", "command": "hug", "invoked_as": "hugs", "args": ["QuietMaple"], \
            "user_id": "48213377", "user_login": "novafox", "user_name": "NovaFox", "is_mod": false, \
            "message_id": "e2c70b5d-41f8-4d36-9a1e-6b83d0f7c259"}"""),
    COUNTER_UPDATED(
            "counter.updated",
            Channel.COUNTERS,
            "A counter changed in chat, in the dashboard or through the API.",
            """
            {"name": "deaths", "value": 42, "source": "chat"}"""),
    CHAT_MODERATED(
            "chat.moderated",
            Channel.CHAT,
            "Chat moderation warned, deleted, timed out or banned, on alpha only for now.",
            """
            {"platform": "alpha", "action": "timeout", "enforced": true, "duration_seconds": 600, \
            "target_user_id": "90217745", "target_login": "bargain_bot", "target_name": "bargain_bot", \
            "feature": "blocked_terms", "matched_term": "cheap followers", \
            "message": "Get cheap followers today", "reason": "Blocked term: cheap followers"}"""),
    OVERLAY_CONNECTED("overlay.connected", Channel.OVERLAYS, "An overlay's browser source comes online.", """
            {"overlay": {"id": "o_4f9a1c07", "name": "Main scene"}, "connected_at": "2025-11-21T02:41:17.036Z"}"""),
    OVERLAY_DISCONNECTED(
            "overlay.disconnected",
            Channel.OVERLAYS,
            "An overlay's browser source goes offline, reported after a short grace window.",
            """
            {"overlay": {"id": "o_4f9a1c07", "name": "Main scene"}, "reason": "socket_closed", \
            "disconnected_at": "2025-11-21T06:12:55.902Z"}"""),
    PING("ping", Channel.SYSTEM, "A test is requested on a webhook endpoint.", """
            {"message": "A test of your webhook endpoint: the service reaches it."}"""),
    WARNING("warning", Channel.SYSTEM, "Your integration is doing something that you probably do not intend.", """
            {"code": "unknown_field", "message": "POST /tips does not know the field ammount and ignored it.", \
            "field": "ammount", "endpoint": "POST /tips"}""");

    private static final Map<String, EventType> BY_LABEL =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EventType::label, Function.identity()));

    private final String label;
    private final Channel channel;
    private final String description;
    private final String sample;

    EventType(String label, Channel channel, String description, String sample) {
        this.label = label;
        this.channel = channel;
        this.description = description;
        this.sample = sample;
    }

    /// The type as envelopes and subscriptions name it, `queue.tts.started` for one.
    public String label() {
        return label;
    }

    /// The channel that the realtime stream carries the type on. No event of type `ping` is ever streamed.
    public Channel channel() {
        return channel;
    }

    /// When the event fires, in one sentence: shown by `GET /events`.
    public String description() {
        return description;
    }

    /// A realistic `data` object of this type as JSON text on one line, with every field that the catalogue lists.
    public String sample() {
        return sample;
    }

    /// Whether a webhook endpoint can choose the type: `ping` comes on request, `warning` to every endpoint unasked.
    public boolean subscribable() {
        return this != PING && this != WARNING;
    }

    /// The type with this label, if there is one; the match is exact, and `*` is no type.
    public static Optional<EventType> of(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }

    /// What several samples share. The objects are without their braces, so that a sample can add a field.
    private static final class Samples {
        static final String EMPTY = "{}";
        static final String ORDER_ID = "tip_1763693883123_0h5m8z4q2w9x7y3k";
        static final String QUEUE_TIP = """
                "order_id": "tip_1763693883123_0h5m8z4q2w9x7y3k", "name": "NovaFox", "amount": 12.50, \
                "currency": "USD", "message": "Good luck with the last boss!", \
                "tts_url": "https://media.example.com/tts/tip_1763693883123_0h5m8z4q2w9x7y3k.mp3", \
                "is_replay": false, "is_sub_reward": false, "source": "card_processor", "external_source": null, \
                "external_ref": null, "is_paid": true, "platform": "alpha", "platform_user_id": "48213377", \
                "name_was_filtered": false, "message_was_filtered": false, "queued_at": "2025-11-21T02:58:03.123Z\"""";
        static final String QUEUE_MEDIA_ITEM = """
                "order_id": "tip_1763693883123_0h5m8z4q2w9x7y3k", "donor_name": "NovaFox", \
                "media_url": "https://video.example.com/watch?v=7kQ2mZx9LpA", "media_start_time": 30, \
                "video_title": "Every boss theme, ranked", \
                "video_thumbnail": "https://video.example.com/thumbnails/7kQ2mZx9LpA.jpg", "video_duration": 214, \
                "platform": "video_site", "requested_via": "tip", "is_replay": false, \
                "queued_at": "2025-11-21T02:58:03.123Z\"""";
    }
}
