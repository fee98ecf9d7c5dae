package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.log.LogContext;
import streamerapi.shared.queues.FurtherMessages;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/// A function behind an SQS queue. The messages of a batch are handled beside each other, so that none waits for a slow
/// one; those that failed are reported and come again, the others are done (`ReportBatchItemFailures`).
public abstract class QueueFunction extends LambdaFunction {

    private static final String GROUP = "MessageGroupId";
    private static final String SENT = "SentTimestamp";

    /// How long after the beginning of an invocation messages are begun with. One that waited in its lane for longer
    /// comes again, since it might not end within the function's minute, and with the function all others would fail.
    private static final Duration BEGINNING = Duration.ofSeconds(45);

    /// The lanes in which messages are handled now.
    private final Lanes lanes = new Lanes();

    protected QueueFunction(Environment environment) {
        super(environment);
    }

    /// Handles a message. An exception makes it come again, and after the last attempt go to the dead letters.
    protected abstract void handle(Message message);

    /// A message of the queue.
    ///
    /// @param group the message's, or null
    /// @param sent  when it was sent, or null if the event does not say
    public record Message(
            String id,
            String body,
            @Nullable String group,
            @Nullable Instant sent) {}

    /// A lane, whose messages are handled one after the other in this process.
    ///
    /// @param isOrdered whether their order matters: what comes after one that failed is then not handled, and comes
    /// again with it
    public record Lane(String name, boolean isOrdered) {}

    /// Adds to the line of a message that could not be handled what tells it from others.
    protected void describe(LogLine line, Message message) {}

    /// The lane of a message; null for one that is handled beside all others, as most are.
    protected @Nullable Lane lane(Message message) {
        return null;
    }

    /// The order of a lane's messages that came together.
    protected List<Message> ordered(List<Message> lane) {
        return lane;
    }

    /// The further messages of its queue, for a function whose messages can keep it waiting; null for any other.
    protected @Nullable FurtherMessages further() {
        return null;
    }

    /// Handles an event of a schedule, rather than of the queue. After an exception, the schedule tries again.
    protected void handleScheduled(Map<String, @Nullable Object> event) {
        throw new IllegalArgumentException("The event has no Records");
    }

    @Override
    protected final byte[] handle(Map<String, @Nullable Object> event) {
        if (!(event.get("Records") instanceof List<?> records)) {
            handleScheduled(event);
            return new byte[0];
        }
        List<Message> batch = new ArrayList<>();
        for (Object entry : records) {
            batch.add(message(Json.asObject(entry)));
        }
        Map<String, CompletableFuture<Boolean>> done;
        long began = Host.nanoTime();
        try (ExecutorService threads = Host.threads()) {
            done = begin(batch, threads, began);
            takeFurther(new ArrayList<>(done.values()), threads, began);
        }
        List<Map<String, String>> failures = done.entrySet().stream()
                .filter(entry -> !succeeded(entry.getValue()))
                .map(entry -> Map.of("itemIdentifier", entry.getKey()))
                .toList();
        return Json.write(Map.of("batchItemFailures", failures));
    }

    /// Has the messages handled, on threads whose log lines name the invocation too.
    ///
    /// @param began when the invocation did, as [Host#nanoTime] tells it
    /// @return whether each was handled, by their ids
    private Map<String, CompletableFuture<Boolean>> begin(List<Message> batch, ExecutorService threads, long began) {
        Map<String, Object> context = LogContext.fields();
        Map<String, CompletableFuture<Boolean>> results = new LinkedHashMap<>();
        Map<Lane, List<Message>> inLanes = new LinkedHashMap<>();
        for (Message message : batch) {
            CompletableFuture<Boolean> result = new CompletableFuture<>();
            results.put(message.id(), result);
            Lane lane = lane(message);
            if (lane == null) {
                threads.execute(() -> complete(result, () -> handled(message, context)));
            } else {
                inLanes.computeIfAbsent(lane, none -> new ArrayList<>()).add(message);
            }
        }
        inLanes.forEach((lane, messages) -> threads.execute(lanes.after(
                lane.name(),
                messages.size(),
                () -> handleEach(lane, inOrder(lane, messages), results, context, began))));
        return results;
    }

    /// The messages of a lane in their order. If one of them cannot be read, they stay in the order in which they came:
    /// that one fails when it is handled.
    private List<Message> inOrder(Lane lane, List<Message> messages) {
        try {
            return lane.isOrdered() ? ordered(messages) : messages;
        } catch (RuntimeException unreadable) {
            return messages;
        }
    }

    /// Handles a lane's messages one after the other; of those whose order matters, none after one that failed.
    private void handleEach(
            Lane lane,
            List<Message> messages,
            Map<String, CompletableFuture<Boolean>> results,
            Map<String, Object> context,
            long began) {
        boolean isWhole = true;
        for (Message message : messages) {
            boolean isWanted = isWhole || !lane.isOrdered();
            isWhole = complete(
                    Objects.requireNonNull(results.get(message.id())),
                    () -> isWanted && Host.nanoTime() - began < BEGINNING.toNanos() && handled(message, context));
            lanes.oneEnded(lane.name());
        }
    }

    /// Completes a result with what the work says; an error is passed on by the result alone.
    private static boolean complete(CompletableFuture<Boolean> result, BooleanSupplier work) {
        try {
            boolean isDone = work.getAsBoolean();
            result.complete(isDone);
            return isDone;
        } catch (Error error) {
            result.completeExceptionally(error);
            return false;
        }
    }

    private void takeFurther(List<Future<Boolean>> inHand, ExecutorService threads, long began) {
        FurtherMessages further = further();
        if (further != null) {
            further.takeBeside(
                    inHand,
                    lanes::longest,
                    received -> begin(
                            received.stream()
                                    .map(message ->
                                            new Message(message.id(), message.body(), message.group(), message.sent()))
                                    .toList(),
                            threads,
                            began));
        }
    }

    private boolean handled(Message message, Map<String, Object> context) {
        LogContext.set(context);
        try {
            handle(message);
            return true;
        } catch (RuntimeException fault) {
            LogLine line = LogLine.of("message").with("message_id", message.id());
            describe(line, message);
            line.write(fault);
            return false;
        }
    }

    /// An exception fails its message alone; an error, for example out of memory, fails the whole invocation.
    private static boolean succeeded(Future<Boolean> done) {
        try {
            return done.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Message message(Map<String, @Nullable Object> record) {
        Map<String, @Nullable Object> attributes = Json.asObject(record.getOrDefault("attributes", Map.of()));
        return new Message(
                Json.text(record, "messageId"),
                Json.text(record, "body"),
                (String) attributes.get(GROUP),
                attributes.get(SENT) instanceof String millis ? Instant.ofEpochMilli(Long.parseLong(millis)) : null);
    }
}
