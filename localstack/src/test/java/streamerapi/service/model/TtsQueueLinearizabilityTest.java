package streamerapi.service.model;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import streamerapi.service.Service;
import streamerapi.service.TestClock;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// Calls at once take effect as if one came after another: there is an order of them, true to their times, in which
/// the model gives every answer that the service gave, and ends as the service ended.
class TtsQueueLinearizabilityTest {

    private static final int CALLERS = 4;
    private static final int CALLS_EACH = 4;

    private final Service service = Service.shared();
    private final TestClock clock = service.clock();

    /// A call, and which tip it names: one of those that were there before, or the caller's own last one.
    record Step(Action action, int pick) {}

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void anOrderOfTheCallsExplainsEveryAnswer(
            @ForAll("steps") List<Step> before, @ForAll("callers") List<List<Step>> callers) throws Exception {
        Round round = new Round(new QueueCaller(service.newAccount()));
        round.prepare(before);

        List<TimedCall> calls = round.atOnce(callers);

        String queue =
                round.caller.perform(new QueueOperation(Action.READ_QUEUE, "")).detail();
        String history = round.caller
                .perform(new QueueOperation(Action.READ_HISTORY, ""))
                .detail();
        List<String> events = round.caller.events().stream().sorted().toList();
        List<TimedCall> order = Linearization.find(
                round.model,
                calls,
                model -> queue.equals(read(model, Action.READ_QUEUE))
                        && history.equals(read(model, Action.READ_HISTORY))
                        && events.equals(model.events().stream().sorted().toList()));
        assertThat(order)
                .as(
                        "from %s to %s %s %s no order explains%n%s",
                        round.model.state(), queue, history, events, lines(calls))
                .isNotNull();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return step().list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<List<Step>>> callers() {
        return step().list().ofSize(CALLS_EACH).list().ofSize(CALLERS);
    }

    private static Arbitrary<Step> step() {
        Arbitrary<Action> actions = Arbitraries.frequency(
                Tuple.of(2, Action.TIP),
                Tuple.of(6, Action.START),
                Tuple.of(4, Action.FINISH),
                Tuple.of(3, Action.RELEASE),
                Tuple.of(4, Action.REMOVE),
                Tuple.of(4, Action.NEXT),
                Tuple.of(2, Action.REPLAY),
                Tuple.of(2, Action.SKIP),
                Tuple.of(2, Action.PAUSE),
                Tuple.of(2, Action.RESUME),
                Tuple.of(3, Action.CLEAR),
                Tuple.of(2, Action.READ_QUEUE),
                Tuple.of(1, Action.READ_HISTORY),
                Tuple.of(2, Action.READ_NOW));
        return Combinators.combine(actions, Arbitraries.integers().between(0, 3))
                .as(Step::new);
    }

    private static String read(ModelQueue model, Action action) {
        Span never = new Span(Instant.EPOCH, Instant.EPOCH);
        return model.perform(new QueueOperation(action, ""), Reply.ok(""), "", never)
                .detail();
    }

    private static String lines(List<TimedCall> calls) {
        return calls.stream()
                .sorted((a, b) -> Long.compare(a.invoked(), b.invoked()))
                .map(TimedCall::toString)
                .collect(Collectors.joining("\n"));
    }

    /// One account, what the model says of it before the calls at once, and those calls.
    private final class Round {
        private final QueueCaller caller;
        private final ModelQueue model = new ModelQueue();
        private final List<String> tips = new ArrayList<>();
        private final Map<String, String> names = new HashMap<>();

        private Round(QueueCaller caller) {
            this.caller = caller;
        }

        /// Three tips, and what one caller does to them.
        private void prepare(List<Step> before) {
            for (int i = 0; i < 3; i++) {
                tips.add(take(call("First " + i, new Step(Action.TIP, 0), "")).entered());
            }
            for (Step step : before) {
                if (step.action() != Action.REPLAY) {
                    take(call("Second " + tips.size(), step, tips.getFirst()));
                }
            }
        }

        private TimedCall take(TimedCall call) {
            assertThat(call.reply())
                    .isEqualTo(model.perform(call.operation(), call.reply(), call.entered(), call.when()));
            return call;
        }

        private List<TimedCall> atOnce(List<List<Step>> callers) throws Exception {
            CyclicBarrier together = new CyclicBarrier(callers.size());
            List<TimedCall> calls = new ArrayList<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(callers.size())) {
                List<Callable<List<TimedCall>>> work = new ArrayList<>();
                for (int i = 0; i < callers.size(); i++) {
                    String name = "Caller " + i;
                    List<Step> steps = callers.get(i);
                    work.add(() -> {
                        together.await();
                        return inTurn(name, steps);
                    });
                }
                for (Future<List<TimedCall>> done : threads.invokeAll(work)) {
                    calls.addAll(done.get());
                }
            }
            return calls.stream().map(this::withReplay).toList();
        }

        private List<TimedCall> inTurn(String name, List<Step> steps) {
            List<TimedCall> calls = new ArrayList<>();
            String own = tips.getLast();
            for (Step step : steps) {
                TimedCall call = call(name + " tip " + calls.size(), step, own);
                calls.add(call);
                own = call.reply().status() == 201 ? call.reply().detail() : own;
            }
            return calls;
        }

        private TimedCall call(String name, Step step, String own) {
            String target = step.pick() < tips.size() ? tips.get(step.pick()) : own;
            String named = step.action() == Action.TIP ? name : step.action().hasTarget() ? target : "";
            QueueOperation operation = new QueueOperation(step.action(), named);
            long invoked = System.nanoTime();
            Instant from = clock.instant();
            Reply reply = caller.perform(operation);
            Span when = new Span(from, clock.instant());
            String entered = reply.status() == 201 ? reply.detail() : "";
            if (!entered.isEmpty()) {
                synchronized (names) {
                    names.put(entered, name);
                }
            }
            return new TimedCall(operation, reply, entered, invoked, System.nanoTime(), when);
        }

        /// The call, with the id of the replay that it made.
        private TimedCall withReplay(TimedCall call) {
            if (call.operation().action() != Action.REPLAY || !call.reply().isDone()) {
                return call;
            }
            String replay =
                    caller.replayNamed(String.valueOf(names.get(call.operation().orderId())));
            return new TimedCall(call.operation(), call.reply(), replay, call.invoked(), call.returned(), call.when());
        }
    }
}
