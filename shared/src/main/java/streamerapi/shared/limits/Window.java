package streamerapi.shared.limits;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// One subject's requests in the current window, as this process knows them: those that the table has been told of,
/// those that are being told, and those that wait to be told.
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
    private int told;
    private int telling;
    private int waiting;

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
        waiting++;
        return true;
    }

    /// Takes back a request whose sender turned out to be unknown. If the table has been told of it meanwhile, with
    /// others of the same time, it is told of one less the next time.
    public synchronized void takeBack() {
        if (used() > 0) {
            waiting--;
        }
    }

    /// How urgently the table should be told: 1 or more means now.
    public synchronized double due() {
        boolean far = used() < limit / 2;
        return waiting / (double) (far ? step : 1);
    }

    /// The write that adds the waiting requests to the row. Its result must come back through [#settle].
    synchronized Telling tell(Key key) {
        int amount = waiting;
        waiting = 0;
        telling += amount;
        Write write = Write.update(key);
        if (opened) {
            write.add(REQUESTS, amount).when(Condition.equal(WINDOW, begun));
        } else {
            Instant ended = begun.minus(length).plusMillis(1);
            write.set(WINDOW, begun)
                    .set(REQUESTS, amount)
                    .when(Condition.any(Condition.absent(WINDOW), Condition.below(WINDOW, ended)));
        }
        return new Telling(write, amount);
    }

    /// A write to be made, and the number of requests that it adds.
    record Telling(Write write, int amount) {}

    /// Takes over the result of a write: whether it was made, and the row as it stands, if that is known.
    synchronized void settle(Telling telling, boolean done, @Nullable Row row) {
        this.telling -= telling.amount;
        if (!done) {
            waiting += telling.amount;
        }
        if (row != null) {
            learn(row);
        }
    }

    /// Takes over what the row says of the window.
    public synchronized void learn(Row row) {
        Instant there = row.find(WINDOW);
        if (there == null || ended(there) || (opened && there.isBefore(begun))) {
            return;
        }
        if (!there.equals(begun)) {
            told = 0;
        }
        begun = there;
        opened = true;
        told = Math.max(told, (int) row.get(REQUESTS));
    }

    /// Whether the limit was exceeded, counting all processes. Only the row counts, as it may hold the requests of a
    /// write under way: a request that the table has room for is not refused.
    public synchronized boolean exceeded() {
        return told > limit;
    }

    /// How the subject stands now.
    public synchronized RateLimitStatus standing() {
        roll();
        return new RateLimitStatus(
                limit, Math.max(0, limit - used()), Duration.between(clock.instant(), begun.plus(length)), length);
    }

    private int used() {
        return told + telling + waiting;
    }

    private void roll() {
        if (ended(begun)) {
            begun = Instant.ofEpochMilli(clock.millis());
            opened = false;
            told = 0;
            waiting = 0;
        }
    }

    private boolean ended(Instant beginning) {
        return !clock.instant().isBefore(beginning.plus(length));
    }
}
