package streamerapi.service.crash;

import streamerapi.localstack.functions.Invocation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// The death of one invocation, just before or just after one of its calls to AWS.
///
/// The process is gone from then on: whatever thread of it asks for another call dies too.
final class Crash implements CallInterceptor.Watcher {

    /// On which side of the call.
    enum Side {
        BEFORE,
        AFTER
    }

    private final int at;
    private final Side side;
    private final Predicate<String> counted;
    private final List<String> calls = new ArrayList<>();
    private final CompletableFuture<Invocation> ended = new CompletableFuture<>();
    private int count;
    private boolean dead;

    /// @param at the number of the call, 1 for the first
    /// @param counted which operations are counted
    Crash(int at, Side side, Predicate<String> counted) {
        this.at = at;
        this.side = side;
        this.counted = counted;
    }

    /// The crash of an invocation that lives: it counts the calls.
    ///
    /// @param counted which operations are counted
    static Crash none(Predicate<String> counted) {
        return new Crash(Integer.MAX_VALUE, Side.AFTER, counted);
    }

    /// The end of an invocation. No code of the service catches errors.
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("The invocation dies here", null, false, false);
        }
    }

    @Override
    public synchronized int before(String operation) {
        live();
        calls.add(operation);
        if (!counted.test(operation)) {
            return 0;
        }
        count++;
        if (side == Side.BEFORE && count == at) {
            die();
        }
        return count;
    }

    @Override
    public synchronized void after(int number) {
        live();
        if (side == Side.AFTER && number == at) {
            die();
        }
    }

    /// Whether the invocation got as far as the call, and died.
    synchronized boolean happened() {
        return dead;
    }

    /// How many of the counted calls were begun.
    synchronized int count() {
        return count;
    }

    /// The calls that were begun, in their order.
    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    /// The invocation's last moment: what died has no answer.
    void end(Invocation invocation) {
        ended.complete(invocation);
        synchronized (this) {
            live();
        }
    }

    /// Waits for the invocation to end; tells its event.
    String awaitEnd() {
        Invocation invocation = ended.orTimeout(60, TimeUnit.SECONDS).join();
        return new String(invocation.payload(), StandardCharsets.UTF_8);
    }

    @Override
    public synchronized String toString() {
        return side + " counted call " + at + " of " + calls;
    }

    private void live() {
        if (dead) {
            throw new Death();
        }
    }

    private void die() {
        dead = true;
        throw new Death();
    }
}
