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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/// A function behind an SQS queue. The messages of a batch are handled beside each other, so that none waits for a slow
/// one; those that failed are reported and come again, the others are done (`ReportBatchItemFailures`).
public abstract class QueueFunction extends LambdaFunction {

    /// A message that asks for nothing: it has the function started, or kept.
    public static final String WAKE_UP = "{\"wake_up\":true}";

    protected QueueFunction(Environment environment) {
        super(environment);
    }

    /// Handles one message's body. What it throws makes the message come again, and in the end go to the dead letters.
    protected abstract void handle(String message);

    /// The further messages of its queue, for a function whose messages can keep it waiting; null for any other.
    protected @Nullable FurtherMessages further() {
        return null;
    }

    /// Handles an event that is none of the queue's: a schedule's. What it throws is tried again by the schedule.
    protected void handleScheduled(Map<String, @Nullable Object> event) {
        throw new IllegalArgumentException("The event has no Records");
    }

    @Override
    protected final byte[] handle(Map<String, @Nullable Object> event) {
        if (!(event.get("Records") instanceof List<?> records)) {
            handleScheduled(event);
            return new byte[0];
        }
        Map<String, Future<Boolean>> done = new LinkedHashMap<>();
        try (ExecutorService threads = Host.threads()) {
            for (Object entry : records) {
                Map<String, @Nullable Object> message = Json.asObject(entry);
                done.put(messageId(message), threads.submit(task(message)));
            }
            takeFurther(new ArrayList<>(done.values()), threads);
        }
        List<Map<String, String>> failures = done.entrySet().stream()
                .filter(entry -> !succeeded(entry.getValue()))
                .map(entry -> Map.of("itemIdentifier", entry.getKey()))
                .toList();
        return Json.write(Map.of("batchItemFailures", failures));
    }

    private void takeFurther(List<Future<Boolean>> inHand, ExecutorService threads) {
        FurtherMessages further = further();
        if (further != null) {
            Map<String, Object> context = LogContext.fields();
            further.takeBeside(inHand, threads, (id, body) -> handled(id, body, context));
        }
    }

    /// One message, on a thread whose log lines name the invocation too.
    private Callable<Boolean> task(Map<String, @Nullable Object> message) {
        Map<String, Object> context = LogContext.fields();
        return () -> handled(messageId(message), (String) Objects.requireNonNull(message.get("body")), context);
    }

    private boolean handled(String messageId, String body, Map<String, Object> context) {
        LogContext.set(context);
        try {
            if (!body.equals(WAKE_UP)) {
                handle(body);
            }
            return true;
        } catch (RuntimeException fault) {
            WideLine.of("message").with("message_id", messageId).write(fault);
            return false;
        }
    }

    /// A message's own exceptions are its failure; an error, out of memory for one, is the whole invocation's.
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

    private static String messageId(Map<String, @Nullable Object> message) {
        return (String) Objects.requireNonNull(message.get("messageId"));
    }
}
