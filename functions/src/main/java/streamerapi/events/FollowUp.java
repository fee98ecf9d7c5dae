package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.StaleClaims;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.FollowedEvent;
import streamerapi.tips.HeldPayments;
import streamerapi.tips.PaymentState;
import streamerapi.warnings.KeptWarnings;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// The follow-ups of events: the event of each, the fields that its work reads, and the time at which it is due.
///
/// The work itself is in [FollowUpTasks]: the fan-out function asks for times alone, and starts without those classes.
enum FollowUp {
    /// A warning of a claim of a tip that has grown old.
    STALE_TTS_CLAIM(EventType.QUEUE_TTS_STARTED, "order_id"),
    /// A warning of a claim of a video that has grown old.
    STALE_MEDIA_CLAIM(EventType.QUEUE_MEDIA_STARTED, "order_id"),
    /// The removal of cleared tips from the queue's index.
    CLEARED_TIPS(EventType.QUEUE_TTS_CLEARED),
    /// The expiry of a tip that is undecided when the hold of its payment ends.
    EXPIRED_HOLD(EventType.TIP_HELD, "order_id"),
    /// The resolution of a redemption by the review of the tip that it asked for.
    REVIEWED_REDEMPTION(EventType.TIP_REVIEWED, "order_id", "decision"),
    /// The note of a warning that the dashboard's home shows.
    KEPT_WARNING(EventType.WARNING, "code", "message", "payment_id");

    private static final Duration MAX_PLAYING_TIME = Duration.ofDays(1);

    private final EventType type;

    /// A set that cannot be changed.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<String> fields;

    FollowUp(EventType type, String... fields) {
        this.type = type;
        this.fields = Set.of(fields);
    }

    /// The follow-up of the events of a type.
    static Optional<FollowUp> of(EventType type) {
        return Arrays.stream(values()).filter(each -> each.type == type).findFirst();
    }

    /// The type of the event that it follows.
    EventType type() {
        return type;
    }

    /// The names of the fields that its work reads, in the event's data or in an object there.
    Set<String> fields() {
        return fields;
    }

    /// The time at which it is due, or null if this event has none.
    @Nullable
    Instant due(FollowedEvent event) {
        return switch (this) {
            case STALE_TTS_CLAIM -> event.created().plus(StaleClaims.MIN_AGE);
            case STALE_MEDIA_CLAIM -> event.created().plus(StaleClaims.MIN_AGE).plus(playingTime(event));
            case CLEARED_TIPS, REVIEWED_REDEMPTION -> event.created();
            case KEPT_WARNING -> KeptWarnings.isKept(event) ? event.created() : null;
            case EXPIRED_HOLD ->
                event.text("payment_state").equals(PaymentState.HELD.label())
                        ? event.created().plus(HeldPayments.timeout(event.text("source")))
                        : null;
        };
    }

    /// How long a video plays, if its site has told: a claim is not old before it has ended.
    private static Duration playingTime(FollowedEvent event) {
        long seconds = event.integer("media", "video_duration") - event.integer("media", "media_start_time");
        return Duration.ofSeconds(Math.clamp(seconds, 0, MAX_PLAYING_TIME.toSeconds()));
    }
}
