package streamerapi.simulation.money;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Brings a payment to rest: the processor does as it is asked and answers, it tells all that it has to tell until the
/// service takes it, the queue delivers, and the schedules run.
final class Drain {

    private static final int MAX_ROUNDS = 60;

    private final PaymentWorld world;

    Drain(PaymentWorld world) {
        this.world = world;
    }

    /// Brings it to rest.
    ///
    /// @return whether it came to rest
    boolean run() {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            tell();
            deliver();
            if (isAtRest()) {
                return true;
            }
            if (world.queue().messages().isEmpty() && !world.books().effects().isEmpty()) {
                world.take(Step.of(Step.Act.SWEEP));
                if (world.queue().visible().isEmpty()) {
                    world.clock().advance(Duration.ofMinutes(20));
                }
            } else {
                world.take(Step.of(Step.Act.WAIT));
            }
        }
        return false;
    }

    private void tell() {
        List<ProcessorNotice> notices = world.processor().truth().notices();
        IntStream.range(0, notices.size())
                .filter(index -> !notices.get(index).isTold())
                .forEach(index -> world.take(Step.of(Step.Act.TELL).at(index)));
    }

    private void deliver() {
        for (int left = world.queue().visible().size(); left > 0; left--) {
            world.take(Step.of(Step.Act.DELIVER));
        }
    }

    private boolean isAtRest() {
        return world.queue().messages().isEmpty()
                && world.books().effects().isEmpty()
                && world.processor().truth().notices().stream().allMatch(ProcessorNotice::isTold);
    }
}
