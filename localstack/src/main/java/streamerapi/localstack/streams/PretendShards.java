package streamerapi.localstack.streams;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/// The shards that AWS would have in the place of one of DynamoDB Local's: four, as a new table on demand has, which
/// split or are followed by another one while the stack runs.
///
/// A partition key is in one open shard at a time. The numbers of a line of shards grow, from a shard to those that it
/// is split into as well; numbers of two lines tell nothing about each other, so here they lie far apart, and not in
/// the order of the lines.
final class PretendShards implements AutoCloseable {

    private static final int LINES = 4;

    /// How far apart the lines' numbers begin; the engine's own have 21 digits.
    private static final BigInteger APART = BigInteger.TEN.pow(24);

    private static final int[] BEGINNINGS = {7, 2, 9, 4};

    /// So often a shard is split in two; after that each is followed by one other.
    private static final int SPLITS = 2;

    private final String name;
    private final StreamTriggerSettings settings;
    private final BatchRunner runner;
    private final Progress progress;
    private final Map<Place, PretendShard> open = new HashMap<>();
    private final List<PretendShard> all = new ArrayList<>();
    private final ReentrantLock dealing = new ReentrantLock();

    /// The place of a shard: its line, the number of splits before it, and its number among the shards beside it.
    private record Place(int line, int splits, int nth) {}

    PretendShards(String name, StreamTriggerSettings settings, BatchRunner runner, Progress progress) {
        this.name = name;
        this.settings = settings;
        this.runner = runner;
        this.progress = progress;
        for (int line = 0; line < LINES; line++) {
            open(new Place(line, 0, 0), List.of());
        }
    }

    private void open(Place place, List<CompletableFuture<Boolean>> parents) {
        PretendShard shard = new PretendShard(
                "%s-%d-%d-%d".formatted(name, place.line, place.splits, place.nth),
                settings,
                runner,
                progress,
                dealing,
                parents);
        open.put(place, shard);
        all.add(shard);
    }

    /// Gives each record to the open shard of its partition key, under that shard's number. Records that are read
    /// together are distributed together, so that no batch ends before all of them are there.
    void add(List<StreamRecord> items) {
        dealing.lock();
        try {
            items.forEach(this::add);
        } finally {
            dealing.unlock();
        }
    }

    private void add(StreamRecord item) {
        Place place = placeOf(item.partition());
        if (at(place).dealt() >= settings.recordsInShard()) {
            follow(place, at(place));
            place = placeOf(item.partition());
        }
        at(place).add(item.withSequenceNumber(number(place.line, item.position())));
    }

    private PretendShard at(Place place) {
        return Objects.requireNonNull(open.get(place));
    }

    private Place placeOf(String partition) {
        int hash = mixed(partition.hashCode());
        int line = hash & (LINES - 1);
        for (int splits = 0; ; splits++) {
            Place place = new Place(line, splits, hash >>> 2 & (1 << splits) - 1);
            if (open.containsKey(place)) {
                return place;
            }
        }
    }

    private void follow(Place place, PretendShard shard) {
        open.remove(place);
        var ends = shard.end();
        if (place.splits == SPLITS) {
            open(place, ends);
        } else {
            open(new Place(place.line, place.splits + 1, place.nth), ends);
            open(new Place(place.line, place.splits + 1, place.nth | 1 << place.splits), ends);
        }
    }

    private static String number(int line, String position) {
        return BigInteger.valueOf(BEGINNINGS[line])
                .multiply(APART)
                .add(new BigInteger(position))
                .toString();
    }

    /// Spreads the few bits in which texts differ.
    private static int mixed(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ mixed >>> 16;
    }

    @Override
    public void close() {
        dealing.lock();
        try {
            all.forEach(PretendShard::close);
        } finally {
            dealing.unlock();
        }
    }
}
