package streamerapi.shared.limits;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TipPageKeys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The windows of the callers that this process has seen lately, and how the table is told of them.
public final class RateLimiter {

    private static final int SUBJECTS = 10_000;

    private record Subject(RateLimit limit, String name) {}

    private final Supplier<Table> table;
    private @Nullable Table made;
    private final InstantSource clock;
    private final BigDecimal factor;
    private final Map<Subject, Window> windows = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, Window> eldest) {
            return size() > SUBJECTS;
        }
    };

    /// @param factor multiplies every limit
    public RateLimiter(Table table, InstantSource clock, BigDecimal factor) {
        this(() -> table, clock, factor);
    }

    /// The same over a table that is made when it must be told first.
    public RateLimiter(Supplier<Table> table, InstantSource clock, BigDecimal factor) {
        this.table = table;
        this.clock = clock;
        this.factor = factor;
    }

    /// The subject's window under a limit.
    public Window window(RateLimit limit, String subject) {
        synchronized (windows) {
            return windows.computeIfAbsent(new Subject(limit, subject), s -> open(limit));
        }
    }

    /// Tells the table of the requests that wait in a window. One write, made again if a transaction holds the row:
    /// a socket that signs in with the same key, or a change of the key, for one.
    ///
    /// @param key the row that carries the window
    /// @param besides what else is written, or must be true, in the same call
    /// @return the row as it stands now, or null if there is none
    public @Nullable Row tell(Window window, Key key, UnaryOperator<Write> besides) {
        Window.Telling telling = window.tell(key);
        boolean done = false;
        @Nullable Row row = null;
        try {
            Write write = besides.apply(telling.write());
            Table.Updated updated = table().update(write);
            done = updated.done();
            row = updated.row();
            return row;
        } finally {
            window.settle(telling, done, row);
        }
    }

    /// Tells the table of an address's requests that wait in its window. One write; the row goes by itself.
    public void tellOfAddress(Window window, String network) {
        long forgotten = clock.instant().plus(window.length().multipliedBy(2)).getEpochSecond();
        tell(window, Keys.address(network), write -> write.set(Table.EXPIRES_AT, forgotten));
    }

    /// Tells the table of the sockets that signed in from an address. One write; the row goes by itself.
    public void tellOfSignIns(Window window, String network) {
        long forgotten = clock.instant().plus(window.length().multipliedBy(2)).getEpochSecond();
        tell(window, Keys.signIns(network), write -> write.set(Table.EXPIRES_AT, forgotten));
    }

    /// Tells the table of the forms that were sent to tip pages from a network. One write; the row goes with the
    /// window.
    public void tellOfTipForms(Window window, String network) {
        long forgotten = clock.instant().plus(window.length()).getEpochSecond();
        tell(window, TipPageKeys.forms(network), write -> write.set(Table.EXPIRES_AT, forgotten));
    }

    private synchronized Table table() {
        Table there = made;
        if (there == null) {
            there = table.get();
            made = there;
        }
        return there;
    }

    private Window open(RateLimit limit) {
        int scaled =
                Math.max(1, factor.multiply(BigDecimal.valueOf(limit.limit())).intValue());
        int step = Math.clamp(scaled / 40 + 1, 1, limit.step());
        return new Window(clock, scaled, step, limit.window());
    }
}
