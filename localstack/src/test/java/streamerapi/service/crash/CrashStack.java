package streamerapi.service.crash;

import streamerapi.service.Service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The stack whose invocations die, one for the test classes of a thread, and the table of the points at which
/// they did.
final class CrashStack {

    private static final ThreadLocal<CrashStack> SHARED = ThreadLocal.withInitial(CrashStack::start);
    private static final List<String> POINTS = new ArrayList<>();

    /// A death at a read leaves the same as one before the write that follows it, so it is tried on request alone:
    /// after a change to the crash tests themselves, or to what a function keeps between its calls.
    private static final boolean AT_READS = Boolean.getBoolean("crash.reads");

    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query");

    private final Killer killer = new Killer();
    private final Service service = Service.start(Service.options()
            .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"))
            .withListener(killer));

    private CrashStack() {}

    static CrashStack shared() {
        return SHARED.get();
    }

    private static CrashStack start() {
        CrashStack started = new CrashStack();
        Runtime.getRuntime().addShutdownHook(new Thread(started.service::close));
        return started;
    }

    Service service() {
        return service;
    }

    Killer killer() {
        return killer;
    }

    /// Does something once for each crash that it can meet.
    @FunctionalInterface
    interface Trial {

        /// @param crash dies at its call, if there is such a call
        void run(Crash crash);
    }

    /// Runs the trial for both sides of the first call that writes or sends, of the second and so on, until there is no
    /// such call any more.
    void everyCrash(String operation, Trial trial) {
        Predicate<String> counted = call -> AT_READS || !READS.contains(call);
        int points = 0;
        for (int at = 1; ; at++) {
            Crash before = run(operation, trial, new Crash(at, Crash.Side.BEFORE, counted));
            if (!before.happened()) {
                note(operation, before.calls(), points);
                return;
            }
            Crash after = run(operation, trial, new Crash(at, Crash.Side.AFTER, counted));
            points += after.happened() ? 2 : 1;
        }
    }

    private static Crash run(String operation, Trial trial, Crash crash) {
        try {
            trial.run(crash);
            return crash;
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(operation + ", " + crash, e);
        }
    }

    private static synchronized void note(String operation, List<String> calls, int points) {
        POINTS.add(String.format("%-52s %5d %6d  %s", operation, calls.size(), points, String.join(" ", calls)));
        String head = String.format("%-52s %5s %6s  %s", "operation", "calls", "points", "the calls");
        try {
            Files.writeString(
                    Service.root().resolve("localstack/target/crash-points.txt"),
                    head + "\n" + String.join("\n", POINTS) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
