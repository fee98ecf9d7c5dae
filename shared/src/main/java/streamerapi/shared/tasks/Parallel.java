package streamerapi.shared.tasks;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/// A loop over many items, such as accounts, that works on some of them at the same time. An item that takes long, or
/// whose work fails, holds up no other.
public final class Parallel {

    /// How many at the same time: AWS's answers are waited for beside each other, and a small function's processor is
    /// not asked for more handshakes than it can make.
    private static final int AT_ONCE = 16;

    private Parallel() {}

    /// Does the work for each item, and returns when all are done.
    ///
    /// @param name of an item in the exception's message
    /// @throws IllegalStateException if the work failed for some: with their number, the name of the first, and its
    /// exception as the cause
    public static <T> void forEach(Collection<T> all, Function<? super T, String> name, Consumer<? super T> work) {
        Queue<T> left = new ConcurrentLinkedQueue<>(all);
        Queue<Failure> failures = new ConcurrentLinkedQueue<>();
        List<Async<@Nullable Void>> workers = IntStream.range(0, Math.min(AT_ONCE, all.size()))
                .mapToObj(worker -> Async.start(() -> {
                    for (T next = left.poll(); next != null; next = left.poll()) {
                        try {
                            work.accept(next);
                        } catch (RuntimeException fault) {
                            failures.add(new Failure(name.apply(next), fault));
                        }
                    }
                }))
                .toList();
        workers.forEach(Async::join);
        Failure first = failures.peek();
        if (first != null) {
            throw new IllegalStateException(
                    "%d of %d failed, first %s".formatted(failures.size(), all.size(), first.name), first.fault);
        }
    }

    private record Failure(String name, RuntimeException fault) {}
}
