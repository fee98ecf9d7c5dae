package streamerapi.realtime;

import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// How many frames a socket may send: 3 before it signs in, and 120 a minute after that (contract "Realtime stream").
///
/// A frame of a socket that this process knows to have signed in costs no call, until there are many.
final class FrameLimit {
    private static final Attribute.Whole FRAMES = Attribute.whole("frames");

    private static final int MAX_BEFORE_SIGN_IN = 3;
    private static final int MAX_REMEMBERED = 10_000;
    private static final Duration FRAMES_RETENTION = Duration.ofHours(1);

    private final Table table;
    private final RateLimiter limiter;
    private final InstantSource clock;
    private final Map<String, Boolean> signedIn = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    FrameLimit(Table table, RateLimiter limiter, InstantSource clock) {
        this.table = table;
        this.limiter = limiter;
        this.clock = clock;
    }

    /// Counts a frame that signs nothing in.
    ///
    /// @throws Problem `rate_limited`
    void count(String connectionId) {
        Window window = limiter.window(RateLimit.FRAMES_PER_SOCKET, connectionId);
        if (!window.admit()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        Key connection = Keys.connection(connectionId);
        if (!isKnown(connectionId)) {
            Row row = table.get(connection);
            if (row == null) {
                countBeforeSignIn(connectionId);
                return;
            }
            window.observe(row);
            remember(connectionId);
        }
        if (window.due() >= 1) {
            limiter.flush(window, Write.update(connection).when(Condition.rowExists()));
        }
        if (window.refuseExcess()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    private void countBeforeSignIn(String connectionId) {
        Row row = table.update(Write.update(Keys.frames(connectionId))
                        .add(FRAMES, 1)
                        .set(
                                Table.EXPIRES_AT,
                                clock.instant().plus(FRAMES_RETENTION).getEpochSecond()))
                .row();
        if (row != null && row.get(FRAMES) > MAX_BEFORE_SIGN_IN) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    private boolean isKnown(String connectionId) {
        synchronized (signedIn) {
            return signedIn.containsKey(connectionId);
        }
    }

    private void remember(String connectionId) {
        synchronized (signedIn) {
            signedIn.put(connectionId, true);
        }
    }
}
