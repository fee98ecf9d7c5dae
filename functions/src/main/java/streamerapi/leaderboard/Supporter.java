package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Numbers;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// The sum that a donor, or a person of several accounts, gave in a period.
///
/// @param name as of the last tip, of the account with the last one
/// @param platform null for an anonymous donor
/// @param userId the donor's id there, or null
/// @param hundredths in hundredths of the currency
/// @param lastTipAt when the last tip came in
record Supporter(
        String name,
        @Nullable Platform platform,
        @Nullable String userId,
        long hundredths,
        long tips,
        Instant lastTipAt) {

    static final Attribute<String> NAME = Attribute.text("name");
    static final Attribute<Platform> PLATFORM = Attribute.knownLabel("platform", Platform.ALL);
    static final Attribute<String> USER_ID = Attribute.text("platform_user_id");
    static final Attribute<Instant> LAST_TIP_AT = Attribute.time("last_tip_at");

    /// The most first; of equal ones the one that was there first.
    static final Comparator<Supporter> RANKING = Comparator.comparingLong(Supporter::hundredths)
            .reversed()
            .thenComparing(Supporter::lastTipAt)
            .thenComparing(Supporter::name);

    /// The supporter of a row. A row of refunds alone has no name and no last tip: while a person is erased, a refund
    /// can come before the sums that it is of have moved.
    static Supporter of(Row row, long hundredths, long tips) {
        return new Supporter(
                Objects.requireNonNullElse(row.find(NAME), ViewerText.ANONYMOUS),
                row.find(PLATFORM),
                row.find(USER_ID),
                hundredths,
                tips,
                Objects.requireNonNullElse(row.find(LAST_TIP_AT), Instant.EPOCH));
    }

    /// Both together, under the name and the account of the later tip.
    Supporter and(Supporter other) {
        Supporter later = other.lastTipAt.isAfter(lastTipAt) ? other : this;
        return new Supporter(
                later.name,
                later.platform,
                later.userId,
                hundredths + other.hundredths,
                tips + other.tips,
                later.lastTipAt);
    }

    /// This supporter under the name that `clean` leaves.
    Supporter named(UnaryOperator<String> clean) {
        return new Supporter(clean.apply(name), platform, userId, hundredths, tips, lastTipAt);
    }

    BigDecimal amount() {
        return Numbers.plain(BigDecimal.valueOf(hundredths, 2));
    }
}
