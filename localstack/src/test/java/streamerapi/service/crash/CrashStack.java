package streamerapi.service.crash;

import streamerapi.service.Service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The stack whose invocations die, one for the test classes of a thread, and the table of the points at which
/// they did.
final class CrashStack {

    private static final ThreadLocal<CrashStack> SHARED = ThreadLocal.withInitial(CrashStack::start);
    private static final List<String> POINTS = new ArrayList<>();

    /// Whether functions die before and after every call, reads included, and not only after those that write or send.
    ///
    /// All calls but those write nothing, so a death anywhere between two of them leaves what a death right after the
    /// first one does. It is tried on request: after a change to the crash tests themselves, or to what a function
    /// keeps between its calls.
    private static final boolean EVERYWHERE = Boolean.getBoolean("crash.everywhere");

    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "ReceiveMessage");

    private final Killer killer = new Killer();
    private final Service service =
            Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"), killer);

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

        /// @param crash dies at its call; the first trial's does not die
        void run(Crash crash);
    }

    /// Runs the trial once without a death, and then once for each point at which its invocation can die.
    void everyCrash(String operation, Trial trial) {
        Predicate<String> counted = call -> EVERYWHERE || !READS.contains(call);
        Set<Crash.Side> sides = EVERYWHERE ? EnumSet.allOf(Crash.Side.class) : EnumSet.of(Crash.Side.AFTER);
        Crash none = run(operation, trial, Crash.none(counted));
        int points = 0;
        for (int at = 1; at <= none.count(); at++) {
            for (Crash.Side side : sides) {
                points += run(operation, trial, new Crash(at, side, counted)).happened() ? 1 : 0;
            }
        }
        note(operation, none.calls(), points);
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
