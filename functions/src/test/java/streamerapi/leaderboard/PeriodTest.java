package streamerapi.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.LocalDate;

import static org.assertj.core.api.Assertions.assertThat;

/// The day with which a period begins.
@NullMarked
class PeriodTest {

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    all,   2026-11-21T12:00:00Z,     -
                    year,  2026-11-21T12:00:00Z,     2026-01-01
                    year,  2027-01-01T00:00:00Z,     2027-01-01
                    year,  2026-12-31T23:59:59.999Z, 2026-01-01
                    month, 2026-11-21T12:00:00Z,     2026-11-01
                    month, 2026-11-30T23:59:59.999Z, 2026-11-01
                    month, 2026-12-01T00:00:00Z,     2026-12-01
                    week,  2026-11-22T23:59:59.999Z, 2026-11-16
                    week,  2026-11-23T00:00:00Z,     2026-11-23
                    week,  2026-11-24T00:00:00Z,     2026-11-23
                    week,  2027-01-01T12:00:00Z,     2026-12-28
                    day,   2026-11-21T23:59:59.999Z, 2026-11-21
                    day,   2026-11-22T00:00:00Z,     2026-11-22
                    """)
    void periodsAreThoseOfTheCalendarInUtcAndWeeksBeginOnMonday(
            String label, Instant now, @Nullable LocalDate firstDay) {
        assertThat(Period.of(label).firstDay(now)).isEqualTo(firstDay);
    }
}
