package streamerapi.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// How long events took to arrive.
final class Latencies {

    private final Queue<Double> milliseconds = new ConcurrentLinkedQueue<>();

    /// Something that was committed at a time has arrived now.
    void arrived(Instant committed) {
        milliseconds.add((double) Duration.between(committed, Instant.now()).toMillis());
    }

    /// Whether nothing has arrived.
    boolean isEmpty() {
        return milliseconds.isEmpty();
    }

    /// `p50 …, p99 …, p99.9 …`.
    String text() {
        double[] all = sorted();
        return "p50 %.0f ms, p99 %.0f ms, p99.9 %.0f ms of %,d"
                .formatted(share(all, 0.5), share(all, 0.99), share(all, 0.999), all.length);
    }

    /// The 99th percentile, in milliseconds.
    double p99() {
        return share(sorted(), 0.99);
    }

    private double[] sorted() {
        return milliseconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static double share(double[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * share))];
    }
}
