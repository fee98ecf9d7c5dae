package streamerapi.localstack.engines;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClientBuilder;

import java.nio.file.Path;

/// Tables and their streams in this JVM, which speak DynamoDB's protocol.
public interface TableEngine extends Engine {

    /// The start of an engine.
    @FunctionalInterface
    interface Start {
        /// @param dataDir where rows are kept, or null to keep them in memory
        /// @param onWrite runs after each write to a table
        TableEngine in(@Nullable Path dataDir, Runnable onWrite) throws Exception;
    }

    /// A client of the streams that reaches them by the shortest way.
    ///
    /// @param network of one that reaches them by their protocol
    default DynamoDbStreamsClient streams(DynamoDbStreamsClientBuilder network) {
        return network.build();
    }
}
