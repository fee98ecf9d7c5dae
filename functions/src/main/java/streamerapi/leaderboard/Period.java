package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A span of time that a board is of (contract "GET /leaderboard"). Days, weeks (from Monday), months and years are
/// calendar ones, UTC, up to now.
public enum Period {
    /// Ever.
    ALL,
    YEAR,
    MONTH,
    WEEK,
    DAY;

    /// The labels, `all` first.
    public static final List<String> LABELS =
            Arrays.stream(values()).map(Period::label).toList();

    /// The period as it is written: `all`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The period with this label.
    public static Period of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /// The day that it begins with, or null if it has no beginning.
    @Nullable
    LocalDate firstDay(Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        return switch (this) {
            case ALL -> null;
            case YEAR -> today.withDayOfYear(1);
            case MONTH -> today.withDayOfMonth(1);
            case WEEK -> today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case DAY -> today;
        };
    }
}
