package streamerapi.shared.tasks;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// A host whose time stands still but for pauses, which take none, and for [#step].
public final class SteppedHost implements Host {

    private final AtomicLong nanos = new AtomicLong();

    /// Lets time pass.
    public void step(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /// Does work on this host.
    public void run(Runnable work) {
        ScopedValue.where(SIMULATED, this).run(work);
    }

    @Override
    public Thread startThread(Runnable work) {
        return Thread.ofVirtual().start(() -> run(work));
    }

    @Override
    public ExecutorService newThreads(int most) {
        return Executors.newThreadPerTaskExecutor(work -> Thread.ofVirtual().unstarted(() -> run(work)));
    }

    @Override
    public void awaitDone(Future<?> work, Duration limit) {
        if (!work.isDone()) {
            step(limit);
        }
    }

    @Override
    public void pause(Duration time) {
        step(time);
    }

    @Override
    public long nanoseconds() {
        return nanos.get();
    }

    @Override
    public Random chance() {
        return new Random(1);
    }

    @Override
    public <B> B offline(B client) {
        return client;
    }
}
