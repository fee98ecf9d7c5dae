package streamerapi.simulation.year;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.service.TestInvocation;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.tasks.Host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// One process of a function: the object that handles its events, its threads and its chance. It runs while an event is
/// handled, is frozen between two, and can die at each of its calls. It is a copy of its function's snapshot: all were
/// made at one moment, with one chance.
final class LambdaProcess implements Turns.Owner, Host {

    /// When every process was made, long before it handles an event.
    private static final Instant SNAPSHOT = Instant.parse("2026-01-01T00:00:00Z");

    private final Turns turns;
    private final FunctionSettings settings;
    private final int number;
    private final Random chance;
    private final Outside network;
    private final Duration skew;
    private final List<Turns.Turn> frozen = new ArrayList<>();
    private final RequestStreamHandler handler;
    private @Nullable Random atSnapshot;
    private boolean isDead;
    private boolean isBusy;

    /// @param variables what the function reads
    /// @param skew how far its clock is off
    LambdaProcess(
            Turns turns,
            FunctionSettings settings,
            int number,
            Map<String, String> variables,
            Outside network,
            Duration skew) {
        this.turns = turns;
        this.settings = settings;
        this.number = number;
        this.chance = new Random(turns.random().nextLong());
        this.network = network;
        this.skew = skew;
        this.atSnapshot = new Random(settings.id().hashCode());
        Environment environment = new Environment(variables, this::now, this::aws);
        this.handler = ScopedValue.where(Host.SIMULATED, this).call(() -> made(settings, environment));
        this.atSnapshot = null;
    }

    private static RequestStreamHandler made(FunctionSettings settings, Environment environment) {
        try {
            return Class.forName(settings.handlerClass())
                    .asSubclass(RequestStreamHandler.class)
                    .getConstructor(Environment.class)
                    .newInstance(environment);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(settings.id(), e);
        }
    }

    private Instant now() {
        return atSnapshot == null ? turns.now().plus(skew) : SNAPSHOT;
    }

    /// Handles an event, on the thread that calls this.
    byte[] handle(byte[] event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        TestInvocation context = new TestInvocation(settings.name());
        try {
            ScopedValue.where(Host.SIMULATED, this).call(() -> {
                handler.handleRequest(new ByteArrayInputStream(event), answer, context);
                return context;
            });
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        return answer.toByteArray();
    }

    String name() {
        return settings.id() + "/" + number;
    }

    String function() {
        return settings.id();
    }

    /// Its way to AWS.
    SimulatedAws aws() {
        return new SimulatedAws(this, network);
    }

    /// Whether it works on the table that was restored, and not on the stack's own.
    boolean isOnRestored() {
        return settings == Wiring.ADOPTING_FUNCTIONS.get(settings.id());
    }

    Turns turns() {
        return turns;
    }

    boolean isBusy() {
        return isBusy;
    }

    /// Begins to run, with the threads that an event before left behind.
    void thaw() {
        isBusy = true;
        frozen.forEach(turns::goOn);
        frozen.clear();
    }

    void freeze() {
        isBusy = false;
    }

    /// Ends at once: none of its threads takes another turn.
    void die() {
        isDead = true;
        frozen.forEach(turns::goOn);
        frozen.clear();
    }

    @Override
    public boolean isDead() {
        return isDead;
    }

    @Override
    public boolean keeps(Turns.Turn turn) {
        if (isBusy || isDead) {
            return false;
        }
        frozen.add(turn);
        return true;
    }

    @Override
    public Thread startThread(Runnable work) {
        return turns.start(this, () -> ScopedValue.where(Host.SIMULATED, this).run(work));
    }

    @Override
    public ExecutorService newThreads(int most) {
        return new Threads(most);
    }

    @Override
    public void awaitDone(Future<?> work, Duration limit) {
        turns.join(work, limit);
    }

    @Override
    public void pause(Duration time) {
        turns.sleep(time);
    }

    @Override
    public long nanoseconds() {
        return turns.nanos();
    }

    /// The chance of this process, and while it is made that of all processes of its function. A class that draws while
    /// it is initialised gets another one, because that happens in the first seed alone.
    @Override
    public Random chance() {
        boolean isOnce = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
        return isOnce ? new Random(0) : Objects.requireNonNullElse(atSnapshot, chance);
    }

    @Override
    public <B> B offline(B client) {
        return network.offline(client, this);
    }

    /// Threads of the process that come from a pool.
    private final class Threads extends AbstractExecutorService {

        private final int most;
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private final List<CompletableFuture<@Nullable Void>> started = new ArrayList<>();
        private int running;
        private boolean isShut;

        Threads(int most) {
            this.most = most;
        }

        @Override
        public void execute(Runnable work) {
            CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
            started.add(done);
            waiting.add(() -> {
                try {
                    work.run();
                } finally {
                    running--;
                    done.complete(null);
                    startNext();
                }
            });
            startNext();
        }

        private void startNext() {
            while (running < most && !waiting.isEmpty()) {
                running++;
                startThread(waiting.remove());
            }
        }

        @Override
        public void close() {
            isShut = true;
            for (int i = 0; i < started.size(); i++) {
                awaitDone(started.get(i), Duration.ofDays(1));
            }
        }

        @Override
        public void shutdown() {
            isShut = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            isShut = true;
            return Collections.emptyList();
        }

        @Override
        public boolean isShutdown() {
            return isShut;
        }

        @Override
        public boolean isTerminated() {
            return isShut && running == 0;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            close();
            return true;
        }
    }
}
