package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The large boards that this process has read, for a minute.
///
/// A board of 50,000 donors is some 20 MB to read, as much as a partition of the table gives away in two seconds; and
/// overlays ask for it at each tip. Smaller ones are read each time, and are never old.
final class KeptBoards {

    /// How many rows a board has that is kept.
    static final int LARGE = 20_000;

    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final int MAX_BOARDS = 32;

    private final Map<Of, At> boards = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Of, At> eldest) {
            return size() > MAX_BOARDS;
        }
    };

    private record Of(String tenantId, Period period) {}

    private record At(Instant time, Board board) {}

    /// The board that was read within the last minute; null if none is kept, or a period began since.
    synchronized @Nullable Board find(String tenantId, Period period, Instant now) {
        At at = boards.get(new Of(tenantId, period));
        if (at == null) {
            return null;
        }
        boolean isGood = !at.time.isAfter(now)
                && at.time.plus(KEPT).isAfter(now)
                && Objects.equals(period.firstDay(at.time), period.firstDay(now));
        return isGood ? at.board : null;
    }

    /// Keeps a board that was read, if it is large.
    ///
    /// @param rows how many rows were read for it
    synchronized void keep(String tenantId, Board board, int rows, Instant now) {
        boards.remove(new Of(tenantId, board.period()));
        if (rows >= LARGE) {
            boards.put(new Of(tenantId, board.period()), new At(now, board));
        }
    }
}
