package streamerapi.service;

import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import streamerapi.localstack.Options;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.fixtures.OneAddress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A stack that works on a table that was restored: under another name, with another stream, and without what came
/// after the moment to which it was restored.
@ResourceLock(Service.DATA_DIRECTORY)
class AdoptedTableTest {

    private static final String OWN = "streamer-api-Table";
    private static final String RESTORED = "streamer-api-restored";
    private static final String STREAM =
            "arn:aws:dynamodb:us-east-1:000000000000:table/" + RESTORED + "/stream/2026-11-22T12:00:00.000";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theServiceGoesOnFromTheMomentToWhichItsTableWasRestored() throws Exception {
        try (Engines engines = Engines.embedded(null, () -> {});
                TestReceiver receiver = TestReceiver.open()) {
            Server server = OneAddress.of(engines);
            Options options = Service.options().withEmulator(server.getURI());
            Account before;
            String seen;
            String lost;
            String lateKey;
            try (Service service = Service.start(options)) {
                before = service.newAccount();
                before.api()
                        .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                        .expect(201);
                try (TestSocket socket = TestSocket.signIn(service, before.apiKey())) {
                    socket.next("ready");
                    before.tip("Ada");
                    seen = String.valueOf(socket.next("tip.created").get("id"));
                    await().until(() -> receiver.received().size() == 1);

                    restore(engines.dynamoDb());

                    before.tip("Bo");
                    lost = String.valueOf(socket.next("tip.created").get("id"));
                    await().until(() -> receiver.received().size() == 2);
                }
                lateKey = before.newKey(Set.of());
            }
            int rows = rows(engines.dynamoDb());
            Map<String, String> adopting = new HashMap<>(options.parameters());
            adopting.put("TableStream", STREAM);
            try (Service service =
                    Service.start(options.withTemplate(fromNowOn()).withParameters(adopting))) {
                service.clock().advance(Duration.ofMinutes(30));
                Account account = new Account(
                        service,
                        before.tenantId(),
                        before.apiKey(),
                        before.email(),
                        before.password(),
                        before.ingestSecrets());
                assertThat(names(account)).containsExactly("Ada");
                new ApiClient(service.stack().authUrl(), lateKey).get("/me").expect(401);
                try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
                    socket.next("ready");
                    account.tip("Cy");
                    String after = String.valueOf(socket.next("tip.created").get("id"));
                    await().until(() -> receiver.received().size() == 3);
                    assertThat(names(account)).containsExactly("Ada", "Cy");
                    try (TestSocket since = returning(service, account, seen)) {
                        since.next("ready");
                        assertThat(since.next("tip.created").get("id"))
                                .as("the events of before and after are in one order")
                                .isEqualTo(after);
                        since.next("replay_complete");
                    }
                    try (TestSocket since = returning(service, account, lost)) {
                        since.next("ready");
                        since.next("replay_gap");
                    }
                }
                assertThat(rows(engines.dynamoDb()))
                        .as("nothing goes to the stack's own table")
                        .isEqualTo(rows);
            }
            server.stop();
        }
    }

    /// The template, of which the fan-out hears of nothing that was in the table before: DynamoDB Local cannot read a
    /// stream that was enabled later, so the restored table has one from the beginning, which tells of every row.
    private Path fromNowOn() throws IOException {
        String text = Files.readString(Service.root().resolve("template.yaml"));
        return Files.writeString(
                folder.resolve("template.yaml"),
                text.replace("StartingPosition: TRIM_HORIZON", "StartingPosition: LATEST"));
    }

    private static TestSocket returning(Service service, Account account, String since) {
        return TestSocket.open(service).send(Map.of("since", since, "data", Map.of("apiKey", account.apiKey())));
    }

    private static List<String> names(Account account) {
        return account.api().get("/tts/queue").expect(200).each("items", "name");
    }

    private static int rows(DynamoDbClient dynamoDb) {
        return dynamoDb.scan(b -> b.tableName(OWN).consistentRead(true)).count();
    }

    /// A table with the rows of now, as a restore makes one.
    private static void restore(DynamoDbClient dynamoDb) {
        TableDescription own = dynamoDb.describeTable(b -> b.tableName(OWN)).table();
        dynamoDb.createTable(b -> b.tableName(RESTORED)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE))
                .attributeDefinitions(own.attributeDefinitions())
                .keySchema(own.keySchema())
                .localSecondaryIndexes(own.localSecondaryIndexes().stream()
                        .map(index -> LocalSecondaryIndex.builder()
                                .indexName(index.indexName())
                                .keySchema(index.keySchema())
                                .projection(index.projection())
                                .build())
                        .toList()));
        dynamoDb.scanPaginator(b -> b.tableName(OWN).consistentRead(true))
                .items()
                .forEach(row -> dynamoDb.putItem(b -> b.tableName(RESTORED).item(row)));
    }
}
