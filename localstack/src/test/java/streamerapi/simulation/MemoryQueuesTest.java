package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeNameForSends;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.ReceiptHandleIsInvalidException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SqsException;
import streamerapi.localstack.engines.Engines;
import streamerapi.service.TestClock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The queues in memory answer as ElasticMQ does.
class MemoryQueuesTest {

    private static final int CALLS = 100;
    private static final int MAX_MESSAGES = 10;

    private static final Engines REAL = Engines.embedded(null, () -> {});
    private static final Engines IN_MEMORY =
            Engines.embedded(MemoryTables::start, folder -> new MemoryQueues(InstantSource.system()), null, () -> {});

    private final List<Side> sides = List.of(new Side(REAL.sqs()), new Side(IN_MEMORY.sqs()));

    @AfterAll
    static void close() {
        REAL.close();
        IN_MEMORY.close();
    }

    /// A queue and its dead letters in one of the engines, and the messages that were received of it.
    private static final class Side {

        private final SqsClient sqs;
        private final List<Message> received = new ArrayList<>();
        private String url = "";
        private String dead = "";

        Side(SqsClient sqs) {
            this.sqs = sqs;
        }

        void make(String name) {
            dead = sqs.createQueue(r -> r.queueName(name + "-dead")).queueUrl();
            String arn = attribute(dead, QueueAttributeName.QUEUE_ARN);
            url = sqs.createQueue(r -> r.queueName(name)
                            .attributes(Map.of(
                                    QueueAttributeName.VISIBILITY_TIMEOUT,
                                    "600",
                                    QueueAttributeName.REDRIVE_POLICY,
                                    "{\"deadLetterTargetArn\":\"" + arn + "\",\"maxReceiveCount\":3}")))
                    .queueUrl();
        }

        String attribute(String queue, QueueAttributeName name) {
            return String.valueOf(sqs.getQueueAttributes(r -> r.queueUrl(queue).attributeNames(name))
                    .attributes()
                    .get(name));
        }

        /// Every message that can be seen, with how often it was received.
        Map<String, String> receive(String queue, @Nullable Integer visibility) {
            List<Message> messages = sqs.receiveMessage(r -> r.queueUrl(queue)
                            .maxNumberOfMessages(MAX_MESSAGES)
                            .visibilityTimeout(visibility)
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                    .messages();
            received.addAll(messages);
            Map<String, String> counts = new TreeMap<>();
            messages.forEach(message -> counts.put(
                    message.body(), message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT)));
            return counts;
        }

        /// How many messages can be seen, are hidden, and are delayed.
        List<String> counts() {
            return List.of(
                    attribute(url, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES),
                    attribute(url, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE),
                    attribute(url, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED),
                    attribute(dead, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
        }

        /// Deletes a message that was received; not one that is with the dead letters meanwhile.
        boolean deletes(String body) {
            try {
                sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(handle(body)));
                return true;
            } catch (ReceiptHandleIsInvalidException dead) {
                return false;
            }
        }

        /// The last receipt handle of the message with this body.
        String handle(String body) {
            return received.reversed().stream()
                    .filter(message -> message.body().equals(body))
                    .findFirst()
                    .orElseThrow()
                    .receiptHandle();
        }
    }

