package streamerapi.simulation.money;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.util.List;
import java.util.Map;

/// How a payment begins, and what the account makes of it.
enum Beginning {
    /// The processor holds the money, and the tip waits for a moderator.
    HELD(true, false, false),
    /// The donor is charged at once, and the tip enters.
    CAPTURED(false, false, false),
    /// The donor is charged at once, and the tip waits for a moderator.
    CAPTURED_IN_REVIEW(false, true, false),
    /// The processor holds the money of a tip that is reviewed like all others.
    HELD_IN_REVIEW(true, true, false),
    /// The processor holds the money of a tip that the filter keeps out.
    BLOCKED(true, false, true);

    static final String DONOR = "Ada";

    private final boolean isHeld;
    private final boolean isReviewed;
    private final boolean isBlocked;

    Beginning(boolean isHeld, boolean isReviewed, boolean isBlocked) {
        this.isHeld = isHeld;
        this.isReviewed = isReviewed;
        this.isBlocked = isBlocked;
    }

    Truth truth() {
        return isHeld ? Truth.held() : Truth.captured();
    }

    /// The account's row.
    Row account(String tenantId) {
        return Row.of(Keys.profile(tenantId))
                .with(Attribute.any("currency"), "EUR")
                .with(Attribute.any("review"), isReviewed ? Map.of("hold_all", true) : null)
                .with(Attribute.any("filter"), isBlocked ? Map.of("block", List.of(DONOR)) : null);
    }
}
