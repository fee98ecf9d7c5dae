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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Reads one shard from its checkpoint to its end, and deals its records to lanes by their partition key.
final class ShardReader implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ShardReader.class.getName());
    private static final Duration TROUBLE = Duration.ofSeconds(1);

    private final StreamTriggerSettings settings;
    private final String engineArn;
    private final String shard;
    private final ShardIteratorType from;
    private final DynamoDbStreamsClient streams;
    private final Checkpoints checkpoints;
    private final Progress progress;
    private final BatchRunner runner;
    private final Duration idle;
    private final Runnable whenFinished;
    private final Semaphore nudges = new Semaphore(0);
    private final List<BlockingQueue<StreamRecord>> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable String lastRead;

    /// @param from where to begin if there is no checkpoint
    /// @param idle how long to wait after reading nothing, unless [#nudge] ends the wait
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
        this.runner = runner;
        this.idle = idle;
        this.whenFinished = whenFinished;
        this.progress = new Progress(shard, checkpoints);
        this.lastRead = checkpoints.position(shard).orElse(null);
    }

    void start() {
        threads.add(Thread.ofVirtual().name("shard-" + shard).unstarted(this::read));
        for (int i = 0; i < settings.lanes(); i++) {
            var lane = new LinkedBlockingQueue<StreamRecord>();
            lanes.add(lane);
            threads.add(Thread.ofVirtual().name("lane-" + i + "-" + shard).unstarted(() -> work(lane)));
        }
        threads.forEach(Thread::start);
    }

    /// Looks for new records at once.
    void nudge() {
        nudges.release();
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
            GetRecordsResponse response = streams.getRecords(b -> b.shardIterator(iterator));
            for (Record source : response.records()) {
                deal(StreamRecord.of(source, settings));
            }
            if (response.records().isEmpty() && !nudges.tryAcquire(idle.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.log(Level.FINEST, "No write was told, {0} is looked at anyway", shard);
            }
            return response.nextShardIterator();
        } catch (ExpiredIteratorException e) {
            return iterator();
        } catch (SdkException e) {
            if (!Thread.currentThread().isInterrupted()) {
                LOG.log(Level.WARNING, "The stream cannot be read: {0}", e.getMessage());
                Thread.sleep(TROUBLE);
            }
            return iterator;
        }
    }

    private void deal(StreamRecord item) throws InterruptedException {
        progress.open(item.sequenceNumber());
        lastRead = item.sequenceNumber();
        if (settings.filter().passes(item.json())) {
            lanes.get(Math.floorMod(item.partition().hashCode(), lanes.size())).add(item);
        } else {
            progress.close(List.of(item.sequenceNumber()));
        }
    }

    private @Nullable String iterator() {
        String position = lastRead;
        if (position != null) {
            try {
                return streams.getShardIterator(b -> b.streamArn(engineArn)
                                .shardId(shard)
                                .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                                .sequenceNumber(position))
                        .shardIterator();
            } catch (TrimmedDataAccessException e) {
                LOG.log(Level.WARNING, "The stream no longer has {0}; reading what is left", position);
            }
        }
        return streams.getShardIterator(
                        b -> b.streamArn(engineArn).shardId(shard).shardIteratorType(from))
                .shardIterator();
    }

    private void work(BlockingQueue<StreamRecord> lane) {
        try {
            while (true) {
                List<StreamRecord> batch = batch(lane);
                runner.run(batch);
                progress.close(batch.stream().map(StreamRecord::sequenceNumber).toList());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<StreamRecord> batch(BlockingQueue<StreamRecord> lane) throws InterruptedException {
        var batch = new ArrayList<StreamRecord>();
        batch.add(lane.take());
        runner.awaitOn();
        lane.drainTo(batch, settings.batchSize() - 1);
        long end = System.nanoTime() + settings.window().toNanos();
        while (batch.size() < settings.batchSize()) {
            StreamRecord next = lane.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                break;
            }
            batch.add(next);
        }
        return batch;
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
