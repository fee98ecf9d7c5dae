package streamerapi.accounts;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The limits of wrong passwords, by source and in all.
@NullMarked
class WrongPasswordsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Key KEY = Keys.wrongPasswords("mira@example.com");

    @ParameterizedTest
    @CsvSource({"4,0,false", "5,0,true", "4,45,false", "4,46,true", "0,49,false", "0,50,true"})
    void fiveOfASourceAreLookedAtAndFiftyOfAll(int own, int others, boolean isRefused) {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < own; i++) {
            seen.add(wrong(1, "192.0.2.1"));
        }
        for (int i = 0; i < others; i++) {
            seen.add(wrong(1, "198.51.100." + i));
        }
        WrongPasswords wrong = counted("192.0.2.1", seen);

        if (isRefused) {
            assertThat(catchThrowableOfType(Problem.class, wrong::refuseIfTooMany)
                            .body())
                    .containsEntry("code", "rate_limited");
        } else {
            assertThatCode(wrong::refuseIfTooMany).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @CsvSource({"899999,true", "900000,false", "900001,false"})
    void oneCountsForFifteenMinutes(long millisAgo, boolean counts) {
        WrongPasswords wrong =
                counted("192.0.2.1", List.of(NOW.minusMillis(millisAgo).toEpochMilli() + " 192.0.2.1"));

        assertThat(wrong.recent()).hasSize(counts ? 1 : 0);
        assertThat(wrong.seen()).as("the condition of the write").hasSize(1);
    }

    @Test
    void theWaitLastsUntilOneOfTheLastFiveIsForgotten() {
        WrongPasswords wrong = counted(
                "192.0.2.1",
                List.of(
                        wrong(840, "192.0.2.1"),
                        wrong(600, "192.0.2.1"),
                        wrong(5, "192.0.2.1"),
                        wrong(4, "192.0.2.1"),
                        wrong(3, "192.0.2.1"),
                        wrong(2, "192.0.2.1")));

        assertThat(catchThrowableOfType(Problem.class, wrong::refuseIfTooMany).reached())
                .isEqualTo(new Problem.Reached(5, Duration.ofMinutes(15), Duration.ofSeconds(300)));
    }

    @Test
    void aSourceIsNotOneThatItsNameEnds() {
        List<String> seen = List.of(
                wrong(1, "11.2.3.4"),
                wrong(1, "21.2.3.4"),
                wrong(1, "31.2.3.4"),
                wrong(1, "41.2.3.4"),
                wrong(1, "51.2.3.4"));

        assertThatCode(counted("1.2.3.4", seen)::refuseIfTooMany).doesNotThrowAnyException();
    }

    @Test
    void aRightPasswordForgetsThoseOfItsSourceAlone() {
        WrongPasswords both = counted("192.0.2.1", List.of(wrong(1, "192.0.2.1"), wrong(1, "198.51.100.1")));
        WrongPasswords own = counted("192.0.2.1", List.of(wrong(1, "192.0.2.1"), wrong(2, "192.0.2.1")));
        WrongPasswords none = counted("192.0.2.1", List.of());

        assertThat(both.forgotten().kind()).isEqualTo(Write.Kind.UPDATE);
        assertThat(own.forgotten().kind()).isEqualTo(Write.Kind.DELETE);
        assertThat(none.forgotten().kind()).isEqualTo(Write.Kind.CHECK);
    }

    @Test
    void thoseThatWereSentBeforeThePasswordWasChosenDoNotCount() {
        List<String> seen = List.of(wrong(30, "192.0.2.1"), wrong(20, "192.0.2.1"), wrong(10, "192.0.2.1"));
        assertThat(counted("192.0.2.1", seen, NOW.minusSeconds(20)).recent()).containsExactly(seen.getLast());
        assertThat(counted("192.0.2.1", seen, NOW.minusSeconds(3_600)).recent()).isEqualTo(seen);
    }

    private static WrongPasswords counted(String source, List<String> seen) {
        return counted(source, seen, null);
    }

    private static WrongPasswords counted(String source, List<String> seen, @Nullable Instant since) {
        return WrongPasswords.of(KEY, source, Row.of(KEY).with(Attribute.texts("wrong"), seen), since, NOW);
    }

    private static String wrong(long secondsAgo, String source) {
        return NOW.minusSeconds(secondsAgo).toEpochMilli() + " " + source;
    }
}
