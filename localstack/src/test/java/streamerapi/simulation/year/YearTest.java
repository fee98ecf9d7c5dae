package streamerapi.simulation.year;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The service keeps its promises whatever a seed makes happen. `-Dyear.seeds=1000` tries more of them,
/// `-Dyear.first=…` others, `-Dyear.every=25` long and crowded ones alone ([Scale]), and `-Dyear.seed=…` lives through
/// one again, or through the part of it that a story names.
class YearTest {

    private static final int SEEDS = Integer.getInteger("year.seeds", 100);
    private static final int ENOUGH = 100;
    private static final int FURTHEST = 400;
    private static final long EVERY = Long.getLong("year.every", 1L);
    private static final long FIRST = Long.getLong("year.first", EVERY);
    private static final int THREADS = 2;

    /// Further seeds are tried as long as a sentence was not asked, or a state not reached: a change of the service
    /// changes what each seed makes happen. Seeds that are chosen are not expected to reach all.
    @Test
    void everySentenceHoldsInEverySeed() throws InterruptedException, ExecutionException {
        Long one = Long.getLong("year.seed");
        if (one != null) {
            assertHolds(Year.run(one, Mutation.NONE, Cut.ofCommandLine(one)));
            return;
        }
        Set<String> missing = SEEDS < ENOUGH || EVERY > 1 ? new TreeSet<>() : new TreeSet<>(Sentences.ofSources());
        missing.removeAll(reachedBy(FIRST, SEEDS));
        for (int tried = SEEDS; !missing.isEmpty() && tried < FURTHEST; tried += THREADS) {
            missing.removeAll(reachedBy(FIRST + tried * EVERY, THREADS));
        }
        assertThat(missing).as("sentences and states that no seed reached").isEmpty();
    }

    /// Lives through seeds, two at a time, and gathers what they reached.
    private static Set<String> reachedBy(long first, int seeds) throws InterruptedException, ExecutionException {
        List<Callable<Year.Report>> lives = LongStream.range(0, seeds)
                .mapToObj(number -> first + number * EVERY)
                .map(YearTest::lifeOf)
                .toList();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Set<String> reached = new TreeSet<>();
            for (Future<Year.Report> life : lives.stream().map(threads::submit).toList()) {
                assertHolds(life.get());
                reached.addAll(life.get().reached());
            }
            return reached;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Year.Report> lifeOf(long seed) {
        return () -> {
            Year.Report report = Year.run(seed, Mutation.NONE);
            return report.holds() ? report : Year.shrunk(seed, Mutation.NONE);
        };
    }

    private static void assertHolds(Year.Report report) {
        assertThat(report.holds()).as(report::toString).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 25})
    void aSeedIsLivedThroughInTheSameWayEachTime(long seed) {
        Year.Report first = Year.run(seed, Mutation.NONE);
        Year.Report second = Year.run(seed, Mutation.NONE);
        assertThat(second.digest()).isEqualTo(first.digest());
        assertThat(second.turns()).isEqualTo(first.turns()).isGreaterThan(1_000);
    }

    @Test
    void aSeedIsLivedThroughInTheSameWayBesideAnother() throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            Future<Year.Report> one = threads.submit(() -> Year.run(3, Mutation.NONE));
            Future<Year.Report> other = threads.submit(() -> Year.run(4, Mutation.NONE));
            assertThat(one.get().digest()).isEqualTo(Year.run(3, Mutation.NONE).digest());
            assertThat(other.get().digest())
                    .isEqualTo(Year.run(4, Mutation.NONE).digest());
        }
    }

    /// The JDK's maps and sets that cannot be changed have another order in each JVM.
    @Test
    void aSeedIsLivedThroughInTheSameWayInAnotherJvm() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens",
                        "java.base/java.lang=ALL-UNNAMED",
                        "-Dproject.root=" + System.getProperty("project.root", ".."),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SeedDigest.class.getName(),
                        "10",
                        "11")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(other.waitFor()).isZero();
        assertThat(printed.lines())
                .contains(
                        SeedDigest.PREFIX + Year.run(10, Mutation.NONE).digest(),
                        SeedDigest.PREFIX + Year.run(11, Mutation.NONE).digest());
    }
}
