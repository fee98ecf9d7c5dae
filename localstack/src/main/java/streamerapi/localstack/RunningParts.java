package streamerapi.localstack;

import streamerapi.localstack.functions.Functions;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// The started parts of the stack, stopped in the opposite order. Functions that run may end first, for a moment.
final class RunningParts implements AutoCloseable {

    private static final Duration LAST_WORK = Duration.ofSeconds(5);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /// Notes a part that has started.
    <T extends AutoCloseable> T started(T part) {
        parts.push(part);
        return part;
    }

    /// Has a part stop before all others, whenever it started.
    void stopFirst(AutoCloseable part) {
        parts.remove(part);
        parts.push(part);
    }

    @Override
    public void close() {
        boolean drained = false;
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            if (part instanceof Functions own && !drained) {
                drain(own);
                drained = true;
            }
            try {
                part.close();
            } catch (Exception e) {
                System.getLogger(LocalStack.class.getName()).log(System.Logger.Level.DEBUG, "A part did not stop", e);
            }
        }
    }

    private static void drain(Functions functions) {
        try {
            functions.drain(LAST_WORK);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
