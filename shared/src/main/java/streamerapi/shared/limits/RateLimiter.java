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

/// The windows of the callers that this process has seen lately, and their writes to the table.
public final class RateLimiter {

    private static final int SUBJECTS = 10_000;

    /// The largest limit, with room for what is counted above it.
    private static final BigDecimal MAX_SCALED = BigDecimal.valueOf(1_000_000_000);

    private record Subject(RateLimit limit, String name) {}

    private final Table table;
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

    /// Writes a window's pending requests to the table. One write, made again if a transaction holds the row: for
    /// example of a socket that signs in with the same key, or of a change of the key.
    ///
    /// @param update of the row that carries the window; the requests are added to it
    /// @return the row as it stands now, or null if there is none
    public @Nullable Row flush(Window window, Write update) {
        Window.Flush flush = window.flush(update);
        boolean isDone = false;
        @Nullable Row row = null;
        try {
            Table.Updated updated = table.update(flush.update());
            isDone = updated.done();
            row = updated.row();
            return row;
        } finally {
            window.flushed(flush, isDone, row);
        }
    }

    /// Writes an address's pending requests to the table. One write; the row goes by itself.
    public void flushAddress(Window window, String network) {
        flushPassing(window, Keys.address(network));
    }

    /// Writes the sockets that signed in from an address to the table. One write; the row goes by itself.
    public void flushSignIns(Window window, String network) {
        flushPassing(window, Keys.signIns(network));
    }

    private void flushPassing(Window window, Key key) {
        long forgotten = clock.instant().plus(window.length().multipliedBy(2)).getEpochSecond();
        flush(window, Write.update(key).set(Table.EXPIRES_AT, forgotten));
    }

    /// Tells the table of the forms that were sent to a tip page. One write; the row goes with the window.
    ///
    /// @param subject that the forms are counted for
    public void flushTipForms(Window window, String subject) {
        long forgotten = clock.instant().plus(window.length()).getEpochSecond();
        flush(window, Write.update(TipPageKeys.forms(subject)).set(Table.EXPIRES_AT, forgotten));
    }

    private Window open(RateLimit limit) {
        BigDecimal exact = factor.multiply(BigDecimal.valueOf(limit.limit()));
        int scaled = Math.max(1, exact.min(MAX_SCALED).intValue());
        int step = Math.clamp(scaled / 40 + 1, 1, limit.step());
        return new Window(clock, scaled, step, limit.window());
    }
}
