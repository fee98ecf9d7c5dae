package streamerapi.alerts;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Map;

import static streamerapi.alerts.AlertData.needed;

/// A type of alert as connectors name it: what it counts, and the fields that its event has beside those of all alerts.
enum AlertType {
    /// A viewer follows.
    FOLLOW,
    /// A viewer subscribes for the first time.
    SUB,
    /// A viewer renews a subscription.
    RESUB,
    /// A viewer gives subscriptions away.
    GIFT_SUB,
    /// A viewer cheers with bits.
    CHEER,
    /// Another channel brings its viewers.
    RAID,
    /// A viewer gives beta's paid gift.
    PAID_GIFT;

    /// The type's name: `gift_sub`.
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// What the alert's `min_amount` is compared with; 0 for one that counts nothing.
    long counts(AlertData data) {
        return switch (this) {
            case FOLLOW, SUB, RESUB -> 0;
            case GIFT_SUB -> needed("total", data.total());
            case CHEER -> needed("bits", data.bits());
            case RAID -> needed("viewers", data.viewers());
            case PAID_GIFT -> needed("amount", data.amount());
        };
    }

    /// What is said of it if the connector says nothing.
    String says(String who, AlertData data) {
        return switch (this) {
            case FOLLOW -> who + " just followed!";
            case SUB -> who + " just subscribed!";
            case RESUB -> who + " resubscribed for " + data.months() + (one(data.months()) ? " month!" : " months!");
            case GIFT_SUB -> who + " gifted " + data.total() + (one(data.total()) ? " sub!" : " subs!");
            case CHEER -> who + " cheered " + data.bits() + (one(data.bits()) ? " bit!" : " bits!");
            case RAID -> who + " is raiding with " + data.viewers() + (one(data.viewers()) ? " viewer!" : " viewers!");
            case PAID_GIFT -> who + " sent " + data.giftName() + "!";
        };
    }

    private static boolean one(@Nullable Long count) {
        return count != null && count == 1;
    }

    /// Adds the type's own fields to its event.
    ///
    /// @param platform beta's subscriptions have no tier, and are told as of the first
    void addExtras(Map<String, @Nullable Object> event, AlertData data, String platform, CleanText text) {
        Object tier = platform.equals("beta") ? (Object) 1 : data.tier();
        switch (this) {
            case FOLLOW -> {}
            case SUB -> {
                event.put("tier", needed("tier", tier));
                if (data.months() != null) {
                    event.put("months", data.months());
                }
            }
            case RESUB -> {
                event.put("tier", needed("tier", tier));
                event.put("months", needed("months", data.months()));
                event.put("sub_message", text.orNull(data.subMessage()));
            }
            case GIFT_SUB -> {
                event.put("tier", needed("tier", tier));
                event.put("total", needed("total", data.total()));
                if (platform.equals("beta")) {
                    event.put("is_anonymous", data.isAnonymous());
                }
                event.put(
                        "gift_recipients",
                        data.giftRecipients().stream().map(text::of).toList());
            }
            case CHEER -> event.put("bits", needed("bits", data.bits()));
            case RAID -> event.put("viewers", needed("viewers", data.viewers()));
            case PAID_GIFT -> {
                event.put("amount", needed("amount", data.amount()));
                event.put("gift_name", needed("gift_name", data.giftName()));
                event.put("note", text.orNull(data.note()));
                event.put("is_anonymous", data.isAnonymous());
            }
        }
    }
}
