package streamerapi.shared.tasks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.log.LogContext;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/// Work that runs on a thread of its own, beside what the caller does meanwhile. Its log lines name the invocation too,
/// its reads count as the caller's ([ReadAhead]), and so do its calls of AWS ([CallTimes]).
public final class Async<T extends @Nullable Object> implements Runnable {

    private final CompletableFuture<T> result = new CompletableFuture<>();

    private final @Nullable Supplier<T> work;
    private final Map<String, Object> invocation;

    private Async(@Nullable Supplier<T> work, Map<String, Object> invocation) {
        this.work = work;
        this.invocation = invocation;
    }

    /// Starts the work at once.
    public static <T extends @Nullable Object> Async<T> start(Supplier<T> work) {
        Async<T> beside = new Async<>(work, LogContext.fields());
        Host.start(CallTimes.carriedTo(ReadAhead.carriedTo(beside)));
        return beside;
    }

    /// Starts work without a result as soon as one of these threads is free.
    public static Async<@Nullable Void> start(Executor threads, Runnable work) {
        Async<@Nullable Void> beside = new Async<>(
                () -> {
                    work.run();
                    return null;
                },
                LogContext.fields());
        threads.execute(CallTimes.carriedTo(ReadAhead.carriedTo(beside)));
        return beside;
    }

    /// As [#start(Supplier)], for work without a result.
    public static Async<@Nullable Void> start(Runnable work) {
        return start(() -> {
            work.run();
            return null;
        });
    }

    /// Work that is done already.
    public static <T extends @Nullable Object> Async<T> done(T value) {
        Async<T> beside = new Async<>(null, Map.of());
        beside.result.complete(value);
        return beside;
    }

    /// Does the work, on the thread that was started for it.
    @Override
    public void run() {
        LogContext.set(invocation);
        try {
            result.complete(Objects.requireNonNull(work).get());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    /// Waits for the work's result, and throws what the work threw.
    public T join() {
        Host.beforeJoining(result);
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
