package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// An overlay's tip goal, as the overlay's row has it (spec "TipGoal"). How far it has come is not in it: that is
/// summed from what came in.
///
/// @param amount the target
/// @param startsAt what counts is dated from here on; null for everything
/// @param endsAt what counts is dated before; null for no end
/// @param isAdjusted whether something was ever added by hand
record TipGoal(
        boolean enabled,
        String title,
        BigDecimal amount,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        boolean isAdjusted) {

    static final String ENABLED = "enabled";
    static final String TITLE = "title";
    static final String AMOUNT = "amount";
    static final String STARTS_AT = "starts_at";
    static final String ENDS_AT = "ends_at";

    private static final String ADJUSTED = "adjusted";

    /// The attribute of the overlay's row that holds a field of the goal.
    static String attribute(String field) {
        return "goal_" + field;
    }

    /// The attribute that says that something was added by hand.
    static String adjusted() {
        return attribute(ADJUSTED);
    }

    static TipGoal of(Row overlay) {
        return new TipGoal(
                overlay.flag(attribute(ENABLED)),
                Objects.requireNonNullElse(overlay.textOrNull(attribute(TITLE)), ""),
                Objects.requireNonNullElse(overlay.decimalOrNull(attribute(AMOUNT)), BigDecimal.ZERO),
                overlay.instantOrNull(attribute(STARTS_AT)),
                overlay.instantOrNull(attribute(ENDS_AT)),
                overlay.flag(adjusted()));
    }

    /// Whether what is dated so counts.
    boolean covers(Instant at) {
        return (startsAt == null || !at.isBefore(startsAt)) && (endsAt == null || at.isBefore(endsAt));
    }

    /// The goal as it is answered.
    Map<String, @Nullable Object> json(BigDecimal current) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(ENABLED, enabled);
        json.put(TITLE, title);
        json.put(AMOUNT, amount);
        json.put("current", current);
        json.put(STARTS_AT, startsAt);
        json.put(ENDS_AT, endsAt);
        return json;
    }
}
