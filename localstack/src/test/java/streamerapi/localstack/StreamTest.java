package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ResourceLock(ScriptedFunction.LOCK)
class StreamTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static LocalStack stack;
    private final List<List<String>> batches = new CopyOnWriteArrayList<>();
    private final List<JsonNode> records = new CopyOnWriteArrayList<>();

    /// Rows of another test cannot be mistaken for ours.
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
        answer(event -> "{\"batchItemFailures\":[]}");
    }

    @Test
    void anInsertReachesTheFunctionAsLambdaHasIt() {
        put(
                "EVENTS#" + run,
                "1",
                Map.of(
                        "text", AttributeValue.fromS("é"),
                        "number", AttributeValue.fromN("1.25"),
                        "list",
                                AttributeValue.fromL(
                                        List.of(AttributeValue.fromBool(true), AttributeValue.fromNul(true))),
                        "empty", AttributeValue.fromL(List.of()),
                        "empty_map", AttributeValue.fromM(Map.of())));

        await().until(() -> !records.isEmpty());
        JsonNode record = records.getFirst();
        assertThat(record.path("eventName").asText()).isEqualTo("INSERT");
        assertThat(record.path("eventSource").asText()).isEqualTo("aws:dynamodb");
        assertThat(record.path("eventSourceARN").asText())
                .isEqualTo(
                        "arn:aws:dynamodb:us-east-1:000000000000:table/streamer-api-Table/stream/2026-01-01T00:00:00.000");
        assertThat(record.at("/dynamodb/Keys/sk/S").asText()).isEqualTo("1");
        assertThat(record.at("/dynamodb/SequenceNumber").asText()).isNotEmpty();
        assertThat(record.at("/dynamodb/ApproximateCreationDateTime").isNumber())
                .isTrue();
        assertThat(record.at("/dynamodb/StreamViewType").asText()).isEqualTo("NEW_IMAGE");
        assertThat(record.at("/dynamodb/NewImage/text/S").asText()).isEqualTo("é");
        assertThat(record.at("/dynamodb/NewImage/number/N").asText()).isEqualTo("1.25");
        assertThat(record.at("/dynamodb/NewImage/list/L").toString()).isEqualTo("[{\"BOOL\":true},{\"NULL\":true}]");
        assertThat(record.at("/dynamodb/NewImage/empty/L").toString()).isEqualTo("[]");
        assertThat(record.at("/dynamodb/NewImage/empty_map/M").toString()).isEqualTo("{}");
    }

    @Test
    void theFilterKeepsOtherRowsAndOtherChangesOut() {
        put("OTHER#" + run, "1", Map.of());
        put("EVENTS#" + run, "1", Map.of());
        put("EVENTS#" + run, "1", Map.of("changed", AttributeValue.fromBool(true)));
        put("EVENTS#" + run, "2", Map.of());

        await().until(() -> taken().contains("2"));
        assertThat(taken()).containsExactly("1", "2");
    }

    @Test
    void recordsOfOnePartitionKeepTheirOrder() throws Exception {
        stack.streams().pause();
        List<String> expected =
                IntStream.range(0, 60).mapToObj(i -> String.format("%03d", i)).toList();
        expected.forEach(sk -> put("EVENTS#" + run, sk, Map.of()));
        stack.streams().resume();

        await().until(() -> taken().size() >= expected.size());
        assertThat(taken()).isEqualTo(expected);
        assertThat(batches).allMatch(batch -> batch.size() <= 10);
    }

    @Test
    void aFailedBatchIsBisectedUntilTheBadRecordStandsAloneAndIsGivenUp() throws Exception {
        answer(event -> {
            if (numbers(event).contains("bad")) {
                throw new IllegalStateException("bad record");
            }
            return "";
        });
        stack.streams().pause();
        for (String sk : List.of("a", "b", "bad", "c", "d")) {
            put("EVENTS#" + run, sk, Map.of());
        }
        stack.streams().resume();

        await().until(() -> taken().containsAll(List.of("a", "b", "c", "d")));
        await().untilAsserted(() -> assertThat(batches.stream().filter(List.of("bad")::equals))
                .as("the bad record alone, once and twice again")
                .hasSize(3));
        var given = new ArrayList<JsonNode>();
        await().until(() -> {
            for (var message : stack.engines()
                    .sqs()
                    .receiveMessage(b -> b.queueUrl(stack.queueUrl("GivenUp")))
                    .messages()) {
                given.add(JSON.readTree(message.body()));
            }
            return !given.isEmpty();
        });
        assertThat(given.getFirst().at("/requestContext/condition").asText()).isEqualTo("RetryAttemptsExhausted");
        assertThat(given.getFirst().at("/DDBStreamBatchInfo/batchSize").asInt()).isEqualTo(1);
    }

    @Test
    void aReportedFailureComesAgainWithWhatFollowsIt() throws Exception {
        var first = new AtomicInteger();
        answer(event -> {
            List<String> numbers = numbers(event);
            if (numbers.contains("c") && first.getAndIncrement() == 0) {
                String failed = event.path("Records")
                        .path(numbers.indexOf("c"))
                        .at("/dynamodb/SequenceNumber")
                        .asText();
                return "{\"batchItemFailures\":[{\"itemIdentifier\":\"" + failed + "\"}]}";
            }
            return "";
        });
        stack.streams().pause();
        for (String sk : List.of("a", "b", "c", "d")) {
            put("EVENTS#" + run, sk, Map.of());
        }
        stack.streams().resume();

        await().untilAsserted(() -> {
            assertThat(taken().stream().filter("c"::equals)).hasSize(2);
            assertThat(taken()).endsWith("c", "d");
        });
        assertThat(taken()).containsOnlyOnce("a", "b").startsWith("a", "b", "c");
    }

    @Test
    void pausedNothingIsHandedOn() throws Exception {
        stack.streams().pause();
        put("EVENTS#" + run, "1", Map.of());
        await().during(java.time.Duration.ofMillis(200)).until(batches::isEmpty);
        stack.streams().resume();

        await().until(() -> taken().contains("1"));
    }

    @Test
    void aStreamWorksFromTheWriteToTheEndOfItsBatch() {
        Semaphore held = new Semaphore(0);
        answer(event -> {
            held.acquireUninterruptibly();
            return "";
        });
        await().until(() -> !stack.streams().isWorking());
        put("EVENTS#" + run, "1", Map.of());
        assertThat(stack.streams().isWorking()).as("written, and not read").isTrue();
        await().until(() -> taken().contains("1"));
        assertThat(stack.streams().isWorking()).as("read, and being handled").isTrue();
        held.release();

        await().until(() -> !stack.streams().isWorking());
        assertThat(taken()).containsExactly("1");
    }

    @Test
    void everyRowOfATransactionIsARecord() {
        var items = IntStream.range(0, 20)
                .mapToObj(i -> TransactWriteItem.builder()
                        .put(Put.builder()
                                .tableName(stack.tableName("Table"))
                                .item(row("EVENTS#" + run + i, Integer.toString(i), Map.of()))
                                .build())
                        .build())
                .toList();
        stack.engines().dynamoDb().transactWriteItems(b -> b.transactItems(items));

        await().until(() -> taken().size() >= 20);
        assertThat(taken()).doesNotHaveDuplicates().hasSize(20);
    }

    private interface Answer {
        String to(JsonNode event);
    }

    private void answer(Answer answer) {
        ScriptedFunction.script("stream", (event, environment, context) -> {
            if (!event.at("/Records/0/dynamodb/Keys/pk/S").asText().contains(run)) {
                return "";
            }
            event.path("Records").forEach(records::add);
            batches.add(numbers(event));
            return answer.to(event);
        });
    }

    private static List<String> numbers(JsonNode event) {
        return event.path("Records")
                .valueStream()
                .map(item -> item.at("/dynamodb/Keys/sk/S").asText())
                .toList();
    }

    private List<String> taken() {
        return batches.stream().flatMap(List::stream).toList();
    }

    private static Map<String, AttributeValue> row(String pk, String sk, Map<String, AttributeValue> more) {
        var row = new java.util.HashMap<>(more);
        row.put("pk", AttributeValue.fromS(pk));
        row.put("sk", AttributeValue.fromS(sk));
        return row;
    }

    private static void put(String pk, String sk, Map<String, AttributeValue> more) {
        stack.engines()
                .dynamoDb()
                .putItem(b -> b.tableName(stack.tableName("Table")).item(row(pk, sk, more)));
    }
}
