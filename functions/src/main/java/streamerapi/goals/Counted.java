package streamerapi.goals;

import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Attribute;

/// A thing of platforms' alerts that is counted.
public enum Counted implements Labelled {
    FOLLOWS,
    /// Subscriptions that are new: bought for the first time, or given. A renewal does not count.
    SUBS,
    /// Subscriptions of the first tier or without a tier: bought, renewed or gifted.
    TIER_1,
    TIER_2,
    TIER_3,
    BITS,
    /// The amounts of paid gifts.
    GIFTS;

    /// The attribute of a row that has a part of the count.
    Attribute.Whole attribute() {
        return Attribute.whole(label());
    }

    /// The attribute of a timer's row that has the count with which it began.
    Attribute.Whole beginning() {
        return Attribute.whole("from_" + label());
    }

    /// The count of subscriptions of a tier.
    ///
    /// @param tier 1 to 3
    public static Counted ofTier(long tier) {
        return tier == 3 ? TIER_3 : tier == 2 ? TIER_2 : TIER_1;
    }
}
