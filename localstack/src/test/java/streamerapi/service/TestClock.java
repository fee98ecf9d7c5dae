package streamerapi.service;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// The time, which goes on by itself and can be moved forward, so that no test waits for it.
public final class TestClock implements InstantSource {

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead.get());
    }

    /// Moves the time forward.
    public void advance(Duration by) {
        ahead.updateAndGet(duration -> duration.plus(by));
    }
}
