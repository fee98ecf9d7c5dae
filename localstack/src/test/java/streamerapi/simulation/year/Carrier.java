package streamerapi.simulation.year;

import streamerapi.shared.log.LogContext;

import java.lang.reflect.Constructor;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The thread of the operating system on which all threads of a simulation run, so that a turn that goes from one to
/// the next wakes no other. It takes `--add-opens java.base/java.lang=ALL-UNNAMED`; without it they run on the JDK's
/// own threads, in the same order, and a simulation takes about twice as long.
final class Carrier {

    private static final long LONGEST_SECONDS = 30;

    private final BlockingQueue<Runnable> ready = new LinkedBlockingQueue<>();
    private final Thread.Builder.OfVirtual threads;
    private final boolean isOwn;

    Carrier() {
        Thread.Builder.OfVirtual own = Thread.ofVirtual();
        boolean isOpen = Thread.class.getModule().isOpen("java.lang", Carrier.class.getModule());
        this.threads = isOpen ? carriedBy(own.getClass(), ready::add) : own;
        this.isOwn = isOpen;
    }

    /// A builder of virtual threads that run where a scheduler lets them: the JDK has one for its own tests.
    private static Thread.Builder.OfVirtual carriedBy(Class<?> builder, Executor scheduler) {
        try {
            Constructor<?> made = builder.getDeclaredConstructor(Executor.class);
            made.setAccessible(true);
            return (Thread.Builder.OfVirtual) made.newInstance(scheduler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK has no virtual threads with a scheduler of their own", e);
        }
    }

    /// A thread that logs nothing: a simulation tells its story itself. (The least level of the log is one for all that
    /// runs in this JVM, so it must not be raised here.)
    Thread unstarted(Runnable work) {
        return threads.unstarted(() -> LogContext.mute(work));
    }

    /// Waits until a thread gives back the turn, and lets that thread run meanwhile. The caller holds no monitor: it
    /// may be lost.
    void await(Semaphore baton) {
        if (!isOwn) {
            baton.acquireUninterruptibly();
            return;
        }
        while (!baton.tryAcquire()) {
            try {
                Runnable next = ready.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
                if (next == null) {
                    throw new IllegalStateException("A thread waits for something outside of the simulation");
                }
                next.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException("The simulation was interrupted", e);
            }
        }
    }
}
