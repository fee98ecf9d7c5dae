package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.lambda.LogLine;

/// Collects the failures of several pieces of work, which all run even if others fail.
final class Faults {

    private @Nullable RuntimeException first;

    /// Runs a piece of work, and collects its exception.
    void catching(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException fault) {
            add(fault);
        }
    }

    private synchronized void add(RuntimeException fault) {
        if (first == null) {
            first = fault;
        } else {
            first.addSuppressed(fault);
        }
    }

    synchronized boolean isEmpty() {
        return first == null;
    }

    /// Writes the line of the work: with the faults if there were any.
    synchronized void write(LogLine line) {
        if (first == null) {
            line.write();
        } else {
            line.write(first);
        }
    }
}
