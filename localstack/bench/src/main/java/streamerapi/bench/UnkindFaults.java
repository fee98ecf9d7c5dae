package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.CallFault;
import streamerapi.localstack.functions.CallFaults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// The faults of calls to AWS in an unkind soak: the table refuses and conflicts at random, and once a minute a
/// function dies at one of its calls, each in its turn.
final class UnkindFaults implements CallFaults {

    private static final double THROTTLED = 0.02;
    private static final double CONFLICTS = 0.02;
    private static final Duration BETWEEN_KILLS = Duration.ofMinutes(1);
    private static final List<String> KILLED =
            List.of("FanOutFunction", "TipsFunction", "WorkerFunction", "RealtimeFunction", "WorkerFunction");

    private final AtomicLong throttled = new AtomicLong();
    private final AtomicLong conflicts = new AtomicLong();
    private final AtomicLong kills = new AtomicLong();
    private final AtomicReference<@Nullable String> next = new AtomicReference<>();
    private volatile boolean on;
    private volatile long killsAt;

    void begin() {
        killsAt = System.nanoTime() + BETWEEN_KILLS.toNanos();
        on = true;
    }

    void end() {
        on = false;
    }

    long throttled() {
        return throttled.get();
    }

    long conflicts() {
        return conflicts.get();
    }

    long kills() {
        return kills.get();
    }

    @Override
    public @Nullable CallFault next(String function, String service, String operation) {
        if (!on) {
            return null;
        }
        if (System.nanoTime() > killsAt) {
            killsAt = System.nanoTime() + BETWEEN_KILLS.toNanos();
            next.set(KILLED.get((int) (kills.get() % KILLED.size())));
        }
        if (function.equals(next.get()) && next.getAndSet(null) != null) {
            kills.incrementAndGet();
            return ThreadLocalRandom.current().nextBoolean() ? CallFault.KILLED_BEFORE : CallFault.KILLED_AFTER;
        }
        double chance = ThreadLocalRandom.current().nextDouble();
        if (!service.equals("dynamodb") || chance >= THROTTLED + CONFLICTS) {
            return null;
        }
        (chance < THROTTLED ? throttled : conflicts).incrementAndGet();
        return chance < THROTTLED ? CallFault.THROTTLED : CallFault.CONFLICT;
    }
}
