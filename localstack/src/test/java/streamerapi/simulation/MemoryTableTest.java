package streamerapi.simulation;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import streamerapi.localstack.engines.Engines;
import streamerapi.shared.aws.AwsRefusal;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The table in memory, and its stream, answer as DynamoDB Local does, whatever they are asked by the protocol.
/// `-Dtable.calls=100000` asks more often, `-Dtable.seed=…` asks other things.
class MemoryTableTest {

    private static final String NAME = "differential";
    private static final int CALLS = Integer.getInteger("table.calls", 2_000);
    private static final long SEED = Long.getLong("table.seed", 20_261_123L);

    @AutoClose
    private static final Engines LOCAL = Engines.embedded(null, () -> {});

    @AutoClose
    private static final Engines IN_MEMORY =
            Engines.embedded(MemoryTables::start, folder -> new MemoryQueues(InstantSource.system()), null, () -> {});

    private String lastRefusal = "";
    private final DynamoDbClient real = LOCAL.dynamoDb();
    private final DynamoDbClient memory = IN_MEMORY.dynamoDb();

    @BeforeAll
    static void create() {
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            engines.dynamoDb()
                    .createTable(b -> b.tableName(NAME)
                            .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE))
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .attributeDefinitions(List.of("pk", "sk", "place").stream()
                                    .map(name -> AttributeDefinition.builder()
                                            .attributeName(name)
                                            .attributeType(ScalarAttributeType.S)
                                            .build())
                                    .toList())
                            .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                            .localSecondaryIndexes(LocalSecondaryIndex.builder()
                                    .indexName("place")
                                    .keySchema(key("pk", KeyType.HASH), key("place", KeyType.RANGE))
                                    .projection(p -> p.projectionType(ProjectionType.ALL))
                                    .build()));
        }
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    @Test
    void itAnswersAsDynamoDbDoes() {
        RandomCalls calls = new RandomCalls(new Random(SEED));
        Table expected = LOCAL.table(NAME);
        Table actual = IN_MEMORY.table(NAME);
        for (int i = 0; i < CALLS; i++) {
            RandomCalls.TableCall call = calls.next();
            String because = "call " + i + " with -Dtable.seed=" + SEED;
            String answered = answer(call, actual);
            assertThat(answered).as(() -> because + lastRefusal).isEqualTo(answer(call, expected));
            if (i % 50 == 0) {
                assertThat(RandomCalls.content(actual)).as(because).isEqualTo(RandomCalls.content(expected));
            }
        }
        assertThat(RandomCalls.content(actual)).isEqualTo(RandomCalls.content(expected));
        List<Told> told = told(IN_MEMORY);
        List<Told> wanted = told(LOCAL);
        for (int i = 0; i < wanted.size(); i++) {
            assertThat(told.get(i)).as("change %d", i).isEqualTo(wanted.get(i));
        }
        assertThat(told).hasSize(wanted.size()).hasSizeGreaterThan(CALLS / 10);
    }

    /// A change that a stream tells of.
    private record Told(String event, Map<String, AttributeValue> keys, Map<String, AttributeValue> image) {

        static Told of(Record record) {
            Map<String, AttributeValue> image = new HashMap<>(record.dynamodb().newImage());
            // DynamoDB Local's streams leave an empty map out, so that its attribute has no type, and tell numbers as
            // they were sent.
            image.replaceAll((name, value) -> value.type() == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION
                    ? AttributeValue.fromM(Map.of())
                    : value);
            return new Told(record.eventNameAsString(), record.dynamodb().keys(), Items.stored(image));
        }
    }

    private static List<Told> told(Engines engines) {
        String arn =
                engines.dynamoDb().describeTable(b -> b.tableName(NAME)).table().latestStreamArn();
        DynamoDbStreamsClient streams = engines.streams();
        String shard = streams.describeStream(b -> b.streamArn(arn))
                .streamDescription()
                .shards()
                .getFirst()
                .shardId();
        String iterator = streams.getShardIterator(
                        b -> b.streamArn(arn).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator();
        List<Told> told = new ArrayList<>();
        List<Record> page = List.of();
        do {
            String from = iterator;
            GetRecordsResponse answer = streams.getRecords(b -> b.shardIterator(from));
            page = answer.records();
            iterator = answer.nextShardIterator();
            page.forEach(one -> told.add(Told.of(one)));
        } while (!page.isEmpty());
        return told;
    }

    private String answer(RandomCalls.TableCall call, Table table) {
        try {
            return text(call.on(table));
        } catch (AwsRefusal e) {
            lastRefusal = ", after the refusal: " + e.getMessage();
            return "refused with " + e.code();
        } catch (IllegalStateException | NullPointerException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static String text(Object answer) {
        return switch (answer) {
            case Row row -> RandomCalls.text(row);
            case Table.Updated updated -> updated.done() + " " + (updated.row() == null ? "" : text(updated.row()));
            case List<?> rows ->
                rows.stream().map(MemoryTableTest::text).toList().toString();
            case Map<?, ?> rows ->
                rows.values().stream()
                        .map(MemoryTableTest::text)
                        .sorted()
                        .toList()
                        .toString();
            default -> answer.toString();
        };
    }

    @Test
    void itsPagesBeginAndEndAsThoseOfDynamoDbDo() {
        Random random = new Random(SEED);
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            List<Write> writes = IntStream.range(0, 9)
                    .mapToObj(i ->
                            Write.put(Row.of(new Key("PAGES", "S" + i)).with(Attribute.any("place"), "P" + (9 - i))))
                    .toList();
            engines.table(NAME).write(writes);
        }
        for (int i = 0; i < 40; i++) {
            boolean byPlace = random.nextBoolean();
            boolean ascending = random.nextBoolean();
            int limit = 1 + random.nextInt(10);
            assertThat(pages(memory, byPlace, ascending, limit)).isEqualTo(pages(real, byPlace, ascending, limit));
        }
    }

    private static List<String> pages(DynamoDbClient client, boolean byPlace, boolean ascending, int limit) {
        List<String> pages = new ArrayList<>();
        Map<String, AttributeValue> start = Map.of();
        do {
            Map<String, AttributeValue> from = start;
            QueryResponse page = client.query(q -> q.tableName(NAME)
                    .indexName(byPlace ? "place" : null)
                    .keyConditionExpression("#pk = :pk AND begins_with(#sort, :prefix)")
                    .expressionAttributeNames(Map.of("#pk", "pk", "#sort", byPlace ? "place" : "sk"))
                    .expressionAttributeValues(Map.of(
                            ":pk", AttributeValue.fromS("PAGES"), ":prefix", AttributeValue.fromS(byPlace ? "P" : "S")))
                    .scanIndexForward(ascending)
                    .limit(limit)
                    .exclusiveStartKey(from.isEmpty() ? null : from));
            start = page.lastEvaluatedKey();
            pages.add(page.items().stream().map(TreeMap::new).toList() + " then " + new TreeMap<>(start));
        } while (!start.isEmpty());
        return pages;
    }

    @Test
    void aQueryOfManyLargeRowsFindsThemAll() {
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            Table table = engines.table(NAME);
            for (int i = 0; i < 8; i++) {
                table.write(List.of(
                        Write.put(Row.of(new Key("LARGE", "S" + i)).with(Attribute.any("text"), "x".repeat(300_000)))));
            }
            assertThat(table.query(Query.of("LARGE", "S"))).hasSize(8);
            assertThat(answer(
                            t -> {
                                t.write(List.of(Write.put(Row.of(new Key("LARGE", "S"))
                                        .with(Attribute.any("text"), "x".repeat(410_000)))));
                                return "written";
                            },
                            table))
                    .isEqualTo("refused with ValidationException");
        }
    }

    @Test
    void aTransactionWithTwoChangesOfOneRowIsRefused() {
        List<Write> writes = List.of(Write.put(Row.of(new Key("A", "1"))), Write.delete(new Key("A", "1")));
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            assertThat(answer(
                            table -> {
                                table.write(writes);
                                return "written";
                            },
                            engines.table(NAME)))
                    .isEqualTo("refused with ValidationException");
        }
    }

    @Test
    void aTransactionOfMoreThanFourMegabytesIsRefused() {
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            assertThat(answer(table -> written(table, 10), engines.table(NAME))).isEqualTo("written");
            assertThat(answer(table -> written(table, 11), engines.table(NAME)))
                    .isEqualTo("refused with ValidationException");
        }
    }

    private static String written(Table table, int rows) {
        table.write(IntStream.range(0, rows)
                .mapToObj(i ->
                        Write.put(Row.of(new Key("MANY", "S" + i)).with(Attribute.any("text"), "x".repeat(400_000))))
                .toList());
        return "written";
    }

    @Test
    void keysThatNoTableTakesAreRefused() {
        Row row = Row.of(new Key("A", "1"));
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            for (Row refused : List.of(
                    Row.of(new Key("A", "")),
                    Row.of(new Key("A", "x".repeat(1_025))),
                    row.with(Attribute.any("place"), ""),
                    row.with(Attribute.any("place"), 5),
                    row.with(Attribute.any("place"), "x".repeat(1_025)))) {
                assertThat(answer(
                                table -> {
                                    table.write(List.of(Write.put(refused)));
                                    return "written";
                                },
                                engines.table(NAME)))
                        .isEqualTo("refused with ValidationException");
            }
        }
    }

    @Test
    void anEmptyKeyIsNotAskedFor() {
        for (Engines engines : List.of(LOCAL, IN_MEMORY)) {
            assertThat(answer(table -> table.query(Query.of("A", "")).toString(), engines.table(NAME)))
                    .isEqualTo("refused with ValidationException");
        }
    }

    @Test
    void whatItHeldCanBePutBack() {
        MemoryTable rows = MemoryTable.ofInserts(row -> {});
        Table table = TableService.over(rows);
        table.write(List.of(Write.put(Row.of(new Key("A", "1")).with(Attribute.any("n"), 1))));
        MemoryTable.Snapshot before = rows.snapshot();
        table.write(List.of(Write.update(new Key("A", "1")).add(Attribute.whole("n"), 1)));
        table.write(List.of(Write.put(Row.of(new Key("A", "2")))));
        MemoryTable.Snapshot after = rows.snapshot();

        rows.restore(before);
        assertThat(rows.items())
                .singleElement()
                .satisfies(item -> assertThat(item.get("n")).isEqualTo(AttributeValue.fromN("1")));
        rows.restore(after);
        assertThat(rows.items()).hasSize(2);
    }
}
