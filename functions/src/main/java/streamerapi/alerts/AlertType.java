package streamerapi.alerts;

import org.jspecify.annotations.Nullable;
import streamerapi.goals.Counted;
import streamerapi.goals.Tally;
import streamerapi.settings.SubRewardSettings;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static streamerapi.alerts.AlertData.needed;

/// A type of alert as connectors name it: what it counts, what it says, what it needs, and the credits that it brings.
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

    /// The most credits of one alert.
    private static final long MAX_CREDITS = 100_000;

    /// The type's name: `gift_sub`.
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the number that is compared with the alert's `min_amount`; 0 for a type that counts nothing.
    long counts(AlertData data) {
        return switch (this) {
            case FOLLOW, SUB, RESUB -> 0;
            case GIFT_SUB -> needed("total", data.total());
            case CHEER -> needed("bits", data.bits());
            case RAID -> needed("viewers", data.viewers());
            case PAID_GIFT -> needed("amount", data.amount());
        };
    }

    /// The things of an alert that are counted for goals and timers.
    ///
    /// @param hasTiers whether subscriptions of the platform have tiers; without, each is of the first
    Tally tally(AlertData data, boolean hasTiers) {
        Counted tier = Counted.ofTier(hasTiers ? Objects.requireNonNullElse(data.tier(), 1L) : 1);
        return switch (this) {
            case FOLLOW -> new Tally(Map.of(Counted.FOLLOWS, 1L));
            case SUB -> new Tally(Map.of(Counted.SUBS, 1L, tier, 1L));
            case RESUB -> new Tally(Map.of(tier, 1L));
            case GIFT_SUB ->
                new Tally(Map.of(Counted.SUBS, needed("total", data.total()), tier, needed("total", data.total())));
            case CHEER -> new Tally(Map.of(Counted.BITS, needed("bits", data.bits())));
            case PAID_GIFT -> new Tally(Map.of(Counted.GIFTS, needed("amount", data.amount())));
            case RAID -> Tally.NOTHING;
        };
    }

    /// The alert's usual text, if the connector sends none.
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

    /// The credits that the alert brings to who caused it.
    long credits(AlertData data, SubRewardSettings rewards) {
        return switch (this) {
            case SUB -> rewards.perSub();
            case RESUB -> rewards.perResub();
            case GIFT_SUB -> Math.min(MAX_CREDITS, rewards.perGiftedSub() * needed("total", data.total()));
            case FOLLOW, CHEER, RAID, PAID_GIFT -> 0;
        };
    }

    /// The note at the credits in the viewer's ledger.
    String creditNote() {
        return switch (this) {
            case SUB -> "Subscribed";
            case RESUB -> "Resubscribed";
            case FOLLOW, GIFT_SUB, CHEER, RAID, PAID_GIFT -> "Gifted subscriptions";
        };
    }

    private static boolean one(@Nullable Long count) {
        return count != null && count == 1;
    }

    /// Refuses an alert without a field that the type needs.
    ///
    /// @param hasTiers whether subscriptions of the platform have tiers
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    void check(AlertData data, boolean hasTiers) {
        if (hasTiers && (this == SUB || this == RESUB || this == GIFT_SUB)) {
            needed("tier", data.tier());
        }
        if (this == RESUB) {
            needed("months", data.months());
        }
        if (this == PAID_GIFT) {
            needed("gift_name", data.giftName());
        }
    }
}
