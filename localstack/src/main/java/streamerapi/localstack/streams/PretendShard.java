package streamerapi.localstack.streams;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/// One shard of a stream as AWS would have it, with the lanes in which its function works on it.
///
/// A lane takes the records of some items (partition and sort key), and between items of a shard with several lanes
/// there is no order: neither between lanes, which run at the same time, nor in a batch. With one lane there is the
/// shard's own order. A shard that is closed is worked on to its end before the shards that follow it begin.
final class PretendShard implements AutoCloseable {

    private final StreamTriggerSettings settings;
    private final BatchRunner runner;
    private final Progress progress;
    private final Lock dealing;
    private final List<BlockingQueue<Work>> lanes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<CompletableFuture<Boolean>> ends = new ArrayList<>();
    private int dealt;

    /// An entry of a lane.
    private sealed interface Work {}

    private record Item(StreamRecord item) implements Work {}

    /// Nothing comes after it.
    private record End() implements Work {}

    /// @param dealing is held while records are dealt that were read at once
    /// @param parents what must be worked on to its end before
    PretendShard(
            String name,
            StreamTriggerSettings settings,
            BatchRunner runner,
            Progress progress,
            Lock dealing,
            List<CompletableFuture<Boolean>> parents) {
        this.settings = settings;
        this.runner = runner;
        this.progress = progress;
        this.dealing = dealing;
        for (int i = 0; i < settings.lanes(); i++) {
            var lane = new LinkedBlockingQueue<Work>();
            var end = new CompletableFuture<Boolean>();
            lanes.add(lane);
            ends.add(end);
            threads.add(Thread.ofVirtual().name("lane-" + i + "-" + name).start(() -> {
                if (parents.stream().allMatch(CompletableFuture::join)) {
                    work(lane, end);
                }
            }));
        }
    }

    /// How many records it was given.
    int dealt() {
        return dealt;
    }

    void add(StreamRecord item) {
        dealt++;
        lanes.get(Math.floorMod(item.key().hashCode(), lanes.size())).add(new Item(item));
    }

    /// Closes it for new records.
    ///
    /// @return what is complete when each lane has come to its end
    List<CompletableFuture<Boolean>> end() {
        lanes.forEach(lane -> lane.add(new End()));
        return ends;
    }

    private void work(BlockingQueue<Work> lane, CompletableFuture<Boolean> end) {
        try {
            boolean more = true;
            while (more) {
                var batch = new ArrayList<StreamRecord>();
                more = fill(batch, lane);
                if (!batch.isEmpty()) {
                    runner.run(lanes.size() == 1 ? batch : shuffled(batch));
                    progress.close(batch.stream().map(StreamRecord::position).toList());
                }
            }
            end.complete(true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Fills a batch, and tells whether more can follow it.
    private boolean fill(List<StreamRecord> batch, BlockingQueue<Work> lane) throws InterruptedException {
        if (!(lane.take() instanceof Item first)) {
            return false;
        }
        batch.add(first.item());
        runner.awaitOn();
        dealing.lock();
        try {
            if (!fill(batch, lane, Duration.ZERO)) {
                return false;
            }
        } finally {
            dealing.unlock();
        }
        return fill(batch, lane, settings.window());
    }

    private boolean fill(List<StreamRecord> batch, BlockingQueue<Work> lane, Duration window)
            throws InterruptedException {
        long deadline = System.nanoTime() + window.toNanos();
        while (batch.size() < settings.batchSize()) {
            @Nullable Work next = lane.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (!(next instanceof Item more)) {
                return next == null;
            }
            batch.add(more.item());
        }
        return true;
    }

    /// The records in another order, but those of one item in theirs.
    private static List<StreamRecord> shuffled(List<StreamRecord> records) {
        var keys = new ArrayList<String>();
        Map<String, List<StreamRecord>> byKey = new HashMap<>();
        for (StreamRecord item : records) {
            keys.add(item.key());
            byKey.computeIfAbsent(item.key(), key -> new ArrayList<>()).add(item);
        }
        Collections.shuffle(keys, ThreadLocalRandom.current());
        return keys.stream()
                .map(key -> Objects.requireNonNull(byKey.get(key)).removeFirst())
                .toList();
    }

    @Override
    public void close() {
        ends.forEach(end -> end.complete(false));
        threads.forEach(Thread::interrupt);
    }
}
