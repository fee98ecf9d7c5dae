package streamerapi.shared.queues;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.queues.SqsQueue.Message;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntSupplier;

/// The further messages of the queue that invokes a function, which the function takes itself while a message that it
/// was invoked with keeps it waiting.
///
/// Lambda runs so many copies of a function and no more, and each is held until the last message of its batch is done.
/// If each held one message of a receiver that hangs, nothing else would be taken from the queue meanwhile.
public final class FurtherMessages {

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");

    /// How long a batch takes that nothing holds up.
    private static final Duration USUAL = Duration.ofSeconds(1);

    /// How long messages are taken: what is taken last can wait 10 seconds for a receiver, within a function's minute.
    private static final Duration TAKING = Duration.ofSeconds(40);

    /// How long the messages of a lane, which are handled one after the other, are counted on to take at most: those
    /// that are taken last have begun by then, and end within a function's minute.
    private static final Duration LANES = Duration.ofSeconds(45);

    /// How long one message of a lane is taken to last.
    private static final Duration IN_LANE = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int MAX_IN_HAND = 50;
    private static final int MAX_AT_A_TIME = 10;
    private static final int WAIT_SECONDS = 1;

    private final SqsQueue queue;

    public FurtherMessages(SqsQueue queue) {
        this.queue = queue;
    }

    /// Takes messages and has them handled until nothing is in hand, or for 40 seconds. A message is deleted when it
    /// has been handled; one that was not comes again, as any other does.
    ///
    /// @param inHand  what the invocation waits for; messages that are taken come to it
    /// @param inLane  how many of them wait for each other in the longest lane. If it could not end in time, none are
    ///                taken
    /// @param handler begins with messages, and tells by their ids whether each was handled
    public void takeBeside(
            List<Future<Boolean>> inHand,
            IntSupplier inLane,
            Function<List<Message>, Map<String, CompletableFuture<Boolean>>> handler) {
        long began = Host.nanoTime();
        try {
            awaitUsual(inHand, began);
            while (isWaiting(inHand) && isWithin(began, TAKING)) {
                if (inHand.stream().filter(message -> !message.isDone()).count() >= MAX_IN_HAND
                        || !isWithin(began, LANES.minus(IN_LANE.multipliedBy(inLane.getAsInt())))) {
                    Host.sleep(PAUSE);
                } else {
                    List<Message> received = queue.receive(MAX_AT_A_TIME, WAIT_SECONDS);
                    Map<String, CompletableFuture<Boolean>> results = handler.apply(received);
                    received.forEach(message -> inHand.add(Objects.requireNonNull(results.get(message.id()))
                            .thenApply(isHandled -> deleted(message, isHandled))));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ServiceUnreachable failed) {
            LOG.warn("No further messages are taken: {}", failed.getMessage());
        }
    }

    private static void awaitUsual(List<Future<Boolean>> inHand, long began) throws InterruptedException {
        for (Future<Boolean> message : inHand) {
            try {
                Host.get(message, USUAL.minusNanos(Host.nanoTime() - began));
            } catch (TimeoutException late) {
                return;
            } catch (ExecutionException failed) {
                // It waits for nothing any more; who asked for it is told.
            }
        }
    }

    private boolean deleted(Message message, boolean isHandled) {
        if (isHandled) {
            queue.delete(message);
        }
        return isHandled;
    }

    private static boolean isWaiting(List<Future<Boolean>> inHand) {
        return inHand.stream().anyMatch(message -> !message.isDone());
    }

    private static boolean isWithin(long began, Duration time) {
        return Host.nanoTime() - began < time.toNanos();
    }
}
