package streamerapi.alerts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.schema.Shape;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// A platform's alert as its event has it (`alpha.follow` to `beta.paid_gift`). Each type shows some of the fields.
///
/// @param eventId null for a paid gift
/// @param userName null for a viewer who stays anonymous
/// @param data the numbers, as the connector sent them
public record PlatformAlert(
        @Nullable String eventId,
        @Nullable String userName,
        @Nullable String userLogin,
        String message,
        @Nullable String subMessage,
        List<String> giftRecipients,
        @Nullable String note,
        AlertData data) {

    private static final Map<EventType, EventSchema<PlatformAlert>> EVENTS = new ConcurrentHashMap<>();

    /// The event of a type of alert.
    public static EventSchema<PlatformAlert> event(EventType type) {
        return EVENTS.computeIfAbsent(type, PlatformAlert::made);
    }

    private static EventSchema<PlatformAlert> made(EventType type) {
        return switch (type) {
            case ALPHA_FOLLOW ->
                alert(type, "ev_01kaj5hvqk4c7y2m9r1x6t0n8z", "NovaFox", "NovaFox just followed!", s -> {});
            case ALPHA_SUB ->
                alert(type, "ev_01kaj5kqa28h3w5d0q7v2b9s4e", "NovaFox", "NovaFox just subscribed!", s -> {
                    addTier(s, 1);
                    addMonthsOrNone(s);
                });
            case ALPHA_RESUB ->
                alert(
                        type,
                        "ev_01kaj5njwh1t6g9k4z2n8c5x0p",
                        "PixelHeron",
                        "PixelHeron resubscribed for 14 months!",
                        s -> {
                            addTier(s, 2);
                            addMonths(s, 14);
                            s.anyText("sub_message", PlatformAlert::subMessage)
                                    .orNull()
                                    .doc("The subscriber's message, after filters.")
                                    .sample("Still the best place on a Friday");
                        });
            case ALPHA_GIFT_SUB ->
                alert(type, "ev_01kaj5qef05m2r8y1j6d3w9a7f", "NovaFox", "NovaFox gifted 2 subs!", s -> {
                    addTier(s, 1);
                    addTotal(s);
                    addRecipients(s, List.of("QuietMaple", "tidewalker"));
                });
            case ALPHA_CHEER ->
                alert(
                        type,
                        "ev_01kaj5sa1f9v4b7h2e0k5q8n3t",
                        "QuietMaple",
                        "QuietMaple cheered 500 bits!",
                        s -> s.integer("bits", alert -> alert.data.bits())
                                .between(1, Long.MAX_VALUE)
                                .doc("Units cheered.")
                                .sample(500L));
            case ALPHA_RAID ->
                alert(
                        type,
                        "ev_01kaj5v5ky3x8s1p6m4c9g2z7r",
                        "tidewalker",
                        "tidewalker is raiding with 87 viewers!",
                        s -> s.integer("viewers", alert -> alert.data.viewers())
                                .between(0, Long.MAX_VALUE)
                                .doc("Viewers the raid brought.")
                                .sample(87L));
            case BETA_FOLLOW ->
                alert(type, "ev_01kaj5x16d0q5w2f7t9b4n1h6k", "MossyOwl", "MossyOwl just followed!", s -> {});
            case BETA_SUB ->
                alert(type, "ev_01kaj5ywrw6d1z8v3c5r0m7y2j", "MossyOwl", "MossyOwl just subscribed!", s -> {
                    addOnlyTier(s);
                    addMonthsOrNone(s);
                });
            case BETA_RESUB ->
                alert(type, "ev_01kaj60rbb2k7e4s9x1g6p3a8q", "MossyOwl", "MossyOwl resubscribed for 3 months!", s -> {
                    addOnlyTier(s);
                    addMonths(s, 3);
                    s.anyText("sub_message", PlatformAlert::subMessage)
                            .orNull()
                            .doc("The subscriber's message, after filters.")
                            .unsampled();
                });
            case BETA_GIFT_SUB ->
                alert(type, "ev_01kaj62kxt8n0h5b2w7d4f9v1c", "MossyOwl", "MossyOwl gifted 2 subs!", s -> {
                    addOnlyTier(s);
                    addTotal(s);
                    s.flag("is_anonymous", alert -> alert.data.isAnonymous())
                            .doc("The giver stays anonymous.")
                            .sample(false);
                    addRecipients(s, List.of("fernhollow", "Ruddock"));
                });
            case BETA_PAID_GIFT ->
                EventSchema.of(type, s -> {
                    addAll(s, type, "fernhollow", "fernhollow sent Firefly Jar!");
                    s.integer("amount", alert -> alert.data.amount())
                            .between(1, Long.MAX_VALUE)
                            .doc("Units gifted.")
                            .sample(100L);
                    s.anyText("gift_name", alert -> alert.data.giftName()).sample("Firefly Jar");
                    s.anyText("note", PlatformAlert::note)
                            .orNull()
                            .doc("The viewer's note, after filters.")
                            .sample("For the late shift");
                    s.flag("is_anonymous", alert -> alert.data.isAnonymous()).sample(false);
                });
            default -> throw new IllegalArgumentException(type + " is no alert");
        };
    }

    private static EventSchema<PlatformAlert> alert(
            EventType type, String id, String name, String message, Consumer<Shape<PlatformAlert>> more) {
        return EventSchema.of(type, s -> {
            s.text("event_id", PlatformAlert::eventId).component("AlertId").sample(id);
            addAll(s, type, name, message);
            more.accept(s);
        });
    }

    private static void addAll(Shape<PlatformAlert> s, EventType type, String name, String message) {
        String label = type.label();
        s.constant("platform", label.substring(0, label.indexOf('.')));
        s.anyText("user_name", PlatformAlert::userName)
                .orNull()
                .doc("Null when the viewer stays anonymous.")
                .sample(name);
        s.anyText("user_login", PlatformAlert::userLogin)
                .orNull()
                .doc("Null when the viewer stays anonymous.")
                .sample(name.toLowerCase(Locale.ROOT));
        s.anyText("message", PlatformAlert::message)
                .orNull()
                .doc("The alert's text, after the alert settings and filters.")
                .sample(message);
    }

    private static void addTier(Shape<PlatformAlert> s, long sample) {
        s.integer("tier", alert -> alert.data.tier())
                .between(1, 3)
                .doc("Subscription tier.")
                .sample(sample);
    }

    private static void addOnlyTier(Shape<PlatformAlert> s) {
        s.constant("tier", 1).doc("Always 1: beta subscriptions have no tier.");
    }

    private static void addMonths(Shape<PlatformAlert> s, long sample) {
        s.integer("months", alert -> alert.data.months())
                .between(1, Long.MAX_VALUE)
                .doc("Months subscribed.")
                .sample(sample);
    }

    private static void addMonthsOrNone(Shape<PlatformAlert> s) {
        s.integer("months", alert -> alert.data.months())
                .between(1, Long.MAX_VALUE)
                .orAbsent()
                .doc("Months subscribed.");
    }

    private static void addTotal(Shape<PlatformAlert> s) {
        s.integer("total", alert -> alert.data.total())
                .between(1, Long.MAX_VALUE)
                .doc("Subscriptions gifted.")
                .sample(2L);
    }

    private static void addRecipients(Shape<PlatformAlert> s, List<String> sample) {
        s.anyTexts("gift_recipients", PlatformAlert::giftRecipients)
                .doc("Who received them; of very many, the first.")
                .sample(sample);
    }
}
