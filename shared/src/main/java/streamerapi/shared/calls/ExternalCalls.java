package streamerapi.shared.calls;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// The calls to other services that one request or message makes while it is decided: a moderation service, a video
/// site. Each is made once, however often the request is decided because others wrote at the same time.
///
/// An object of this class is the permission to call out. Only a request that was authorized, a message whose signature
/// held, and a follow-up of an event have one, and every class that calls out during a decision takes it as a
/// parameter. It can be used by several threads.
public final class ExternalCalls {

    private final Map<Object, FutureTask<?>> made = new ConcurrentHashMap<>();

    /// The answer to a question: the service is called for the first of equal questions, and the others get its answer,
    /// or the exception that it ended with.
    ///
    /// @param question a record that has all that the answer depends on
    @SuppressWarnings("unchecked") // equal questions are of one record, whose answers have one type
    public <T extends @Nullable Object> T once(Record question, Supplier<T> call) {
        FutureTask<?> task = made.computeIfAbsent(question, first -> new FutureTask<>(call::get));
        task.run();
        try {
            return (T) task.get();
        } catch (ExecutionException e) {
            throw unchecked(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
    }
}
