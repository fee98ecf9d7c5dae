package streamerapi.localstack.queues;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.functions.Failures;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.functions.Lineage;
import streamerapi.localstack.functions.Pausable;

import java.util.HashSet;
import java.util.List;
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
    private final SqsClient sqs;
    private final Functions functions;
    private final Pausable gate = new Pausable();
    private final Semaphore free;
    private final AtomicInteger batches = new AtomicInteger();
    private final Thread poller;

    QueueTrigger(
            QueueTriggerSettings settings,
            String url,
            Optional<String> deadLetters,
            SqsClient sqs,
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
                List<Message> messages = receive();
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

    private List<Message> receive() throws InterruptedException {
        try {
            return sqs.receiveMessage(b -> b.queueUrl(url)
                            .maxNumberOfMessages(settings.batchSize())
                            .waitTimeSeconds(WAIT_SECONDS)
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                            .messageAttributeNames("All"))
                    .messages();
        } catch (SdkException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            LOG.log(Level.WARNING, "{0} cannot be read: {1}", new Object[] {settings.queue(), e.getMessage()});
            Thread.sleep(WAIT_SECONDS * 1000L);
            return List.of();
        }
    }

    private void handOn(List<Message> received) {
        List<Message> messages = withoutLoops(received);
        if (messages.isEmpty()) {
            return;
        }
        Set<String> ids = messages.stream().map(Message::messageId).collect(Collectors.toSet());
        Lineage cause = messages.stream().map(QueueTrigger::lineage).reduce(Lineage.NONE, Lineage::and);
        try {
            byte[] response = functions.invoke(
                    settings.function(), MessageBatch.event(messages, settings.queueArn(), Engines.REGION), cause);
            var failed = settings.reportsFailures()
                    ? Failures.of(response, ids).map(HashSet::new).orElse(new HashSet<>(ids))
                    : new HashSet<String>();
            delete(messages.stream()
                    .filter(message -> !failed.contains(message.messageId()))
                    .toList());
        } catch (FunctionError | SdkException e) {
            LOG.log(Level.FINE, "A batch of " + settings.queue() + " comes again", e);
        }
    }

    /// The messages without those whose chain Lambda takes for a loop: it ends them, and puts them with the queue's
    /// dead letters.
    private List<Message> withoutLoops(List<Message> messages) {
        FunctionSettings function = functions.settings(settings.function());
        if (function.recursive()) {
            return messages;
        }
        List<Message> loops = messages.stream()
                .filter(message -> lineage(message).runs(function.arn()) >= Lineage.MAX_RUNS)
                .toList();
        for (Message message : loops) {
            LOG.log(
                    Level.WARNING,
                    "{0} has run {1} times in one chain by {2}: the loop is ended, as RecursiveLoop is not Allow",
                    new Object[] {settings.function(), Lineage.MAX_RUNS, settings.queue()});
            deadLetters.ifPresent(
                    queue -> sqs.sendMessage(b -> b.queueUrl(queue).messageBody(message.body())));
        }
        delete(loops);
        return messages.stream().filter(message -> !loops.contains(message)).toList();
    }

    private static Lineage lineage(Message message) {
        return Lineage.of(message.attributes().get(MessageSystemAttributeName.AWS_TRACE_HEADER));
    }

    private void delete(List<Message> messages) {
        if (messages.isEmpty()) {
            return;
        }
        sqs.deleteMessageBatch(b -> b.queueUrl(url)
                .entries(messages.stream()
                        .map(message -> DeleteMessageBatchRequestEntry.builder()
                                .id(message.messageId())
                                .receiptHandle(message.receiptHandle())
                                .build())
                        .toList()));
    }

    @Override
    public void close() {
        poller.interrupt();
    }
}
