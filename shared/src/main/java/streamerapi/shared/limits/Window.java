package streamerapi.shared.limits;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// One subject's requests in the current window, as this process knows them: those that the table has,
/// those that are being written to it, and those that wait to be.
///
/// The table's row carries the window in two attributes, `window` (when it began) and `requests`. A process opens a
/// window or adds to the open one with a condition on `window`, so that processes agree on it.
public final class Window {
    private static final Attribute.Whole REQUESTS = Attribute.whole("requests");
    private static final Attribute<Instant> WINDOW = Attribute.time("window");

    private final InstantSource clock;
    private final int limit;
    private final int step;
    private final Duration length;
    private Instant begun = Instant.EPOCH;
    private boolean opened;
    private int persisted;
    private int excess;
    private int flushing;
    private int pending;

    Window(InstantSource clock, int limit, int step, Duration length) {
        this.clock = clock;
        this.limit = limit;
        this.step = step;
        this.length = length;
    }

    /// How long the window lasts.
    Duration length() {
        return length;
    }

    /// Counts a request, unless the limit is reached: then it is refused and not counted.
    public synchronized boolean admit() {
        roll();
        if (used() >= limit) {
            return false;
        }
        pending++;
        return true;
    }

    /// Takes back a request whose sender turned out to be unknown. If the table has it by now, with others of the same
    /// time, one less is written the next time.
    public synchronized void withdraw() {
        if (used() > 0) {
            pending--;
        }
    }

    /// The urgency of a write to the table: 1 or more means now.
    public synchronized double due() {
        boolean far = used() < limit / 2;
        return pending / (double) (far ? step : 1);
    }

    /// Adds the pending requests to an update of the row that carries the window. The outcome must come back through
    /// [#flushed].
    synchronized Flush flush(Write update) {
        int amount = pending;
        pending = 0;
        flushing += amount;
        if (opened) {
            update.add(REQUESTS, amount).alsoWhen(Condition.equal(WINDOW, begun));
        } else {
            Instant ended = begun.minus(length).plusMillis(1);
            update.set(WINDOW, begun)
                    .set(REQUESTS, amount)
                    .alsoWhen(Condition.any(Condition.absent(WINDOW), Condition.below(WINDOW, ended)));
        }
        return new Flush(update, amount);
    }

    /// An update that is to be made, and the number of requests in it.
    record Flush(Write update, int amount) {}

    /// Takes the outcome of an update.
    ///
    /// @param isDone whether the table has the requests now
    /// @param row as it stands, or null if that is not known
    synchronized void flushed(Flush flush, boolean isDone, @Nullable Row row) {
        flushing -= flush.amount;
        if (!isDone) {
            pending += flush.amount;
        }
        if (row == null) {
            return;
        }
        observe(row);
        if (isDone && begun.equals(row.find(WINDOW))) {
            excess += Math.max(0, Math.min(flush.amount, (int) row.get(REQUESTS) - limit));
        }
    }

    /// Takes over the window of a row that was read.
    public synchronized void observe(Row row) {
        Instant there = row.find(WINDOW);
        if (there == null || ended(there) || (opened && there.isBefore(begun))) {
            return;
        }
        if (!there.equals(begun)) {
            persisted = 0;
            excess = 0;
        }
        begun = there;
        opened = true;
        persisted = Math.max(persisted, (int) row.get(REQUESTS));
    }

    /// Refuses a request that was admitted, if the table turns out to have no room for it: if it is one of those with
    /// which a write of this process passed the limit, or if it waits to be written and the row is full. As many are
    /// refused as there are too many, of those that have no answer yet.
    ///
    /// @return whether this request is refused
    public synchronized boolean refuseExcess() {
        if (excess > 0) {
            excess--;
            return true;
        }
        if (persisted >= limit && pending > 0) {
            pending--;
            return true;
        }
        return false;
    }

    /// The state of the subject's limit now.
    public synchronized RateLimitStatus status() {
        roll();
        return new RateLimitStatus(
                limit, Math.max(0, limit - used()), Duration.between(clock.instant(), begun.plus(length)), length);
    }

    private int used() {
        return persisted + flushing + pending;
    }

    private void roll() {
        if (ended(begun)) {
            begun = Instant.ofEpochMilli(clock.millis());
            opened = false;
            persisted = 0;
            excess = 0;
            pending = 0;
        }
    }

    private boolean ended(Instant beginning) {
        return !clock.instant().isBefore(beginning.plus(length));
    }
}
