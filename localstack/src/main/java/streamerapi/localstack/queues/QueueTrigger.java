package streamerapi.localstack.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.functions.Failures;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.functions.Lineage;
import streamerapi.localstack.functions.Pausable;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/// Hands the messages of one queue to its function, in batches, several at a time.
///
/// Messages that the function has handled are deleted. Failed messages stay: the queue makes them visible again after
/// its timeout, and moves them to the dead-letter queue once they have been received too often, as in AWS.
final class QueueTrigger implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(QueueTrigger.class.getName());

    /// Short, so that a pause is; a message that arrives ends the wait at once.
    private static final int WAIT_SECONDS = 1;

    private final QueueTriggerSettings settings;
    private final String url;
    private final Optional<String> deadLetters;
    private final AwsOperations sqs;
    private final Functions functions;
    private final Pausable gate = new Pausable();
    private final Semaphore free;
    private final AtomicInteger batches = new AtomicInteger();
    private final Thread poller;

    QueueTrigger(
            QueueTriggerSettings settings,
            String url,
            Optional<String> deadLetters,
            AwsOperations sqs,
            Functions functions) {
        this.deadLetters = deadLetters;
        this.settings = settings;
        this.url = url;
        this.sqs = sqs;
        this.functions = functions;
        this.free = new Semaphore(settings.concurrency());
        this.poller = Thread.ofVirtual().name("queue-" + settings.queue()).unstarted(this::poll);
    }

    void start() {
        poller.start();
    }

    /// Whether batches are being handled.
    boolean isWorking() {
        return batches.get() > 0;
    }

    Pausable gate() {
        return gate;
    }

    private void poll() {
        try {
            while (true) {
                free.acquire();
                gate.begin();
                List<SqsMessage> messages = receive();
                if (messages.isEmpty()) {
                    gate.end();
                    free.release();
                } else {
                    batches.incrementAndGet();
                    Thread.startVirtualThread(() -> {
                        try {
                            handOn(messages);
                        } finally {
                            batches.decrementAndGet();
                            gate.end();
                            free.release();
                        }
                    });
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<SqsMessage> receive() throws InterruptedException {
        try {
            Map<String, @Nullable Object> answer = sqs.call(
                    "ReceiveMessage",
                    Map.of(
                            "QueueUrl", url,
                            "MaxNumberOfMessages", settings.batchSize(),
                            "WaitTimeSeconds", WAIT_SECONDS,
                            "MessageSystemAttributeNames", List.of("All"),
                            "MessageAttributeNames", List.of("All")));
            return answer.get("Messages") instanceof List<?> messages
                    ? messages.stream().map(SqsMessage::of).toList()
                    : List.of();
        } catch (ServiceUnreachable e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", new Object[] {settings.queue(), e.getMessage()});
            Thread.sleep(WAIT_SECONDS * 1000L);
            return List.of();
        }
    }

    private void handOn(List<SqsMessage> received) {
        List<SqsMessage> messages = withoutLoops(received);
        if (messages.isEmpty()) {
            return;
        }
        Set<String> ids = messages.stream().map(SqsMessage::id).collect(Collectors.toSet());
        Lineage cause = messages.stream().map(SqsMessage::lineage).reduce(Lineage.NONE, Lineage::and);
        try {
            byte[] response = functions.invoke(settings.function(), event(messages), cause);
            var failed = settings.reportsFailures()
                    ? Failures.of(response, ids).map(HashSet::new).orElse(new HashSet<>(ids))
                    : new HashSet<String>();
            delete(messages.stream()
                    .filter(message -> !failed.contains(message.id()))
                    .toList());
        } catch (FunctionError | ServiceUnreachable e) {
            LOG.log(Level.FINE, "A batch of " + settings.queue() + " comes again", e);
        }
    }

    /// Lambda's event for messages of the queue.
    private byte[] event(List<SqsMessage> messages) {
        Map<String, String> origin =
                Map.of("eventSource", "aws:sqs", "eventSourceARN", settings.queueArn(), "awsRegion", Engines.REGION);
        return Json.write(Map.of(
                "Records",
                messages.stream().map(message -> message.handedOn(origin)).toList()));
    }

    /// The messages without those whose chain Lambda takes for a loop: it ends them, and puts them with the queue's
    /// dead letters.
    private List<SqsMessage> withoutLoops(List<SqsMessage> messages) {
        FunctionSettings function = functions.settings(settings.function());
        if (function.recursive()) {
            return messages;
        }
        List<SqsMessage> loops = messages.stream()
                .filter(message -> message.lineage().runs(function.arn()) >= Lineage.MAX_RUNS)
                .toList();
        for (SqsMessage message : loops) {
            LOG.log(
                    Level.WARNING,
                    "{0} has run {1} times in one chain by {2}: the loop is ended, as RecursiveLoop is not Allow",
                    new Object[] {settings.function(), Lineage.MAX_RUNS, settings.queue()});
            deadLetters.ifPresent(
                    queue -> sqs.call("SendMessage", Map.of("QueueUrl", queue, "MessageBody", message.body())));
        }
        delete(loops);
        return messages.stream().filter(message -> !loops.contains(message)).toList();
    }

    private void delete(List<SqsMessage> messages) {
        if (messages.isEmpty()) {
            return;
        }
        sqs.call(
                "DeleteMessageBatch",
                Map.of(
                        "QueueUrl",
                        url,
                        "Entries",
                        messages.stream()
                                .map(message -> Map.of("Id", message.id(), "ReceiptHandle", message.receiptHandle()))
                                .toList()));
    }

    @Override
    public void close() {
        poller.interrupt();
    }
}
