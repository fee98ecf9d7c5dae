package streamerapi.shared.tasks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.log.LogContext;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// Work that runs on a thread of its own, beside what the caller does meanwhile. Its log lines name the invocation too,
/// its reads count as the caller's ([ReadAhead]), and so do its calls of AWS ([CallTimes]).
public final class Beside<T extends @Nullable Object> {

    private final CompletableFuture<T> result = new CompletableFuture<>();

    private Beside() {}

    /// Starts the work at once.
    public static <T extends @Nullable Object> Beside<T> start(Supplier<T> work) {
        Beside<T> beside = new Beside<>();
        Map<String, Object> invocation = LogContext.fields();
        Thread.ofVirtual().start(CallTimes.carriedTo(ReadAhead.carriedTo(() -> {
            LogContext.set(invocation);
            try {
                beside.result.complete(work.get());
            } catch (Throwable e) {
                beside.result.completeExceptionally(e);
            }
        })));
        return beside;
    }

    /// Work that is done already.
    public static <T extends @Nullable Object> Beside<T> done(T value) {
        Beside<T> beside = new Beside<>();
        beside.result.complete(value);
        return beside;
    }

    /// What the work came to; what it threw is thrown here.
    public T join() {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }
}
