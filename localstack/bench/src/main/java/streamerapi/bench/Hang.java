package streamerapi.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A soak in which a platform and a processor take every call and never answer, beside the same soak without that, at
/// the same time on the same machine. The difference between the two sides is what the hang costs; noise touches both.
///
/// Ten functions at a time on each side, and the deployed pauses between attempts. Account `touched` uses all four
/// connectors, account `other` the two that answer.
final class Hang {

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int TOUCHED_CHAT_TICKS = 3;
    private static final int TOUCHED_APPROVAL_TICKS = 10;
    private static final int APPROVAL_TICKS = 4;
    private static final Duration LAST_WAIT = Duration.ofSeconds(30);

    private final Report report;
    private final Duration duration;

    Hang(Report report, Duration duration) {
        this.report = report;
        this.duration = duration;
    }

    /// A step of an account on one side.
    private interface Step {

        void run(HangSide side) throws IOException, InterruptedException;
    }

    void run() throws Exception {
        try (HangSide sound = new HangSide(false);
                HangSide hanging = new HangSide(true);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<HangSide> sides = List.of(sound, hanging);
            long next = System.nanoTime();
            long end = next + duration.toNanos();
            for (int tick = 0; next < end; tick++) {
                for (HangSide side : sides) {
                    tick(threads, side, tick);
                }
                next += TICK.toNanos();
                Thread.sleep(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
            }
            Thread.sleep(LAST_WAIT);
            report.section(
                    "A platform and a processor that hang for %d s, beside a stack on which nothing hangs; ten functions at a time on each"
                            .formatted(duration.toSeconds()));
            report("nothing hangs", sound);
            report("alpha and the card processor hang", hanging);
        }
    }

    private static void tick(ExecutorService threads, HangSide side, int tick) {
        start(threads, side, HangSide::read);
        start(threads, side, one -> one.chat("touched", "beta"));
        start(threads, side, one -> one.chat("other", "beta"));
        if (tick % TOUCHED_CHAT_TICKS == 0) {
            start(threads, side, one -> one.chat("touched", "alpha"));
        }
        if (tick % TOUCHED_APPROVAL_TICKS == 0) {
            start(threads, side, one -> one.approve("touched", "card_processor"));
        }
        if (tick % APPROVAL_TICKS == 0) {
            start(threads, side, one -> one.approve("touched", "wallet_processor"));
            start(threads, side, one -> one.approve("other", "wallet_processor"));
        }
    }

    private static void start(ExecutorService threads, HangSide side, Step step) {
        threads.execute(() -> {
            try {
                step.run(side);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void report(String title, HangSide side) {
        report.figure(title + ": requests of the other account", "%s", side.requests.text());
        figures(title + ": from a viewer's line to the bot's answer at the platform, ", side.answers);
        figures(title + ": approvals, ", side.approvals);
        report.figure(title + ": decisions, and answers beside 2xx", "%s", side.outcomes);
    }

    private void figures(String title, Map<String, Latencies> figures) {
        figures.forEach((name, latencies) -> {
            if (!latencies.isEmpty()) {
                report.figure(title + name, "%s", latencies.text());
            }
        });
    }
}
