package streamerapi.service.crash;

import org.jspecify.annotations.Nullable;
import streamerapi.service.Service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The stack whose invocations die, one for all tests, and the table of the points at which they did.
final class CrashStack {

    private static @Nullable CrashStack shared;

    private final Killer killer = new Killer();
    private final Service service = Service.start(Service.options()
            .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"))
            .withListener(killer));
    private final List<String> table = new ArrayList<>();

    private CrashStack() {}

    static synchronized CrashStack shared() {
        CrashStack running = shared;
        if (running == null) {
            running = new CrashStack();
            Runtime.getRuntime().addShutdownHook(new Thread(running.service::close));
            shared = running;
        }
        return running;
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

    /// Runs the trial for both sides of the first call, of the second and so on, until there is no such call any more.
    void everyCrash(String operation, Trial trial) {
        int points = 0;
        for (int at = 1; ; at++) {
            Crash before = run(operation, trial, new Crash(at, Crash.Side.BEFORE));
            if (!before.happened()) {
                note(operation, before.calls(), points);
                return;
            }
            Crash after = run(operation, trial, new Crash(at, Crash.Side.AFTER));
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

    private synchronized void note(String operation, List<String> calls, int points) {
        table.add(String.format("%-52s %5d %6d  %s", operation, calls.size(), points, String.join(" ", calls)));
        String head = String.format("%-52s %5s %6s  %s", "operation", "calls", "points", "the calls");
        try {
            Files.writeString(
                    Service.root().resolve("localstack/target/crash-points.txt"),
                    head + "\n" + String.join("\n", table) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
