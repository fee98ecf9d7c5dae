package streamerapi.simulation.year;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/// The service keeps its promises whatever a seed makes happen. `-Dyear.seeds=1000` tries more of them,
/// `-Dyear.first=…` others, and `-Dyear.seed=…` lives through one again, or through the part of it that a story names.
class YearTest {

    private static final int SEEDS = Integer.getInteger("year.seeds", 40);
    private static final int ENOUGH = 40;
    private static final int FURTHEST = 200;
    private static final long FIRST = Long.getLong("year.first", 1L);

    /// Further seeds are tried as long as a sentence was not asked, or a state not reached: a change of the service
    /// changes what each seed makes happen.
    @Test
    void everySentenceHoldsInEverySeed() {
        Long one = Long.getLong("year.seed");
        if (one != null) {
            assertHolds(Year.run(one, Mutation.NONE, Cut.ofCommandLine(one)));
            return;
        }
        Set<String> missing = SEEDS < ENOUGH ? new TreeSet<>() : new TreeSet<>(Sentences.ofSources());
        for (long seed = FIRST; seed < FIRST + SEEDS || (!missing.isEmpty() && seed < FIRST + FURTHEST); seed++) {
            Year.Report report = Year.run(seed, Mutation.NONE);
            assertHolds(report.holds() ? report : Year.shrunk(seed, Mutation.NONE));
            missing.removeAll(report.reached());
        }
        assertThat(missing).as("sentences and states that no seed reached").isEmpty();
    }

    private static void assertHolds(Year.Report report) {
        assertThat(report.holds()).as(report::toString).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aSeedIsLivedThroughInTheSameWayEachTime(long seed) {
        Year.Report first = Year.run(seed, Mutation.NONE);
        Year.Report second = Year.run(seed, Mutation.NONE);
        assertThat(second.digest()).isEqualTo(first.digest());
        assertThat(second.turns()).isEqualTo(first.turns()).isGreaterThan(1_000);
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
                        "5")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(other.waitFor()).isZero();
        assertThat(printed.lines())
                .contains(SeedDigest.PREFIX + Year.run(5, Mutation.NONE).digest());
    }
}
