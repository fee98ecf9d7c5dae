package streamerapi.shared.tasks;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/// Durations of the calls of AWS that one request makes, on its own thread and on those beside it ([Async]). Each try
/// of a call counts by itself.
public final class CallTimes {

    private static final ScopedValue<CallTimes> CURRENT = ScopedValue.newInstance();

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    private record Call(String operation, long nanoseconds) {}

    /// Runs work whose calls are timed here.
    public <T extends @Nullable Object> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /// Adds a call to the request that makes it; outside of one the call is not noted.
    ///
    /// @param operation as AWS names it: `GetItem`
    public static void add(String operation, long nanoseconds) {
        if (CURRENT.isBound()) {
            CURRENT.get().calls.add(new Call(operation, nanoseconds));
        }
    }

    /// The calls by operation, each in milliseconds with one decimal: `{"Query": [1.2, 3.4]}`; null for none.
    public @Nullable Map<String, List<Double>> milliseconds() {
        Map<String, List<Double>> byOperation = new TreeMap<>();
        for (Call call : calls) {
            byOperation
                    .computeIfAbsent(call.operation, operation -> new ArrayList<>())
                    .add(Math.round(call.nanoseconds / 1e5) / 10.0);
        }
        return byOperation.isEmpty() ? null : byOperation;
    }

    /// Work on another thread, whose calls belong to the same request.
    static Runnable carriedTo(Runnable work) {
        if (!CURRENT.isBound()) {
            return work;
        }
        CallTimes current = CURRENT.get();
        return () -> ScopedValue.where(CURRENT, current).run(work);
    }
}
