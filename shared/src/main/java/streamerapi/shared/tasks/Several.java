package streamerapi.shared.tasks;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The same work on many things, such as accounts: on some of them at the same time. A thing that takes long, or that
/// the work fails of, keeps no other from being worked on.
public final class Several {

    /// How many at the same time: AWS's answers are waited for beside each other, and a small function's processor is
    /// not asked for more handshakes than it can make.
    private static final int AT_ONCE = 16;

    private Several() {}

    /// Does the work on each of them.
    ///
    /// @param name tells a thing from others in the log
    /// @throws IllegalStateException once all is done, if it failed of some: with their number, the first of them and
    /// the exception of that one
    public static <T> void each(Collection<T> all, Function<? super T, String> name, Consumer<? super T> work) {
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
