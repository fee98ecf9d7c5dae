package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.log.LogContext;
import streamerapi.shared.queues.FurtherMessages;
import streamerapi.shared.tasks.Host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/// A function behind an SQS queue. The messages of a batch are handled beside each other, so that none waits for a slow
/// one; those that failed are reported and come again, the others are done (`ReportBatchItemFailures`).
public abstract class QueueFunction extends LambdaFunction {

    private static final String GROUP = "MessageGroupId";

    /// The ends of the lanes in which messages are handled now.
    private final Map<String, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();

    protected QueueFunction(Environment environment) {
        super(environment);
    }

    /// Handles one message's body. An exception makes the message come again, and after the last attempt go to the dead
    /// letters.
    protected abstract void handle(String message);

    /// A message of the queue.
    ///
    /// @param group the message's, or null
    public record Queued(String id, String body, @Nullable String group) {}

    /// A lane, whose messages are handled one after the other in this process.
    ///
    /// @param isOrdered whether their order matters: what comes after one that failed is then not handled, and comes
    /// again with it
    public record Lane(String name, boolean isOrdered) {}

    /// The lane of a message; null for one that is handled beside all others, as most are.
    protected @Nullable Lane lane(Queued message) {
        return null;
    }

    /// The order of a lane's messages that came together.
    protected List<Queued> ordered(List<Queued> lane) {
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
        List<Queued> batch = new ArrayList<>();
        for (Object entry : records) {
            batch.add(queued(Json.asObject(entry)));
        }
        Map<String, CompletableFuture<Boolean>> done;
        try (ExecutorService threads = Host.threads()) {
            done = begin(batch, threads);
            takeFurther(new ArrayList<>(done.values()), threads);
        }
        List<Map<String, String>> failures = done.entrySet().stream()
                .filter(entry -> !succeeded(entry.getValue()))
                .map(entry -> Map.of("itemIdentifier", entry.getKey()))
                .toList();
        return Json.write(Map.of("batchItemFailures", failures));
    }

    /// Has the messages handled, on threads whose log lines name the invocation too.
    ///
    /// @return whether each was handled, by their ids
    private Map<String, CompletableFuture<Boolean>> begin(List<Queued> batch, ExecutorService threads) {
        Map<String, Object> context = LogContext.fields();
        Map<String, CompletableFuture<Boolean>> results = new LinkedHashMap<>();
        Map<Lane, List<Queued>> lanes = new LinkedHashMap<>();
        for (Queued message : batch) {
            results.put(message.id(), new CompletableFuture<>());
            Lane lane = lane(message);
            if (lane == null) {
                threads.execute(() -> handleEach(List.of(message), false, results, context));
            } else {
                lanes.computeIfAbsent(lane, none -> new ArrayList<>()).add(message);
            }
        }
        lanes.forEach((lane, messages) -> {
            CompletableFuture<Void> end = new CompletableFuture<>();
            CompletableFuture<Void> before = ends.put(lane.name(), end);
            threads.execute(() -> {
                if (before != null) {
                    Host.beforeJoining(before);
                    before.join();
                }
                handleEach(lane.isOrdered() ? ordered(messages) : messages, lane.isOrdered(), results, context);
                ends.remove(lane.name(), end);
                end.complete(null);
            });
        });
        return results;
    }

    /// Handles messages one after the other; of those whose order matters, none after one that failed.
    private void handleEach(
            List<Queued> messages,
            boolean isOrdered,
            Map<String, CompletableFuture<Boolean>> results,
            Map<String, Object> context) {
        boolean isWhole = true;
        for (Queued message : messages) {
            CompletableFuture<Boolean> result = Objects.requireNonNull(results.get(message.id()));
            try {
                isWhole = (isWhole || !isOrdered) && handled(message.id(), message.body(), context);
                result.complete(isWhole);
            } catch (Error error) {
                isWhole = false;
                result.completeExceptionally(error);
            }
        }
    }

    private void takeFurther(List<Future<Boolean>> inHand, ExecutorService threads) {
        FurtherMessages further = further();
        if (further != null) {
            further.takeBeside(
                    inHand,
                    received -> begin(
                            received.stream()
                                    .map(message -> new Queued(message.id(), message.body(), message.group()))
                                    .toList(),
                            threads));
        }
    }

    private boolean handled(String messageId, String body, Map<String, Object> context) {
        LogContext.set(context);
        try {
            handle(body);
            return true;
        } catch (RuntimeException fault) {
            LogLine.of("message").with("message_id", messageId).write(fault);
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

    private static Queued queued(Map<String, @Nullable Object> message) {
        Object attributes = message.get("attributes");
        return new Queued(
                (String) Objects.requireNonNull(message.get("messageId")),
                (String) Objects.requireNonNull(message.get("body")),
                attributes == null ? null : (String) Json.asObject(attributes).get(GROUP));
    }
}
