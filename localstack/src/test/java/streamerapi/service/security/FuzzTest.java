package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that no request, form or frame is a fault of the service: no answer is a 5xx.
///
/// `-Dfuzz.cases=100000` tries more; `-Dfuzz.seed=…` tries others, or the same again.
@NullMarked
class FuzzTest {

    private static final int CASES = Integer.getInteger("fuzz.cases", 2_000);
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_121L);
    private static final int ATTACKERS = 4;

    @Test
    void nothingThatIsSentIsAFaultOfTheService() {
        try (Service service = Service.start(Service.options().withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")))) {
            attack(service);
        }
    }

    private static void attack(Service service) {
        ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
        List<Attacker> attackers = IntStream.range(0, ATTACKERS)
                .mapToObj(i -> new Attacker(service, SEED + i, faults))
                .toList();
        List<Thread> threads = attackers.stream()
                .map(attacker -> Thread.ofVirtual().start(() -> attacker.attack(CASES / ATTACKERS)))
                .toList();
        threads.forEach(FuzzTest::join);

        assertThat(faults).isEmpty();
        assertThat(attackers)
                .allSatisfy(attacker -> assertThat(attacker.accepted()).isPositive());
    }

    private static void join(Thread thread) {
        try {
            Objects.requireNonNull(thread).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
