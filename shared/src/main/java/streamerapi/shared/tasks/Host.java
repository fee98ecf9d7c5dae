package streamerapi.shared.tasks;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Threads, pauses and chance, for all work that needs them.
///
/// They are the process's own. A simulation binds others, so that one seed decides which thread goes on, how long
/// a pause is and what comes by chance. A thread that waits for another says so here before it does.
public interface Host {

    /// The host of this thread's work; none is bound but by a simulation.
    ScopedValue<Host> SIMULATED = ScopedValue.newInstance();

    /// Starts work on a thread of its own.
    Thread startThread(Runnable work);

    /// Threads for many pieces of work.
    ///
    /// @param most at a time
    ExecutorService newThreads(int most);

    /// Waits until the work is done, or for as long as the limit says.
    void awaitDone(Future<?> work, Duration limit) throws InterruptedException;

    /// Waits for that long.
    void pause(Duration time) throws InterruptedException;

    /// Nanoseconds since some moment.
    long nanoseconds();

    /// Numbers by chance.
    Random chance();

    /// A client that does not call out over the network, or a builder of one.
    <B> B offline(B client);

    /// Starts work on a virtual thread of its own.
    static Thread start(Runnable work) {
        return SIMULATED.isBound()
                ? SIMULATED.get().startThread(work)
                : Thread.ofVirtual().start(work);
    }

    /// Virtual threads, one for each piece of work.
    static ExecutorService threads() {
        return SIMULATED.isBound()
                ? SIMULATED.get().newThreads(Integer.MAX_VALUE)
                : Executors.newVirtualThreadPerTaskExecutor();
    }

    /// Virtual threads, as many at a time.
    static ExecutorService threads(int most) {
        return SIMULATED.isBound()
                ? SIMULATED.get().newThreads(most)
                : Executors.newFixedThreadPool(most, Thread.ofVirtual().factory());
    }

    /// Has a simulation wait until the work is done. Without one it returns at once, and the caller's own join waits.
    static void beforeJoining(Future<?> work) {
        if (SIMULATED.isBound()) {
            try {
                SIMULATED.get().awaitDone(work, Duration.ofDays(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Waits for the work's result, no longer than the limit.
    static <T> T get(Future<T> work, Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
        if (SIMULATED.isBound()) {
            SIMULATED.get().awaitDone(work, limit);
            return work.get(0, TimeUnit.NANOSECONDS);
        }
        return work.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Waits for that long.
    static void sleep(Duration time) throws InterruptedException {
        if (SIMULATED.isBound()) {
            SIMULATED.get().pause(time);
        } else {
            Thread.sleep(time);
        }
    }

    /// Nanoseconds since some moment, to see how long something takes.
    static long nanoTime() {
        return SIMULATED.isBound() ? SIMULATED.get().nanoseconds() : System.nanoTime();
    }

    /// Numbers that cannot be guessed. They come from the system, so processes that were copied from one snapshot share
    /// none, if each asks when it needs them.
    static Random random() {
        return SIMULATED.isBound() ? SIMULATED.get().chance() : new SecureRandom();
    }

    /// A client that calls out, or a builder of one, as it is; a simulation answers in place of the network.
    static <B> B client(B client) {
        return SIMULATED.isBound() ? SIMULATED.get().offline(client) : client;
    }
}
