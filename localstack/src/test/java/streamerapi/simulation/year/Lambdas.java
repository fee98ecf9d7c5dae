package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.shared.tasks.Host;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The functions of the template and their processes. Ten invocations run at a time in the whole account.
final class Lambdas {

    /// The keys that secrets are sealed with.
    static final String SECRETS_KEY = "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    private static final int CONCURRENCY = 10;
    private static final int MOST_PROCESSES = 4;

    private final World world;
    private final Map<String, FunctionSettings> functions;
    private final Map<String, List<LambdaProcess>> processes = new LinkedHashMap<>();
    private final Map<LambdaProcess, Invocation> running = new LinkedHashMap<>();
    private final Outside network;
    private final List<String> failed = new ArrayList<>();
    private int made;

    Lambdas(World world, Map<String, FunctionSettings> functions) {
        this.world = world;
        this.functions = new HashMap<>(functions);
        this.network = new Outside(world);
    }

    /// The calls of all processes.
    Outside network() {
        return network;
    }

    /// Invocations that failed, and answers that tell of a fault.
    List<String> failed() {
        return failed;
    }

    /// What comes of an invocation.
    interface Outcome {

        /// @param answer what the function answered; null if it did not: it threw, timed out, was killed or not run
        void come(byte @Nullable [] answer);
    }

    private static final class Invocation {

        private final Outcome outcome;
        private boolean isOver;

        Invocation(Outcome outcome) {
            this.outcome = outcome;
        }

        void end(byte @Nullable [] answer) {
            if (!isOver) {
                isOver = true;
                outcome.come(answer);
            }
        }
    }

    /// Has a function handle an event, and tells what comes of it.
    void invoke(String function, byte[] event, Outcome outcome) {
        if (running.size() >= CONCURRENCY) {
            world.story().tell(function + " is throttled: ten invocations run");
            world.story().reached("ten invocations run");
            outcome.come(null);
            return;
        }
        world.meter().invocation();
        LambdaProcess process = process(function);
        Invocation invocation = new Invocation(outcome);
        running.put(process, invocation);
        process.thaw();
        world.story().noteFields(process.name() + " begins", event);
        world.turns().start(process, () -> run(process, invocation, event));
        Duration timeout = Objects.requireNonNull(functions.get(function)).timeout();
        world.turns().after(timeout, () -> {
            if (running.get(process) == invocation) {
                world.story().tell(process.name() + " times out");
                world.story().reached("an invocation times out");
                failed.add(process.name() + " times out");
                kill(process);
            }
        });
    }

    private void run(LambdaProcess process, Invocation invocation, byte[] event) {
        byte @Nullable [] answer = null;
        try {
            answer = process.handle(event);
            world.story().noteFields(process.name() + " answers", answer);
        } catch (IOException | RuntimeException e) {
            world.story().tell(process.name() + " fails: " + e);
            failed.add(process.name() + ": " + e);
        }
        running.remove(process);
        process.freeze();
        invocation.end(answer);
    }

    /// Ends a process at one of its calls, if it is its turn to be killed.
    ///
    /// @param when as the story tells it
    void mayDie(LambdaProcess process, String when) {
        if (world.luck().kills()) {
            world.story().tell(process.name() + " is killed " + when);
            kill(process);
            throw new Turns.Ended();
        }
    }

    /// Ends a process in the middle of its work.
    private void kill(LambdaProcess process) {
        process.die();
        processes.getOrDefault(process.function(), new ArrayList<>()).remove(process);
        Invocation invocation = running.remove(process);
        if (invocation != null) {
            world.turns().after(Duration.ofMillis(1), () -> invocation.end(null));
        }
    }

    /// Leads a function to another version of it. A process of the one before ends what it is at, and gets no more.
    void update(FunctionSettings version) {
        functions.put(version.id(), version);
        List<LambdaProcess> before = processes.remove(version.id());
        if (before != null) {
            before.stream().filter(process -> !process.isBusy()).forEach(LambdaProcess::die);
        }
    }

    /// Whether a process is at work that is not of the present version of its function.
    boolean isUpdating() {
        return running.keySet().stream()
                .anyMatch(process ->
                        !processes.getOrDefault(process.function(), List.of()).contains(process));
    }

    /// Kills every process, as at the end of the world.
    void killAll() {
        new ArrayList<>(processes.values()).forEach(all -> new ArrayList<>(all).forEach(LambdaProcess::die));
        running.keySet().forEach(LambdaProcess::die);
    }

    /// Does work that takes no turns with the chance of a process.
    <T> T as(String function, ScopedValue.CallableOp<T, RuntimeException> work) {
        return ScopedValue.where(Host.SIMULATED, process(function)).call(work);
    }

    private LambdaProcess process(String function) {
        List<LambdaProcess> all = processes.computeIfAbsent(function, name -> new ArrayList<>());
        List<LambdaProcess> idle =
                all.stream().filter(process -> !process.isBusy()).toList();
        boolean fresh =
                idle.isEmpty() || (all.size() < MOST_PROCESSES && world.luck().strikesOneIn(20));
        if (!fresh) {
            return idle.get(world.luck().number(idle.size()));
        }
        FunctionSettings settings = Objects.requireNonNull(functions.get(function), function);
        Map<String, String> variables = new HashMap<>(settings.variables());
        variables.put("AWS_REGION", "us-east-1");
        variables.put("SECRETS_KEY", SECRETS_KEY);
        variables.put("AWS_ACCESS_KEY_ID", "simulated");
        variables.put("AWS_SECRET_ACCESS_KEY", "simulated");
        variables.put("CARD_CONNECTOR_URL", "https://card.example/effects");
        variables.put("WALLET_CONNECTOR_URL", "https://wallet.example/effects");
        if (world.isSilent()) {
            variables.put("SPEECH_ENGINE", "none");
        }
        variables.put("ALPHA_CONNECTOR_URL", "https://platform.example/effects");
        Duration skew = Duration.ofMillis(world.luck().number(1_000) - 500L);
        LambdaProcess process = new LambdaProcess(world.turns(), settings, made++, variables, network, skew);
        all.add(process);
        return process;
    }
}
