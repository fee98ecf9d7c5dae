package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;

/// The invocation that a thread works for, and the threads that it starts.
///
/// @param lineage of the calls that it makes
record Running(FunctionSettings function, Lineage lineage) {
    private static final InheritableThreadLocal<@Nullable Running> CURRENT = new InheritableThreadLocal<>();

    /// The invocation of this thread, or null before any.
    static @Nullable Running current() {
        return CURRENT.get();
    }

    /// Makes it this thread's.
    void enter() {
        CURRENT.set(this);
    }
}
