package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClientBuilder;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.TableEngine;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

/// An engine whose one table is a [MemoryTable]: DynamoDB's protocol, in this process and on loopback. A call costs a
/// small part of the processor's time that DynamoDB Local takes for it, and `MemoryTableTest` holds the two equal.
///
/// It counts no capacity, and a request that wants it counted is refused: a test of what a read consumes takes DynamoDB
/// Local.
public final class MemoryTables implements TableEngine {

    private static final Set<String> WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems");

    private final TableDefinition definition = new TableDefinition();
    private final TableStream stream = new TableStream();
    private final TableService table = new TableService(new MemoryTable(stream::changed));
    private final Runnable onWrite;
    private final LocalService service = new LocalService(this::answer);

    private MemoryTables(Runnable onWrite) {
        this.onWrite = onWrite;
    }

    /// Starts an engine. One with a data directory is DynamoDB Local, since nothing is kept here.
    ///
    /// @param onWrite runs after each write
    public static TableEngine start(@Nullable Path dataDir, Runnable onWrite) throws Exception {
        return dataDir == null ? new MemoryTables(onWrite) : Engines.DYNAMODB_LOCAL.in(dataDir, onWrite);
    }

    @Override
    public URI address() {
        return service.address();
    }

    private Answered answer(String target, JsonNode body) {
        String operation = target.substring(target.indexOf('.') + 1);
        if (TableDefinition.OPERATIONS.contains(operation)) {
            return definition.answer(operation, body);
        }
        if (!body.findValuesAsText("TableName").stream().allMatch(definition::isNamed)) {
            return Answered.refused("ResourceNotFoundException", JsonNodeFactory.instance.objectNode());
        }
        if (!body.path("ReturnConsumedCapacity").asText("NONE").equals("NONE")) {
            throw new IllegalStateException("Capacity is not counted in memory");
        }
        Answered answered = table.answer(operation, body);
        if (WRITES.contains(operation)) {
            onWrite.run();
        }
        return answered;
    }

    @Override
    public SdkHttpClient inProcess(SdkHttpClient network) {
        return service.inProcess(network);
    }

    @Override
    public DynamoDbStreamsClient streams(DynamoDbStreamsClientBuilder network) {
        return stream;
    }

    @Override
    public void close() {
        service.close();
    }
}
