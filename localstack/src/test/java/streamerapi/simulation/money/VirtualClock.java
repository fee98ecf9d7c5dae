package streamerapi.simulation.money;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until it is moved.
final class VirtualClock implements InstantSource {

    private Instant now;

    VirtualClock(Instant now) {
        this.now = now;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void set(Instant time) {
        now = time;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }
}
