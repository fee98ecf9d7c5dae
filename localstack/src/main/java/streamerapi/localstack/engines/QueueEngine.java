package streamerapi.localstack.engines;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/// Queues in this JVM, which speak SQS's protocol.
public interface QueueEngine extends Engine {

    /// The start of an engine.
    @FunctionalInterface
    interface Start {
        /// @param dataDir where messages are kept, or null to keep them in memory
        QueueEngine in(@Nullable Path dataDir) throws Exception;
    }
}
