package streamerapi.service;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/// Does the same thing many times at the same moment.
public final class AtOnce {

    private AtOnce() {}

    /// Runs the work on as many threads, none of which begins before all are there.
    ///
    /// @param work given its number, from 0
    /// @return what each came to, in the order of their numbers
    public static <T> List<T> run(int threads, IntFunction<T> work) {
        CountDownLatch ready = new CountDownLatch(threads);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                futures.add(executor.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return work.apply(number);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
