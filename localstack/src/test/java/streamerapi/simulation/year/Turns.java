package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// The one clock, and the threads that take turns under it: each runs until it waits, and then the one goes on whose
/// time comes first. How long a wait takes is drawn from the seed, so the seed chooses every order.
final class Turns {

    /// When each simulation begins.
    static final Instant BEGINNING = Instant.parse("2026-03-03T10:00:00Z");

    private static final long SHORTEST = 1_000;

    private final Random random;
    private final PriorityQueue<Turn> next = new PriorityQueue<>();
    private final List<Turn> joining = new ArrayList<>();
    private final Carrier carrier = new Carrier();
    private final Semaphore baton = new Semaphore(0);
    private long now;
    private long turns;
    private @Nullable Turn current;
    private @Nullable Throwable fault;
    private boolean isOver;

    Turns(Random random) {
        this.random = random;
    }

    /// A thread that takes turns, or something short that happens at a time. A thread gets no turn while its owner is
    /// frozen.
    final class Turn implements Comparable<Turn> {

        private final @Nullable Owner owner;
        private final Runnable work;
        private final @Nullable Thread thread;
        private final Semaphore go = new Semaphore(0);
        private long at;
        private long number;
        private @Nullable Future<?> awaited;

        private Turn(@Nullable Owner owner, boolean isThread, Runnable work) {
            this.owner = owner;
            this.work = work;
            this.thread = isThread ? carrier.unstarted(this::run) : null;
        }

        private void run() {
            try {
                checkAlive();
                work.run();
            } catch (Ended ended) {
                // The process is gone, and its thread with it.
            } catch (Throwable e) {
                fault = fault == null ? e : fault;
            } finally {
                baton.release();
            }
        }

        private void checkAlive() {
            if (isOver || (owner != null && owner.isDead())) {
                throw new Ended();
            }
        }

        @Override
        public int compareTo(Turn other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    /// A process of a function, as the scheduler sees it.
    interface Owner {

        boolean isDead();

        /// Whether the process is frozen. Then it keeps the thread, whose time has come, until it thaws.
        boolean keeps(Turn turn);
    }

    /// The end of a process in the middle of its work. No code of the service catches it for good.
    static final class Ended extends Error {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("the process ended", null, false, false);
        }
    }

    Instant now() {
        return BEGINNING.plusNanos(now);
    }

    long nanos() {
        return now;
    }

    /// How many turns were taken.
    long taken() {
        return turns;
    }

    Random random() {
        return random;
    }

    /// Starts a thread; its first turn comes soon.
    Thread start(@Nullable Owner owner, Runnable work) {
        Turn turn = new Turn(owner, true, work);
        enqueue(turn, SHORTEST + random.nextInt(200_000));
        return Objects.requireNonNull(turn.thread);
    }

    /// Starts a thread that is no process's.
    void start(Runnable work) {
        start(null, work);
    }

    /// Starts a thread that is no process's after a time.
    void at(Duration time, Runnable work) {
        enqueue(new Turn(null, true, work), time.toNanos());
    }

    /// Has something short happen after a time.
    void after(Duration time, Runnable action) {
        enqueue(new Turn(null, false, action), time.toNanos());
    }

    /// Does a step again and again, until this time has passed at its beginning.
    void during(Duration time, Runnable step) {
        long end = nanos() + time.toNanos();
        while (nanos() < end) {
            step.run();
        }
    }

    /// Ends the simulation for a fault of its own, whatever the code of the service makes of the error.
    Error failed(Throwable e) {
        fault = fault == null ? e : fault;
        return new AssertionError(e);
    }

    /// Puts a thread that was kept back in the line.
    void goOn(Turn turn) {
        enqueue(turn, SHORTEST + random.nextInt(50_000));
    }

    private void enqueue(Turn turn, long delay) {
        turn.at = now + Math.max(0, delay);
        turn.number = ++turns;
        next.add(turn);
    }

    /// The thread that is at it waits for that long.
    void sleep(Duration time) {
        Turn turn = mine();
        turn.checkAlive();
        enqueue(turn, time.toNanos());
        handOver(turn);
    }

    /// The thread that is at it waits until work is done, or for as long as the limit says.
    void join(Future<?> work, Duration limit) {
        Turn turn = mine();
        turn.checkAlive();
        if (!work.isDone()) {
            turn.awaited = work;
            joining.add(turn);
            enqueue(turn, limit.toNanos());
            handOver(turn);
        }
    }

    private Turn mine() {
        if (current == null || current.thread == null) {
            throw new IllegalStateException("Only a thread that takes turns can wait");
        }
        return current;
    }

    private void handOver(Turn turn) {
        baton.release();
        turn.go.acquireUninterruptibly();
        turn.checkAlive();
    }

    /// Takes turns until a moment, or until nothing is left to do.
    void runUntil(Instant end) {
        long last = Duration.between(BEGINNING, end).toNanos();
        while (fault == null && !next.isEmpty() && next.peek().at <= last) {
            Turn turn = next.remove();
            now = Math.max(now, turn.at);
            if (turn.awaited != null) {
                joining.remove(turn);
                turn.awaited = null;
            }
            if (turn.owner != null && turn.owner.keeps(turn)) {
                continue;
            }
            take(turn);
            wakeJoining();
        }
        if (fault != null) {
            throw new IllegalStateException("The simulation itself failed at " + now(), fault);
        }
        now = Math.max(now, last);
    }

    private void take(Turn turn) {
        current = turn;
        if (turn.thread == null) {
            turn.work.run();
        } else {
            if (turn.thread.getState() == Thread.State.NEW) {
                turn.thread.start();
            } else {
                turn.go.release();
            }
            carrier.await(baton);
        }
        current = null;
    }

    private void wakeJoining() {
        for (int i = joining.size() - 1; i >= 0; i--) {
            Turn turn = joining.get(i);
            if (turn.awaited != null && turn.awaited.isDone()) {
                turn.awaited = null;
                joining.remove(i);
                next.remove(turn);
                goOn(turn);
            }
        }
    }

    /// Ends the threads that still wait, each in its turn.
    void end() {
        isOver = true;
        while (!next.isEmpty()) {
            Turn turn = next.remove();
            if (turn.thread != null) {
                take(turn);
            }
        }
    }
}
