package streamerapi.overlays;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The tips and alerts that are found in the log while it is read backwards.
final class FoundHappenings {

    private static final int LISTED = 12;

    private final List<Happening> all = new ArrayList<>();
    private @Nullable Instant readTo;

    /// Adds the next one, which is older than the others.
    void add(Happening next) {
        all.add(next);
    }

    /// Notes that the log was read back to a time, and not to its beginning.
    void readTo(Instant time) {
        readTo = time;
    }

    /// The time to which the log was read back; null if that was its beginning.
    @Nullable
    Instant readTo() {
        return readTo;
    }

    /// Whether older ones would change nothing.
    ///
    /// @param today when the day began
    boolean isEnough(Instant today) {
        return all.size() >= LISTED
                && tip() != null
                && follower() != null
                && subscriber() != null
                && all.getLast().created().isBefore(today);
    }

    /// The latest of each kind.
    ///
    /// @param top the highest tip of the day, or null
    /// @param currency the account's
    /// @param left how long the day still lasts
    Happenings.Latest latest(@Nullable Happening top, BigDecimal paidToday, String currency, Duration left) {
        return new Happenings.Latest(
                List.copyOf(all.subList(0, Math.min(LISTED, all.size()))),
                tip(),
                follower(),
                subscriber(),
                top,
                paidToday,
                currency,
                left);
    }

    private @Nullable Happening tip() {
        return all.stream().filter(Happening::isTip).findFirst().orElse(null);
    }

    private @Nullable Happening follower() {
        return all.stream().filter(one -> one.is("follow")).findFirst().orElse(null);
    }

    private @Nullable Happening subscriber() {
        return all.stream()
                .filter(one -> one.is("sub", "resub", "gift_sub"))
                .findFirst()
                .orElse(null);
    }

    /// The highest paid one of the day; of two equal ones the first.
    ///
    /// @param today when the day began
    /// @param currency the account's
    @Nullable
    Happening top(Instant today, String currency) {
        Happening top = null;
        for (Happening one : all.reversed()) {
            boolean counts = one.isPaid()
                    && one.amount() != null
                    && currency.equals(one.currency())
                    && !one.created().isBefore(today);
            if (counts
                    && (top == null
                            || Objects.requireNonNull(one.amount()).compareTo(Objects.requireNonNull(top.amount()))
                                    > 0)) {
                top = one;
            }
        }
        return top;
    }
}
