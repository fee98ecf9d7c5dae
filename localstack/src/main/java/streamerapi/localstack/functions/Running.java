package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicBoolean;

/// The invocation that a thread works for, and the threads that it starts.
///
/// @param lineage of the calls that it makes
/// @param killed  whether its process was killed: then none of its threads makes another call, and it has no answer
record Running(Lineage lineage, AtomicBoolean killed) {
    private static final InheritableThreadLocal<@Nullable Running> CURRENT = new InheritableThreadLocal<>();

    Running(Lineage lineage) {
        this(lineage, new AtomicBoolean());
    }

    /// The invocation of this thread, or null before any.
    static @Nullable Running current() {
        return CURRENT.get();
    }

    /// Makes it this thread's.
    void enter() {
        CURRENT.set(this);
    }

    /// Ends here if it was killed.
    void live() {
        if (killed.get()) {
            throw new Killed();
        }
    }

    /// Kills it.
    Killed kill() {
        killed.set(true);
        return new Killed();
    }
}
