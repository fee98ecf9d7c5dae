package streamerapi.localstack;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The process that started this one. For the start command it is Maven, which leaves its child running when it is
/// terminated.
///
/// Its end is seen by this process having another parent, or none. The end of the standard input says nothing of it:
/// the input is at its end from the beginning if the command was started in the background.
final class ParentProcess {

    /// The argument of the command with which the service ends when its parent does.
    static final String OPTION = "--end-with-parent";

    private static final Duration INTERVAL = Duration.ofMillis(250);

    private ParentProcess() {}

    /// Ends this process, as a SIGTERM would, soon after its parent has ended. Does nothing if the system names no
    /// parent.
    static void endWithIt() {
        Optional<Long> parent = current();
        if (parent.isEmpty()) {
            return;
        }
        Thread.ofPlatform().name("parent-process").daemon().start(() -> {
            while (current().equals(parent)) {
                LockSupport.parkNanos(INTERVAL.toNanos());
            }
            System.exit(0);
        });
    }

    private static Optional<Long> current() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid);
    }
}
