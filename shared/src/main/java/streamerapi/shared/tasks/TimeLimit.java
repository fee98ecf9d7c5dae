package streamerapi.shared.tasks;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/// A time-out for a whole piece of work, whose steps have only time-outs of their own.
public final class TimeLimit {

    private TimeLimit() {}

    /// The result of the work, which runs on a thread of its own and is interrupted at the limit.
    ///
    /// @throws IOException if the work throws, or takes longer
    public static <T> T within(Duration limit, Callable<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = Host.start(task);
        try {
            return Host.get(task, limit);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new IOException("not within " + limit, e);
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
