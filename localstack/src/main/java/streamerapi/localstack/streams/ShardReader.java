package streamerapi.localstack.streams;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Reads one shard of the engine from its checkpoint to its end, and gives its records to the shards that AWS would
/// have in its place.
final class ShardReader implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ShardReader.class.getName());
    private static final Duration TROUBLE = Duration.ofSeconds(1);

    /// The number of records in an answer after which more may be there already.
    private static final int BUSY = 100;

    private final StreamTriggerSettings settings;
    private final String engineArn;
    private final String shard;
    private final ShardIteratorType from;
    private final DynamoDbStreamsClient streams;
    private final Checkpoints checkpoints;
    private final Progress progress;
    private final Duration idle;
    private final Runnable whenFinished;
    private final Semaphore nudges = new Semaphore(0);
    private final AtomicLong told = new AtomicLong();

    /// How many of the writes that were told are read.
    private final AtomicLong looked = new AtomicLong(-1);

    private final PretendShards pretended;
    private final Thread thread;
    private @Nullable String lastRead;

    /// @param from where to begin if there is no checkpoint
    /// @param idle how long to wait after reading little, unless [#nudge] ends the wait
    ShardReader(
            StreamTriggerSettings settings,
            String engineArn,
            String shard,
            ShardIteratorType from,
            DynamoDbStreamsClient streams,
            Checkpoints checkpoints,
            BatchRunner runner,
            Duration idle,
            Runnable whenFinished) {
        this.settings = settings;
        this.engineArn = engineArn;
        this.shard = shard;
        this.from = from;
        this.streams = streams;
        this.checkpoints = checkpoints;
        this.idle = idle;
        this.whenFinished = whenFinished;
        this.progress = new Progress(shard, checkpoints);
        this.pretended = new PretendShards(shard, settings, runner, progress);
        this.thread = Thread.ofVirtual().name("shard-" + shard).unstarted(this::read);
        this.lastRead = checkpoints.position(shard).orElse(null);
    }

    void start() {
        thread.start();
    }

    /// Looks for new records at once.
    void nudge() {
        told.incrementAndGet();
        nudges.release();
    }

    /// Whether there is a write that was told and not read, or a record that is being worked on.
    boolean isWorking() {
        return looked.get() < told.get() || progress.isOpen();
    }

    private void read() {
        try {
            String iterator = iterator();
            while (iterator != null) {
                iterator = readOn(iterator);
                if (Thread.interrupted()) {
                    return;
                }
            }
            progress.awaitAllClosed();
            checkpoints.finish(shard);
            whenFinished.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable String readOn(String iterator) throws InterruptedException {
        try {
            nudges.drainPermits();
            long until = told.get();
            GetRecordsResponse response = streams.getRecords(b -> b.shardIterator(iterator));
            deal(response.records());
            String next = response.nextShardIterator();
            if (next != null && response.records().size() < BUSY) {
                looked.set(until);
                if (!nudges.tryAcquire(idle.toNanos(), TimeUnit.NANOSECONDS)) {
                    LOG.log(Level.FINEST, "No write was told, {0} is looked at anyway", shard);
                }
            }
            return next;
        } catch (ExpiredIteratorException e) {
            return iterator();
        } catch (SdkException e) {
            waitAfter(e);
            return iterator;
        }
    }

    private static void waitAfter(SdkException trouble) throws InterruptedException {
        if (!Thread.currentThread().isInterrupted()) {
            LOG.log(Level.WARNING, "The stream cannot be read: {0}", trouble.getMessage());
        }
        Thread.sleep(TROUBLE);
    }

    private void deal(List<Record> sources) throws InterruptedException {
        var items = new ArrayList<StreamRecord>();
        for (Record source : sources) {
            StreamRecord item = StreamRecord.of(source, settings);
            progress.open(item.position());
            lastRead = item.position();
            if (settings.filter().passes(item.json())) {
                items.add(item);
            } else {
                progress.close(List.of(item.position()));
            }
        }
        pretended.add(items);
    }

    /// The place after the last record that was read; the shard's beginning if the engine no longer has that.
    private String iterator() throws InterruptedException {
        while (true) {
            String position = lastRead;
            try {
                return position == null ? first() : after(position);
            } catch (TrimmedDataAccessException e) {
                LOG.log(Level.WARNING, "The stream no longer has {0}; reading what is left", position);
                lastRead = null;
            } catch (SdkException e) {
                waitAfter(e);
            }
        }
    }

    private String first() {
        return streams.getShardIterator(
                        b -> b.streamArn(engineArn).shardId(shard).shardIteratorType(from))
                .shardIterator();
    }

    private String after(String position) {
        return streams.getShardIterator(b -> b.streamArn(engineArn)
                        .shardId(shard)
                        .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                        .sequenceNumber(position))
                .shardIterator();
    }

    @Override
    public void close() {
        thread.interrupt();
        pretended.close();
    }
}