    @BeforeEach
    void makeQueues() {
        String name = "queue-" + UUID.randomUUID();
        sides.forEach(side -> side.make(name));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theSameCallsAreAnsweredAlike(long seed) {
        Random random = new Random(seed);
        List<String> there = new ArrayList<>();
        int sent = 0;
        for (int call = 0; call < CALLS; call++) {
            int choice = random.nextInt(7);
            if (choice <= 1 && there.size() < MAX_MESSAGES) {
                String body = "message " + sent++ + " é";
                there.add(body);
                sides.forEach(side -> side.sqs.sendMessage(
                        r -> r.queueUrl(side.url).messageBody(body).delaySeconds(0)));
            } else if (choice == 2 && there.size() < MAX_MESSAGES - 1) {
                int first = sent;
                sent += 2;
                List<SendMessageBatchRequestEntry> entries = IntStream.range(first, sent)
                        .mapToObj(number -> SendMessageBatchRequestEntry.builder()
                                .id("id" + number)
                                .messageBody("message " + number + " é")
                                .delaySeconds(number % 2 == 0 ? 900 : 0)
                                .build())
                        .toList();
                entries.forEach(entry -> there.add(entry.messageBody()));
                sides.forEach(side -> assertThat(side.sqs
                                .sendMessageBatch(r -> r.queueUrl(side.url).entries(entries))
                                .successful())
                        .hasSize(2));
            } else if (choice == 3 || choice == 4) {
                @Nullable Integer visibility = choice == 3 ? 0 : null;
                alike(side -> side.receive(side.url, visibility));
            } else if (choice == 5) {
                Map<String, String> dead = alike(side -> side.receive(side.dead, 600));
                there.removeAll(dead.keySet());
            } else {
                List<String> seen = new TreeSet<>(sides.getFirst().received.stream()
                                .map(Message::body)
                                .toList())
                        .stream().filter(there::contains).toList();
                if (!seen.isEmpty()) {
                    String body = seen.get(random.nextInt(seen.size()));
                    if (random.nextBoolean() && sides.getFirst().deletes(body)) {
                        assertThat(sides.getLast().deletes(body)).isTrue();
                        there.remove(body);
                    }
                }
            }
            alike(Side::counts);
        }
    }

    private <T> T alike(Function<Side, T> answer) {
        T real = answer.apply(sides.getFirst());
        assertThat(answer.apply(sides.getLast())).isEqualTo(real);
        return real;
    }

    @Test
    void aMessageKeepsItsGroupAndTheTraceThatItWasSentWith() {
        for (Side side : sides) {
            side.sqs.sendMessage(r -> r.queueUrl(side.url)
                    .messageBody("one")
                    .messageSystemAttributes(Map.of(
                            MessageSystemAttributeNameForSends.AWS_TRACE_HEADER,
                            MessageSystemAttributeValue.builder()
                                    .dataType("String")
                                    .stringValue("Root=1-2")
                                    .build())));
            side.receive(side.url, null);
            Message message = side.received.getLast();
            assertThat(message.attributes())
                    .containsEntry(MessageSystemAttributeName.AWS_TRACE_HEADER, "Root=1-2")
                    .containsKeys(
                            MessageSystemAttributeName.SENT_TIMESTAMP,
                            MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP);
        }
    }

    @Test
    void aReceiveWaitsForAMessageAndNoLonger() {
        for (Side side : sides) {
            var receiving = CompletableFuture.supplyAsync(() -> side.sqs
                    .receiveMessage(r -> r.queueUrl(side.url).waitTimeSeconds(20))
                    .messages());
            side.sqs.sendMessage(r -> r.queueUrl(side.url).messageBody("late").delaySeconds(1));
            assertThat(receiving.join()).extracting(Message::body).containsExactly("late");
            Instant began = Instant.now();
            assertThat(side.sqs
                            .receiveMessage(r -> r.queueUrl(side.url).waitTimeSeconds(1))
                            .messages())
                    .isEmpty();
            assertThat(Duration.between(began, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(990));
        }
    }

    @Test
    void aMessageThatIsShownAgainCanBeReceivedAgain() {
        for (Side side : sides) {
            side.sqs.sendMessage(r -> r.queueUrl(side.url).messageBody("one"));
            side.receive(side.url, null);
            assertThat(side.receive(side.url, null)).isEmpty();
            side.sqs.changeMessageVisibility(
                    r -> r.queueUrl(side.url).receiptHandle(side.handle("one")).visibilityTimeout(0));
            assertThat(side.receive(side.url, null)).containsEntry("one", "2");
        }
    }

    @Test
    void aBatchIsDeletedAndAQueueEmptied() {
        for (Side side : sides) {
            side.sqs.sendMessage(r -> r.queueUrl(side.url).messageBody("one"));
            side.sqs.sendMessage(r -> r.queueUrl(side.url).messageBody("two"));
            side.receive(side.url, null);
            side.sqs.deleteMessageBatch(r -> r.queueUrl(side.url)
                    .entries(DeleteMessageBatchRequestEntry.builder()
                            .id("1")
                            .receiptHandle(side.handle("one"))
                            .build()));
            assertThat(side.counts()).containsExactly("0", "1", "0", "0");
            side.sqs.purgeQueue(r -> r.queueUrl(side.url));
            assertThat(side.counts()).containsExactly("0", "0", "0", "0");
        }
    }

    @Test
    void whatSqsRefusesIsRefused() {
        for (Side side : sides) {
            assertThatThrownBy(() -> side.sqs.getQueueUrl(r -> r.queueName("none")))
                    .isInstanceOf(QueueDoesNotExistException.class);
            assertThatThrownBy(() -> side.sqs.sendMessage(
                            r -> r.queueUrl(side.url + "-none").messageBody("one")))
                    .isInstanceOf(QueueDoesNotExistException.class);
            assertThatThrownBy(() -> side.sqs.sendMessage(
                            r -> r.queueUrl(side.url).messageBody("one").delaySeconds(901)))
                    .isInstanceOf(SqsException.class);
            assertThatThrownBy(() -> side.sqs.sendMessageBatch(r -> r.queueUrl(side.url)
                            .entries(IntStream.range(0, 11)
                                    .mapToObj(number -> SendMessageBatchRequestEntry.builder()
                                            .id("id" + number)
                                            .messageBody("one")
                                            .build())
                                    .toList())))
                    .isInstanceOf(SqsException.class);
        }
    }

    @Test
    void aDelayEndsWhenTheClockIsMovedAndAReceivedMessageStaysHidden() {
        TestClock clock = new TestClock();
        MemoryQueues queues = new MemoryQueues(clock.ofQueues());
        try (Engines engines = Engines.embedded(MemoryTables::start, folder -> queues, null, () -> {})) {
            Side side = new Side(engines.sqs());
            side.make("moved");
            side.sqs.sendMessage(r -> r.queueUrl(side.url).messageBody("late").delaySeconds(900));
            var receiving = CompletableFuture.supplyAsync(() -> side.sqs
                    .receiveMessage(r -> r.queueUrl(side.url).waitTimeSeconds(20))
                    .messages());
            clock.advance(Duration.ofHours(1));
            clock.advanceWithQueues(Duration.ofMinutes(14));
            queues.wake();
            assertThat(receiving).isNotDone();
            clock.advanceWithQueues(Duration.ofMinutes(1));
            queues.wake();
            assertThat(receiving.join()).extracting(Message::body).containsExactly("late");
            clock.advanceWithQueues(Duration.ofHours(1));
            assertThat(side.receive(side.url, null)).isEmpty();
        }
    }
}
