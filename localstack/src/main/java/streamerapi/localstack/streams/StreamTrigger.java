package streamerapi.localstack.streams;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Follows the shards of one stream: reads each, parents before the shards that they were split into.
final class StreamTrigger implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StreamTrigger.class.getName());
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final StreamTriggerSettings settings;
    private final String engineArn;
    private final DynamoDbStreamsClient streams;
    private final Checkpoints checkpoints;
    private final BatchRunner runner;
    private final Duration idle;
    private final Map<String, ShardReader> readers = new ConcurrentHashMap<>();
    private final Set<String> finished = ConcurrentHashMap.newKeySet();
    private final Thread finder;

    StreamTrigger(
            StreamTriggerSettings settings,
            String engineArn,
            DynamoDbStreamsClient streams,
            Checkpoints checkpoints,
            BatchRunner runner,
            Duration idle) {
        this.settings = settings;
        this.engineArn = engineArn;
        this.streams = streams;
        this.checkpoints = checkpoints;
        this.runner = runner;
        this.idle = idle;
        this.finder = Thread.ofVirtual().name("stream-" + settings.function()).unstarted(this::follow);
    }

    void start() {
        finder.start();
    }

    void pause() throws InterruptedException {
        runner.pause();
    }

    void resume() {
        runner.resume();
    }

    /// Whether a shard is being worked on, or none is found yet.
    boolean isWorking() {
        return readers.isEmpty() || readers.values().stream().anyMatch(ShardReader::isWorking);
    }

    void nudge() {
        readers.values().forEach(ShardReader::nudge);
    }

    private void follow() {
        boolean first = checkpoints.isEmpty();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                startReaders(first);
                first = false;
            } catch (SdkException e) {
                if (!Thread.currentThread().isInterrupted()) {
                    LOG.log(Level.WARNING, "The stream cannot be described: {0}", e.getMessage());
                }
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private void startReaders(boolean first) {
        List<Shard> shards = shards();
        var present = new HashSet<String>();
        shards.forEach(shard -> present.add(shard.shardId()));
        for (Shard shard : shards) {
            String id = shard.shardId();
            String parent = shard.parentShardId();
            boolean parentOpen = parent != null && present.contains(parent) && !isFinished(parent);
            if (parentOpen || isFinished(id) || readers.containsKey(id)) {
                continue;
            }
            var from = first && settings.fromLatest() ? ShardIteratorType.LATEST : ShardIteratorType.TRIM_HORIZON;
            var reader = new ShardReader(
                    settings, engineArn, id, from, streams, checkpoints, runner, idle, () -> finish(id));
            readers.put(id, reader);
            reader.start();
        }
    }

    private boolean isFinished(String shard) {
        return finished.contains(shard) || checkpoints.isFinished(shard);
    }

    private void finish(String shard) {
        finished.add(shard);
        ShardReader reader = readers.remove(shard);
        if (reader != null) {
            reader.close();
        }
        LockSupport.unpark(finder);
    }

    private List<Shard> shards() {
        var shards = new ArrayList<Shard>();
        String last = null;
        do {
            @Nullable String from = last;
            var page = streams.describeStream(b -> b.streamArn(engineArn).exclusiveStartShardId(from))
                    .streamDescription();
            shards.addAll(page.shards());
            last = page.lastEvaluatedShardId();
        } while (last != null);
        return shards;
    }

    @Override
    public void close() {
        finder.interrupt();
        readers.values().forEach(ShardReader::close);
    }
}
