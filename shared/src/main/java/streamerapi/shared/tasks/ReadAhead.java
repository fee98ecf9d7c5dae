package streamerapi.shared.tasks;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// The reads of a decision that is made before its caller is known: a first page. Further reads wait until the caller
/// is known, so a made-up credential costs no more than one page, in an account of any size.
public final class ReadAhead {

    /// A page of 100 rows, and what is read beside it.
    public static final int MAX_ROWS = 110;

    private static final ScopedValue<ReadAhead> CURRENT = ScopedValue.newInstance();

    private final Runnable admission;
    private final AtomicInteger read = new AtomicInteger();

    private ReadAhead(Runnable admission) {
        this.admission = admission;
    }

    /// Decides, with no more than a first page read before the caller is known.
    ///
    /// @param admission waits for the caller, and throws if there is none
    public static <T extends @Nullable Object> T deciding(Runnable admission, Supplier<T> decision) {
        return ScopedValue.where(CURRENT, new ReadAhead(admission)).call(decision::get);
    }

    /// How many rows the next call may read. It waits for the caller if a first page was read; there is no bound then,
    /// nor for what is read without a caller.
    public static int rows() {
        ReadAhead current = current();
        if (current == null) {
            return Integer.MAX_VALUE;
        }
        if (current.read.get() < MAX_ROWS) {
            return MAX_ROWS;
        }
        current.admission.run();
        return Integer.MAX_VALUE;
    }

    /// Counts the rows that a call has read.
    public static void count(int rows) {
        ReadAhead current = current();
        if (current != null) {
            current.read.addAndGet(rows);
        }
    }

    private static @Nullable ReadAhead current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /// Work that reads for the same decision on another thread.
    static Runnable carriedTo(Runnable work) {
        ReadAhead current = current();
        return current == null
                ? work
                : () -> ScopedValue.where(CURRENT, current).run(work);
    }
}
