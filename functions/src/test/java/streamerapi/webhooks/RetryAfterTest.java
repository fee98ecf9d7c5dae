package streamerapi.webhooks;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.queues.RetrySchedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that a receiver's `Retry-After` moves the next attempt later, by 24 hours at most, and never earlier (contract
/// "Webhooks"; RFC 9110, 10.2.3).
@NullMarked
class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final RetrySchedule SCHEDULE = RetrySchedule.of("60,300,1800,7200,18000,43200,86400");

    @Property(tries = 500)
    void secondsAreGrantedBetweenThePlanAndADay(
            @ForAll @IntRange(min = 1, max = 7) int attempt,
            @ForAll @DoubleRange(max = 1) double random,
            @ForAll @LongRange(max = 1_000_000) long seconds) {
        Duration planned = Objects.requireNonNull(SCHEDULE.after(attempt, random));
        Duration wish = Duration.ofSeconds(Math.min(seconds, 86_400));

        assertThat(after(attempt, random, Long.toString(seconds)))
                .isEqualTo(wish.compareTo(planned) > 0 ? wish : planned);
    }

    @Property(tries = 500)
    void aDateIsGrantedBetweenThePlanAndADay(
            @ForAll @IntRange(min = 1, max = 7) int attempt,
            @ForAll @DoubleRange(max = 1) double random,
            @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long seconds) {
        Duration planned = Objects.requireNonNull(SCHEDULE.after(attempt, random));
        Duration wish = Duration.ofSeconds(Math.min(seconds, 86_400));

        assertThat(after(attempt, random, date(NOW.plusSeconds(seconds))))
                .isEqualTo(wish.compareTo(planned) > 0 ? wish : planned);
    }

    @Property(tries = 500)
    void whateverIsSentTheAttemptIsNeverEarlierAndNeverMoreThanADayLater(
            @ForAll @IntRange(min = 1, max = 7) int attempt,
            @ForAll @DoubleRange(max = 1) double random,
            @ForAll String anything) {
        Duration planned = Objects.requireNonNull(SCHEDULE.after(attempt, random));
        Duration longest = planned.compareTo(Duration.ofHours(24)) > 0 ? planned : Duration.ofHours(24);

        assertThat(after(attempt, random, anything)).isBetween(planned, longest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "soon",
                "-1",
                "-7200",
                "+7200",
                "7200.5",
                "7,200",
                "1e9",
                "0x1000",
                "7200 seconds",
                "7200;",
                "٧٢٠٠",
                "2026-11-21T14:00:00Z",
                "Sat, 21 Nov 2026",
                "Sun, 21 Nov 2026 14:00:00 GMT",
                "Sat, 31 Nov 2026 14:00:00 GMT",
                "14:00"
            })
    void whatIsNeitherSecondsNorADateIsNoWish(String garbage) {
        assertThat(after(1, 0, garbage)).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource({
        "0,60",
        "59,60",
        "60,60",
        "61,61",
        "' 7200 ',7200",
        "007200,7200",
        "86399,86399",
        "86400,86400",
        "86401,86400",
        "999999999,86400",
        "9999999999,86400",
        "99999999999999999999999999999999,86400",
        "'Sat, 21 Nov 2026 14:00:00 GMT',7200",
        "'Sat, 21 Nov 2026 11:00:00 GMT',60",
        "'Thu, 01 Jan 1970 00:00:00 GMT',60",
        "'Fri, 31 Dec 9999 23:59:59 GMT',86400"
    })
    void secondsAndDatesAreUnderstood(String sent, long expected) {
        assertThat(after(1, 0, sent)).isEqualTo(Duration.ofSeconds(expected));
    }

    @Test
    void afterTheLastAttemptNoWishBringsAnother() {
        assertThat(SCHEDULE.after(8, 0.5, "60", NOW)).isNull();
        assertThat(SCHEDULE.after(8, 0.5, null, NOW)).isNull();
        assertThat(SCHEDULE.after(7, 0, null, NOW)).isEqualTo(Duration.ofHours(24));
    }

    private static @Nullable Duration after(int attempt, double random, String sent) {
        return SCHEDULE.after(attempt, random, sent, NOW);
    }

    private static String date(Instant time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
    }
}
