package streamerapi.shared.log;

import java.util.Map;

/// The fields that every log line of a thread has: the request's id, or the function's name and the invocation's id.
/// Work on another thread is given them by [#fields] and [#set].
public final class LogContext {

    private static final ThreadLocal<Map<String, Object>> FIELDS = ThreadLocal.withInitial(Map::of);
    private static final ThreadLocal<Boolean> MUTED = ThreadLocal.withInitial(() -> false);

    private LogContext() {}

    /// This thread's fields, which do not change.
    public static Map<String, Object> fields() {
        return FIELDS.get();
    }

    /// Replaces all fields of this thread.
    public static void set(Map<String, Object> fields) {
        FIELDS.set(fields);
    }

    /// Does something, and logs nothing of it: simulations, whose requests were never made.
    public static void mute(Runnable work) {
        MUTED.set(true);
        try {
            work.run();
        } finally {
            MUTED.remove();
        }
    }

    static boolean isMuted() {
        return MUTED.get();
    }
}
