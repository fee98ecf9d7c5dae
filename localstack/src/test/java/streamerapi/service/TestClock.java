package streamerapi.service;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that stands still until a test moves it; each reading is one millisecond after the one before.
///
/// The step keeps what happened in order: ids that different functions make sort by their milliseconds. How much time
/// a test sees pass depends on the number of readings and never on the speed of the machine.
public final class TestClock implements InstantSource {

    private static final Duration STEP = Duration.ofMillis(1);

    private final AtomicReference<Instant> last =
            new AtomicReference<>(Instant.now().truncatedTo(ChronoUnit.MILLIS));
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    @Override
    public Instant instant() {
        return last.updateAndGet(time -> time.plus(STEP));
    }

    /// The time of the last reading; it is none itself.
    public Instant lastReading() {
        return last.get();
    }

    /// Has something run after each move of the time by the test.
    void onMove(Runnable listener) {
        listeners.add(listener);
    }

    /// Moves the time forward.
    public void advance(Duration by) {
        last.updateAndGet(time -> time.plus(by));
        listeners.forEach(Runnable::run);
    }

    /// Moves the time forward to the machine's, for programs that know no other.
    public void catchUp() {
        last.updateAndGet(time -> {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            return now.isAfter(time) ? now : time;
        });
        listeners.forEach(Runnable::run);
    }
}
