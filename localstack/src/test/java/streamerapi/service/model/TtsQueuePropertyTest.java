package streamerapi.service.model;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import streamerapi.service.Service;
import streamerapi.service.TestClock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that all calls to the TTS queue, one after another, are answered as the model says: every answer, the queue,
/// the history, the tip that plays, and all announcements (spec "TTS queue").
class TtsQueuePropertyTest {

    private final Service service = Service.shared();
    private final TestClock clock = service.clock();

    /// Which tip a step names, chosen when its turn comes.
    enum Target {
        FITTING,
        CLAIMED,
        WAITING,
        PLAYED,
        GONE,
        UNKNOWN
    }

    /// One step: the time goes on, then a call.
    record Step(Action action, Target target, int pick, Duration pause) {}

    @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
    void everyAnswerAndEverythingThatCanBeReadAgreesWithTheModel(@ForAll("sequences") List<Step> steps) {
        Run run = new Run(new QueueCaller(service.newAccount()));
        for (Action action : List.of(Action.TIP, Action.START, Action.FINISH, Action.REPLAY)) {
            run.carryOut(new Step(action, Target.FITTING, 0, Duration.ZERO));
        }
        for (Step step : steps) {
            clock.advance(step.pause());
            run.carryOut(step);
        }
    }

    @Provide
    Arbitrary<List<Step>> sequences() {
        Arbitrary<Action> actions = Arbitraries.frequency(
                Tuple.of(6, Action.TIP),
                Tuple.of(7, Action.START),
                Tuple.of(4, Action.FINISH),
                Tuple.of(2, Action.RELEASE),
                Tuple.of(2, Action.REMOVE),
                Tuple.of(4, Action.NEXT),
                Tuple.of(8, Action.REPLAY),
                Tuple.of(2, Action.SKIP),
                Tuple.of(1, Action.PAUSE),
                Tuple.of(2, Action.RESUME),
                Tuple.of(1, Action.CLEAR));
        Arbitrary<Target> targets = Arbitraries.frequency(
                Tuple.of(12, Target.FITTING),
                Tuple.of(2, Target.CLAIMED),
                Tuple.of(3, Target.WAITING),
                Tuple.of(2, Target.PLAYED),
                Tuple.of(2, Target.GONE),
                Tuple.of(1, Target.UNKNOWN));
        Arbitrary<Duration> pauses = Arbitraries.frequency(
                Tuple.of(12, Duration.ZERO), Tuple.of(2, Duration.ofSeconds(12)), Tuple.of(1, Duration.ofSeconds(31)));
        return Combinators.combine(actions, targets, Arbitraries.integers().between(0, 9), pauses)
                .as(Step::new)
                .list()
                .ofMinSize(10)
                .ofMaxSize(40);
    }

    /// One sequence, and the model beside it.
    private final class Run {
        private final QueueCaller caller;
        private final ModelQueue model = new ModelQueue();
        private final List<QueueOperation> done = new ArrayList<>();
        private final List<String> events = new ArrayList<>();

        private Run(QueueCaller caller) {
            this.caller = caller;
        }

        private void carryOut(Step step) {
            QueueOperation operation = new QueueOperation(step.action(), target(step));
            done.add(operation);
            Instant from = clock.instant();
            Reply reply = caller.perform(operation);
            Span when = new Span(from, clock.instant());
            List<String> announced = caller.events();
            String entered = entered(reply, announced);
            if (!entered.isEmpty()) {
                assertThat(model.waiting())
                        .allSatisfy(before -> assertThat(ModelQueue.isOlder(before, entered))
                                .as("%s waits behind %s", entered, before)
                                .isTrue());
            }

            assertThat(reply).as("answers to %s", done).isEqualTo(model.perform(operation, reply, entered, when));

            assertThat(announced).as("events of %s", done).isEqualTo(model.events());
            events.clear();
            events.addAll(announced);
            for (Action read : List.of(Action.READ_QUEUE, Action.READ_HISTORY, Action.READ_NOW)) {
                QueueOperation reading = new QueueOperation(read, "");
                Reply seen = caller.perform(reading);
                assertThat(seen).as("%s after %s", read, done).isEqualTo(model.perform(reading, seen, "", when));
            }
            checkStart(model.claimedAt());
        }

        /// The id of the tip that this call made; empty if it made none.
        private String entered(Reply reply, List<String> announced) {
            if (reply.status() == 201) {
                return reply.detail();
            }
            List<String> latest = announced.subList(Math.min(events.size(), announced.size()), announced.size());
            return latest.stream()
                    .filter(event -> event.startsWith("tip.created "))
                    .map(event -> event.substring("tip.created ".length()))
                    .findFirst()
                    .orElse("");
        }

        private void checkStart(@Nullable Span claimed) {
            String startedAt = caller.startedAt();
            if (claimed == null) {
                assertThat(startedAt).isNull();
            } else {
                assertThat(Instant.parse(String.valueOf(startedAt)))
                        .isBetween(claimed.from().minusMillis(1), claimed.to());
            }
        }

        private String target(Step step) {
            if (step.action() == Action.TIP) {
                return "Tip " + done.size();
            }
            if (!step.action().hasTarget()) {
                return "";
            }
            List<String> candidates = candidates(step);
            return candidates.isEmpty() ? "tip_1763693883123_unknown" : candidates.get(step.pick() % candidates.size());
        }

        private List<String> candidates(Step step) {
            return switch (step.target()) {
                case FITTING -> fitting(step.action());
                case CLAIMED -> claimed();
                case WAITING -> model.waiting();
                case PLAYED -> model.history();
                case GONE -> model.gone();
                case UNKNOWN -> List.of();
            };
        }

        /// The tips to which the action can be done, unless the queue is paused or a replay was made just now.
        private List<String> fitting(Action action) {
            return switch (action) {
                case FINISH, RELEASE -> claimed();
                case REPLAY -> model.history().stream().limit(1).toList();
                default -> model.waiting();
            };
        }

        private List<String> claimed() {
            String claimed = model.claimed();
            return claimed == null ? model.waiting() : List.of(claimed);
        }
    }
}
