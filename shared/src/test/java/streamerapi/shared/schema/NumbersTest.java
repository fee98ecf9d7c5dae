package streamerapi.shared.schema;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Amounts, numbers, times and pages of a body and an answer: what is taken at their bounds, and how.
@NullMarked
class NumbersTest {

    private static final ScalarType.Decimal MONEY = new ScalarType.Decimal(0, 100, 2);
    private static final ScalarType.Whole WHOLE = new ScalarType.Whole(1, 100);

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "0.01,0.01",
        "5.50,5.5",
        "5.500,5.5",
        "99.99,99.99",
        "100,100",
        "1e2,100",
        "100.000,100",
        "1E1,10"
    })
    void anAmountInItsBoundsIsTakenExactlyWithoutZerosAtItsEnd(String sent, BigDecimal amount) {
        assertThat(MONEY.read(body(sent), "n")).isEqualTo(amount);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-0.01", "100.01", "0.001", "5.005", "99.999", "1e3", "1e-3", "1e99", "true", "\"5\"", "[5]"})
    void anyOtherAmountIsRefusedAndNotRounded(String sent) {
        assertThat(catchThrowableOfType(Problem.class, () -> MONEY.read(body(sent), "n"))
                        .body())
                .containsEntry("field", "n");
    }

    @ParameterizedTest
    @CsvSource({"1,1", "100,100", "5.0,5", "1e2,100", "10e-1,1"})
    void aWholeNumberInItsBoundsIsTaken(String sent, long number) {
        assertThat(WHOLE.read(body(sent), "n")).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "1.5", "0.99", "100.01", "1e99", "-1", "\"5\""})
    void anyOtherNumberIsRefused(String sent) {
        assertThat(catchThrowableOfType(Problem.class, () -> WHOLE.read(body(sent), "n"))
                        .body())
                .containsEntry("field", "n");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T09:30:00.000Z,2026-11-21T09:30:00Z",
        "2026-11-21T10:30:00+01:00,2026-11-21T09:30:00Z",
        "2026-11-21T10:30:00.000000+0100,2026-11-21T09:30:00Z",
        "2026-11-21T09:00-0030,2026-11-21T09:30:00Z",
        "2026-11-21T09:30Z,2026-11-21T09:30:00Z",
        "9998-12-31T23:59:59Z,9998-12-31T23:59:59Z",
        "0001-01-01T00:00:00Z,0001-01-01T00:00:00Z"
    })
    void aTimeWithAnOffsetIsUnderstood(String text, Instant time) {
        assertThat(Times.parse(text)).contains(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-21",
                "2026-11-21T09:30:00",
                "2026-02-30T09:30:00Z",
                "9999-01-01T00:00:00Z",
                "0000-12-31T23:59:59Z",
                "+12026-11-21T09:30:00Z",
                "1763717400"
            })
    void aTextThatTellsNoMomentIsNoTime(String text) {
        assertThat(Times.parse(text)).isEmpty();
    }

    @Test
    void aFormsTimeWithoutAnOffsetIsInUtc() {
        assertThat(Times.entered("2026-11-21T09:30")).contains(Instant.parse("2026-11-21T09:30:00Z"));
        assertThat(Times.entered("2026-11-21T10:30+01:00")).contains(Instant.parse("2026-11-21T09:30:00Z"));
        assertThat(Times.entered("2026-11-21")).isEmpty();
    }

    @Test
    void aPageHasACursorIfThereIsAnItemBeyondIt() {
        assertThat(CursorPage.of(List.of("a", "b"), 3, item -> item))
                .isEqualTo(new CursorPage<>(List.of("a", "b"), null));
        assertThat(CursorPage.of(List.of("a", "b"), 2, item -> item))
                .isEqualTo(new CursorPage<>(List.of("a", "b"), null));
        assertThat(CursorPage.of(List.of("a", "b", "c"), 2, item -> item))
                .isEqualTo(new CursorPage<>(List.of("a", "b"), "b"));
        assertThat(CursorPage.of(List.<String>of(), 2, item -> item)).isEqualTo(new CursorPage<>(List.of(), null));
    }

    private static Body body(String value) {
        return new Body(Json.asObject(Json.read("{\"n\":" + value + "}")));
    }
}
