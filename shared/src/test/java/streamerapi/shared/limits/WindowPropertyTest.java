package streamerapi.shared.limits;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.NullMarked;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

import static org.assertj.core.api.Assertions.assertThat;

/// However requests come, fail and are told of: a window never admits more than its limit, and forgets nothing.
@NullMarked
class WindowPropertyTest {

    private static final Duration LENGTH = Duration.ofMinutes(1);
    private static final Key KEY = new Key("pk", "sk");

    private Instant now = Instant.parse("2026-11-21T09:30:00Z");

    /// A thing that can happen to a window within its time.
    enum Step {
        ADMIT,
        FLUSH,
        FLUSH_IN_VAIN
    }

    @Property(tries = 300)
    void oneProcessAdmitsTheLimitAndNoMore(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = 12) int limit) {
        Window window = window(limit);
        int admitted = 0;
        int inTable = 0;
        for (Step step : steps) {
            if (step == Step.ADMIT) {
                boolean admits = window.admit();
                assertThat(admits).isEqualTo(admitted < limit);
                admitted += admits ? 1 : 0;
            } else {
                Instant begun = now;
                Window.Flush flush = window.flush(Write.update(KEY));
                boolean done = step == Step.FLUSH;
                inTable += done ? flush.amount() : 0;
                window.flushed(flush, done, done ? row(begun, inTable) : null);
            }
            assertThat(window.status().remaining()).isEqualTo(limit - admitted);
            assertThat(window.refuseExcess()).isFalse();
        }
        Window.Flush last = window.flush(Write.update(KEY));
        assertThat(inTable + last.amount()).isEqualTo(admitted);
    }

    @Property(tries = 200)
    void whatOthersAdmittedCountsAndNothingIsAdmittedPastTheLimit(
            @ForAll @IntRange(min = 1, max = 50) int limit,
            @ForAll @IntRange(max = 60) int others,
            @ForAll @IntRange(max = 60) int own) {
        Window window = window(limit);
        window.observe(row(now, others));
        int admitted = count(own, window::admit);
        assertThat(admitted).isEqualTo(Math.min(own, Math.max(0, limit - others)));
        assertThat(window.refuseExcess()).isFalse();
    }

    /// As when this process and others find room at the same time, and all of them write.
    @Property(tries = 200)
    void asManyAreRefusedAsTheRowHasTooManyAndTheOthersHaveRoom(
            @ForAll @IntRange(min = 1, max = 50) int limit,
            @ForAll @IntRange(max = 60) int others,
            @ForAll @IntRange(min = 1, max = 50) int own) {
        Window window = window(limit);
        int admitted = count(own, window::admit);
        Window.Flush flush = window.flush(Write.update(KEY));
        int inTable = others + flush.amount();
        window.flushed(flush, true, row(now, inTable));

        int refused = count(admitted, window::refuseExcess);

        assertThat(refused).isEqualTo(Math.min(admitted, Math.max(0, inTable - limit)));
        now = now.plus(LENGTH);
        assertThat(window.admit()).isTrue();
        assertThat(window.refuseExcess()).isFalse();
    }

    /// As when the row is read, and turns out to be full, beside a request that this process admitted.
    @Property(tries = 200)
    void requestsThatWaitAreRefusedOnceIfOthersHaveFilledTheRow(
            @ForAll @IntRange(min = 1, max = 50) int limit,
            @ForAll @IntRange(max = 60) int others,
            @ForAll @IntRange(min = 1, max = 50) int own) {
        Window window = window(limit);
        int admitted = count(own, window::admit);
        window.observe(row(now, others));

        int refused = count(own + 1, window::refuseExcess);

        assertThat(refused).isEqualTo(others >= limit ? admitted : 0);
    }

    @Property(tries = 200)
    void aWindowEndsAfterItsLengthAndNotBefore(
            @ForAll @IntRange(min = 1, max = 20) int limit, @ForAll @IntRange(max = 120_000) int millis) {
        Window window = window(limit);
        for (int i = 0; i < limit; i++) {
            assertThat(window.admit()).isTrue();
        }
        assertThat(window.admit()).isFalse();

        now = now.plusMillis(millis);

        assertThat(window.admit()).isEqualTo(millis >= LENGTH.toMillis());
    }

    @Property(tries = 200)
    void aRequestWithdrawnMakesRoomForAnother(@ForAll @IntRange(min = 1, max = 20) int limit) {
        Window window = window(limit);
        for (int i = 0; i < 3 * limit; i++) {
            assertThat(window.admit()).isTrue();
            window.withdraw();
        }
        assertThat(window.status().remaining()).isEqualTo(limit);
    }

    /// As when forged tokens of an app come beside its good ones.
    @Property(tries = 200)
    void aRequestWithdrawnAfterTheTableHasItCountsForNothing(
            @ForAll @IntRange(min = 2, max = 40) int limit, @ForAll @IntRange(max = 60) int pairs) {
        Window window = window(limit);
        int good = 0;
        int inTable = 0;
        for (int i = 0; i < pairs && good < limit - 1; i++) {
            assertThat(window.admit()).isTrue();
            assertThat(window.admit()).isTrue();
            Window.Flush flush = window.flush(Write.update(KEY));
            inTable += flush.amount();
            window.flushed(flush, true, row(now, inTable));
            window.withdraw();
            good++;
            assertThat(window.status().remaining()).isEqualTo(limit - good);
        }
        assertThat(inTable + window.flush(Write.update(KEY)).amount()).isEqualTo(good);
    }

    @Property(tries = 200)
    void aRowOfAWindowThatIsOverChangesNothing(
            @ForAll @IntRange(min = 1, max = 50) int limit, @ForAll @IntRange(max = 1_000_000) int ago) {
        Window window = window(limit);
        window.observe(row(now.minus(LENGTH).minusMillis(ago), limit));
        assertThat(window.admit()).isTrue();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.of(Step.class).list().ofMaxSize(60);
    }

    private Window window(int limit) {
        return new Window(() -> now, limit, 3, LENGTH);
    }

    /// How many of so many questions are answered with yes.
    private static int count(int times, BooleanSupplier question) {
        int yes = 0;
        for (int i = 0; i < times; i++) {
            yes += question.getAsBoolean() ? 1 : 0;
        }
        return yes;
    }

    private static Row row(Instant begun, int requests) {
        return Row.of(KEY).with(Attribute.any("window"), begun).with(Attribute.any("requests"), requests);
    }
}
