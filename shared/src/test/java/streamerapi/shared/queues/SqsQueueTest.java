package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsRefusal;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/// Messages are sent, taken and deleted as SQS's JSON protocol has it.
class SqsQueueTest {

    private static final String URL = "https://sqs.eu-central-1.amazonaws.com/123456789012/work";
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    private final Queue<AwsAnswer> answers = new ArrayDeque<>();
    private final List<String> operations = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> requests = new ArrayList<>();
    private final SqsQueue queue = new SqsQueue(
            new AwsOperations(AwsService.SQS, (operation, body) -> {
                operations.add(operation);
                requests.add(Json.readObject(body));
                return Objects.requireNonNull(answers.poll());
            }),
            URL);

    private void answers(int status, String body) {
        answers.add(new AwsAnswer(status, "REQUEST", body.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aMessageIsSentWithItsDelayAndItsGroup() {
        answers(200, "{\"MessageId\":\"m-1\"}");
        answers(200, "{\"MessageId\":\"m-2\"}");
        answers(200, "{\"MessageId\":\"m-3\"}");
        DelayQueue delayed = new DelayQueue(queue, () -> NOW);
        delayed.send("later é", NOW.plusMillis(4_001), "one");
        delayed.send("much later", NOW.plusSeconds(7_200), null);
        delayed.sendNow("now", "two");
        assertThat(operations).containsOnly("SendMessage");
        assertThat(requests)
                .containsExactly(
                        Map.of(
                                "QueueUrl",
                                URL,
                                "MessageBody",
                                "later é",
                                "DelaySeconds",
                                BigDecimal.valueOf(5),
                                "MessageGroupId",
                                "one"),
                        Map.of("QueueUrl", URL, "MessageBody", "much later", "DelaySeconds", BigDecimal.valueOf(900)),
                        Map.of(
                                "QueueUrl",
                                URL,
                                "MessageBody",
                                "now",
                                "DelaySeconds",
                                BigDecimal.ZERO,
                                "MessageGroupId",
                                "two"));
    }

    @Test
    void messagesAreSentTenAtATimeOrFewerIfTheyAreLarge() {
        for (int i = 0; i < 3; i++) {
            answers(200, "{\"Successful\":[]}");
        }
        SqsBatch batch = new SqsBatch(queue);
        for (int i = 0; i < 11; i++) {
            batch.add("m" + i, Delay.NONE, "g");
        }
        batch.add("x".repeat(200 * 1024), Delay.NONE, null);
        batch.send();
        batch.send();
        assertThat(operations).containsExactly("SendMessageBatch", "SendMessageBatch", "SendMessageBatch");
        assertThat(requests.stream().map(request -> ((List<?>) Objects.requireNonNull(request.get("Entries"))).size()))
                .containsExactly(10, 1, 1);
        assertThat((List<?>) requests.getFirst().get("Entries"))
                .element(9)
                .isEqualTo(
                        Map.of("Id", "9", "MessageBody", "m9", "DelaySeconds", BigDecimal.ZERO, "MessageGroupId", "g"));
    }

    /// SQS takes the characters of XML alone; JSON has two more that no control character is.
    @Test
    void aTextWithCharactersThatSqsDoesNotTakeIsEscaped() {
        answers(200, "{}");
        String message = Json.writeText(Map.of("name", "a\uFFFEb\uFFFF\n\u0000"));
        queue.send(message, Delay.NONE, null);
        String sent = (String) Objects.requireNonNull(requests.getFirst().get("MessageBody"));
        assertThat(sent.codePoints()).allMatch(SqsQueueTest::isTakenBySqs);
        assertThat(Json.read(sent)).isEqualTo(Json.read(message));
    }

    /// AWS's reference of `SendMessage`, "MessageBody".
    private static boolean isTakenBySqs(int character) {
        return character == 0x9
                || character == 0xA
                || character == 0xD
                || (character >= 0x20 && character <= 0xD7FF)
                || (character >= 0xE000 && character <= 0xFFFD)
                || character >= 0x10000;
    }

    @Test
    void ofABatchOnlyTheMessagesThatWereNotTakenAreSentAgain() {
        answers(200, "{\"Failed\":[{\"Id\":\"1\",\"SenderFault\":false,\"Code\":\"InternalError\"}]}");
        answers(200, "{\"Successful\":[{\"Id\":\"1\"}]}");
        SqsBatch batch = new SqsBatch(queue);
        batch.add("a", Delay.NONE, null);
        batch.add("b", Delay.NONE, null);
        batch.send();
        assertThat(requests).hasSize(2);
        assertThat(requests.getLast().get("Entries"))
                .isEqualTo(List.of(Map.of("Id", "1", "MessageBody", "b", "DelaySeconds", BigDecimal.ZERO)));
    }

    @Test
    void aMessageThatIsNotTakenInThreeTriesIsAFault() {
        for (int i = 0; i < 3; i++) {
            answers(200, "{\"Failed\":[{\"Id\":\"0\",\"SenderFault\":false,\"Message\":\"Later\"}]}");
        }
        SqsBatch batch = new SqsBatch(queue);
        batch.add("a", Delay.NONE, null);
        assertThatIllegalStateException().isThrownBy(batch::send).withMessageContaining("Later");
        assertThat(requests).hasSize(3);
    }

    @Test
    void aMessageOfABatchThatIsRefusedIsAFault() {
        answers(200, "{\"Failed\":[{\"Id\":\"0\",\"SenderFault\":true,\"Message\":\"Too large\"}]}");
        SqsBatch batch = new SqsBatch(queue);
        batch.add("m", Delay.NONE, null);
        assertThatIllegalStateException().isThrownBy(batch::send).withMessageContaining("Too large");
    }

    @Test
    void aMessageIsTakenAndDeleted() {
        answers(200, """
                {"Messages": [
                  {"MessageId": "m-1", "Body": "one", "ReceiptHandle": "r-1", "MD5OfBody": "-",
                   "Attributes": {"MessageGroupId": "g", "SentTimestamp": "1795608000000"}},
                  {"MessageId": "m-2", "Body": "two", "ReceiptHandle": "r-2",
                   "Attributes": {"SentTimestamp": "1795608000001"}}
                ]}
                """);
        answers(200, "");
        answers(200, "{}");
        List<SqsQueue.Message> taken = queue.receive(10, 1);
        assertThat(taken)
                .containsExactly(
                        new SqsQueue.Message("m-1", "one", "r-1", "g", NOW),
                        new SqsQueue.Message("m-2", "two", "r-2", null, NOW.plusMillis(1)));
        queue.delete(taken.getFirst());
        assertThat(queue.receive(10, 1)).isEmpty();
        assertThat(operations).containsExactly("ReceiveMessage", "DeleteMessage", "ReceiveMessage");
        assertThat(requests.get(0))
                .containsEntry("MaxNumberOfMessages", BigDecimal.TEN)
                .containsEntry("WaitTimeSeconds", BigDecimal.ONE)
                .containsEntry("MessageSystemAttributeNames", List.of("MessageGroupId", "SentTimestamp"));
        assertThat(requests.get(1)).isEqualTo(Map.of("QueueUrl", URL, "ReceiptHandle", "r-1"));
    }

    @Test
    void aRefusalIsToldByItsName() {
        answers(400, "{\"__type\":\"com.amazonaws.sqs#QueueDoesNotExist\",\"message\":\"No\"}");
        assertThatExceptionOfType(AwsRefusal.class)
                .isThrownBy(() -> queue.send("m", Delay.NONE, null))
                .matches(refusal -> refusal.code().equals("QueueDoesNotExist"));
    }
}
