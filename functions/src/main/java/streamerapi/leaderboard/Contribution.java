package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Shards;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.time.Instant;

/// A donor's gift, or a refund of one.
///
/// @param id of its cause, for example the order id of a tip: it chooses one of the donor's rows
/// @param at when it counts
/// @param currency ISO 4217
/// @param amount with at most two decimals; negative for a refund
/// @param tips how many tips more: 1, 0, or -1 for one that was given back whole
/// @param name the donor's name
/// @param platform null for an anonymous donor
/// @param userId the donor's id there, or null for an anonymous donor
/// @param erased under what the sums of a donor who was erased go on, or null
public record Contribution(
        String id,
        Instant at,
        String currency,
        BigDecimal amount,
        int tips,
        String name,
        @Nullable Platform platform,
        @Nullable String userId,
        @Nullable String erased) {

    private static final int DONOR_CHARS = 20;

    /// The key of the donor's rows: the account, or, for an anonymous donor, the name, in any case and width.
    String donor() {
        if (erased != null) {
            return erased;
        }
        return donor(name, platform, userId);
    }

    /// The key of a donor's rows: of those of the account, or, without one, of the name, in any case and width.
    public static String donor(String name, @Nullable Platform platform, @Nullable String userId) {
        return donor(
                platform == null || userId == null
                        ? "name:" + ViewerText.folded(name).strip()
                        : platform.label() + ":" + userId);
    }

    /// The key of an account's rows.
    ///
    /// @param account `alpha:48213377`
    public static String donor(String account) {
        return Sha256.hex(account).substring(0, DONOR_CHARS);
    }

    /// The number of the donor's row that it adds to: tips of one donor that come in at the same moment mostly meet
    /// different ones.
    int shard(int shards) {
        return Shards.of(id, shards);
    }
}
