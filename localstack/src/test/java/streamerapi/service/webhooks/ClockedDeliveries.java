package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.Message;
import streamerapi.events.WorkerFunction;
import streamerapi.localstack.functions.Lineage;
import streamerapi.service.Service;
import streamerapi.service.TestInvocation;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The delivery function of a service whose own queues stand still: it is given each message at its time, and the time
/// is moved there. Days pass in a moment. A chain in which the function has run too often is ended, as Lambda ends it,
/// unless the template says that it may run in a circle.
final class ClockedDeliveries {

    private static final int TOO_MANY = 20_000;

    private final Service service;
    private final ClockedQueue queue;
    private final WorkerFunction function;
    private final boolean mayCircle;
    private int handled;

    ClockedDeliveries(Service service) throws InterruptedException {
        this.service = service;
        this.queue = new ClockedQueue(service.clock());
        this.mayCircle = service.stack().functions().settings("WorkerFunction").recursive();
        this.function = new WorkerFunction(new Environment(
                service.stack().functions().settings("WorkerFunction").variables(), service.clock(), () -> queue));
        service.stack().queueTriggers().pause();
    }

    /// Takes as many messages of the service's own queue as there will be.
    ClockedDeliveries take(int count) {
        int wanted = queue.size() + count;
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10)).until(() -> {
            receive();
            return queue.size() >= wanted;
        });
        assertThat(queue.size()).isEqualTo(wanted);
        return this;
    }

    /// Goes on until no message is left.
    void run() throws IOException {
        runUntil(Instant.MAX);
    }

    /// Goes on to this time, and handles what is due until then.
    void runFor(Duration time) throws IOException {
        Instant end = service.clock().instant().plus(time);
        runUntil(end);
        advanceTo(end);
    }

    /// How many messages wait.
    int waiting() {
        return queue.size();
    }

    /// How many messages have been handled.
    int handled() {
        return handled;
    }

    Duration longestDelay() {
        return queue.longestDelay();
    }

    private void runUntil(Instant end) throws IOException {
        ClockedQueue.Message next = queue.poll();
        while (next != null && next.due().isBefore(end)) {
            advanceTo(next.due());
            if (mayCircle || next.runs() < Lineage.MAX_RUNS) {
                queue.ledBy(next.runs() + 1);
                assertThat(handle(next.body())).isEmpty();
                assertThat(++handled).isLessThan(TOO_MANY);
            }
            next = queue.poll();
        }
        if (next != null) {
            queue.ledBy(next.runs());
            queue.add(next.body(), Duration.between(service.clock().instant(), next.due()));
        }
    }

    /// Hands the function one message, and tells what it reports as failed.
    List<?> handle(String body) throws IOException {
        Map<String, ?> record = Map.of("messageId", "one", "body", body);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        function.handleRequest(
                new ByteArrayInputStream(Json.write(Map.of("Records", List.of(record)))),
                output,
                new TestInvocation("WorkerFunction"));
        Map<String, @Nullable Object> answer = Json.readObject(output.toByteArray());
        return (List<?>) Objects.requireNonNull(answer.get("batchItemFailures"));
    }

    private void advanceTo(Instant time) {
        Duration left = Duration.between(service.clock().instant(), time);
        if (left.isPositive()) {
            service.clock().advance(left);
        }
    }

    private void receive() {
        queue.ledBy(0);
        String url = service.stack().queueUrl("WorkQueue");
        var sqs = service.stack().engines().sqs();
        for (Message message :
                sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10)).messages()) {
            queue.add(message.body(), Duration.ZERO);
            sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
        }
    }
}
