package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.FunctionScript;
import streamerapi.localstack.fixtures.ScriptedFunction;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ResourceLock(ScriptedFunction.LOCK)
class QueueTest {
    private static LocalStack stack;
    private final List<JsonNode> records = new CopyOnWriteArrayList<>();
    private final String run = UUID.randomUUID().toString().substring(0, 8);

    @BeforeAll
    static void start() {
        stack = Fixture.start();
    }

    @AfterAll
    static void stop() {
        stack.close();
        ScriptedFunction.reset();
    }

    @BeforeEach
    void takeEverything() {
        script((event, environment, context) -> "{\"batchItemFailures\":[]}");
    }

    @Test
    void aMessageReachesTheFunctionAsLambdaHasItAndIsDeleted() {
        stack.engines()
                .sqs()
                .sendMessage(b -> b.queueUrl(stack.queueUrl("Work"))
                        .messageBody(run + " é")
                        .messageAttributes(Map.of(
                                "kind",
                                MessageAttributeValue.builder()
                                        .dataType("String")
                                        .stringValue("test")
                                        .build())));

        await().until(() -> !records.isEmpty());
        JsonNode record = records.getFirst();
        assertThat(record.path("body").asText()).isEqualTo(run + " é");
        assertThat(record.path("eventSource").asText()).isEqualTo("aws:sqs");
        assertThat(record.path("eventSourceARN").asText())
                .isEqualTo("arn:aws:sqs:us-east-1:000000000000:streamer-api-Work");
        assertThat(record.at("/attributes/ApproximateReceiveCount").asText()).isEqualTo("1");
        assertThat(record.at("/attributes/SentTimestamp").asText()).isNotEmpty();
        assertThat(record.at("/messageAttributes/kind/stringValue").asText()).isEqualTo("test");
        assertThat(record.path("messageId").asText()).isNotEmpty();
        assertThat(record.path("receiptHandle").asText()).isNotEmpty();
        await().untilAsserted(() -> assertThat(waiting("Work")).isZero());
    }

    @Test
    void whatIsReportedComesAgainAndTheRestIsDeleted() {
        script((event, environment, context) -> {
            for (JsonNode item : event.path("Records")) {
                if (item.path("body").asText().endsWith("again")
                        && item.at("/attributes/ApproximateReceiveCount").asInt() == 1) {
                    return "{\"batchItemFailures\":[{\"itemIdentifier\":\""
                            + item.path("messageId").asText() + "\"}]}";
                }
            }
            return "";
        });
        send(run + "once", run + "again");

        await().untilAsserted(() ->
                assertThat(bodies()).containsExactlyInAnyOrder(run + "once", run + "again", run + "again"));
        await().untilAsserted(() -> assertThat(waiting("Work")).isZero());
    }

    @Test
    void aMessageThatAlwaysFailsEndsInTheDeadLetterQueue() {
        script((event, environment, context) -> {
            throw new IllegalStateException("broken");
        });
        send(run + "poison");

        await().untilAsserted(() ->
                assertThat(received("DeadLetters")).extracting(Message::body).contains(run + "poison"));
        assertThat(bodies()).containsExactly(run + "poison", run + "poison");
    }

    @Test
    void aDelayedMessageIsNotEarly() {
        Instant sent = Instant.now();
        stack.engines()
                .sqs()
                .sendMessage(
                        b -> b.queueUrl(stack.queueUrl("Work")).messageBody(run).delaySeconds(1));

        await().until(() -> !records.isEmpty());
        assertThat(Duration.between(sent, Instant.now())).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aSlowBatchHoldsUpNobody() throws Exception {
        var released = new CountDownLatch(1);
        script((event, environment, context) -> {
            if (event.toString().contains("slow")) {
                released.await();
            }
            return "";
        });
        try {
            send(run + "slow");
            await().until(() -> bodies().contains(run + "slow"));
            IntStream.range(0, 4).forEach(i -> send(run + "quick" + i));

            await().untilAsserted(() -> assertThat(bodies()).hasSize(5));
        } finally {
            released.countDown();
        }
    }

    @Test
    void pausedNothingIsHandedOn() throws Exception {
        stack.queueTriggers().pause();
        send(run);
        await().during(Duration.ofMillis(300)).until(records::isEmpty);
        stack.queueTriggers().resume();

        await().until(() -> !records.isEmpty());
    }

    private void script(FunctionScript script) {
        ScriptedFunction.script("queue", (event, environment, context) -> {
            if (!event.toString().contains(run)) {
                return "";
            }
            event.path("Records").forEach(records::add);
            return script.run(event, environment, context);
        });
    }

    private List<String> bodies() {
        return records.stream().map(item -> item.path("body").asText()).toList();
    }

    private static void send(String... bodies) {
        var entries = IntStream.range(0, bodies.length)
                .mapToObj(i -> SendMessageBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .messageBody(bodies[i])
                        .build())
                .toList();
        stack.engines()
                .sqs()
                .sendMessageBatch(b -> b.queueUrl(stack.queueUrl("Work")).entries(entries));
    }

    private static List<Message> received(String queue) {
        return stack.engines()
                .sqs()
                .receiveMessage(b ->
                        b.queueUrl(stack.queueUrl(queue)).visibilityTimeout(0).maxNumberOfMessages(10))
                .messages();
    }

    private static int waiting(String queue) {
        return stack
                .engines()
                .sqs()
                .getQueueAttributes(b -> b.queueUrl(stack.queueUrl(queue)).attributeNamesWithStrings("All"))
                .attributesAsStrings()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().startsWith("ApproximateNumberOfMessages"))
                .mapToInt(entry -> Integer.parseInt(entry.getValue()))
                .sum();
    }
}
