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
    private final AtomicReference<Duration> ofQueues = new AtomicReference<>(Duration.ZERO);
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    @Override
    public Instant instant() {
        return last.updateAndGet(time -> time.plus(STEP));
    }

    /// The clock of the queues' delays, which only [#advanceWithQueues] moves: a test that moves its clock to see a
    /// function of another time must not have messages handled beside that.
    public InstantSource ofQueues() {
        return () -> Instant.EPOCH.plus(ofQueues.get());
    }

    /// Has something run after each move of the queues' clock.
    void onQueuesMoved(Runnable listener) {
        listeners.add(listener);
    }

    /// Moves the time forward.
    public void advance(Duration by) {
        last.updateAndGet(time -> time.plus(by));
    }

    /// Moves the time forward, and that of the queues' delays.
    public void advanceWithQueues(Duration by) {
        advance(by);
        ofQueues.updateAndGet(passed -> passed.plus(by));
        listeners.forEach(Runnable::run);
    }

    /// Moves the time forward to the machine's, for programs that know no other.
    public void catchUp() {
        last.updateAndGet(time -> {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            return now.isAfter(time) ? now : time;
        });
    }
}
