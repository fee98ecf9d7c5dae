package streamerapi.localstack.tables;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The capacity of a table's partition keys: each has a bucket of write units and one of read units, to which so many
/// come in a second, and which hold a second's worth.
///
/// A call is taken while there is something in the buckets of all its partition keys; what it costs is known once it
/// is made, so a bucket can come to owe. DynamoDB also has up to five minutes of unused units at hand, "when it can"
/// (Developer Guide, "Burst capacity"); a partition that is to be relied on does without.
public final class PartitionCapacity {

    /// The units that a partition carries (Developer Guide, "Designing partition keys"), and with a local secondary
    /// index a partition key too, because its rows are never parted.
    private static final int WRITES = 1_000;

    private static final int READS = 3_000;

    /// A read or a write.
    public enum Kind {
        /// They are read.
        READ,
        /// They are written, or only checked in a transaction.
        WRITE
    }

    private record Name(String partition, Kind kind) {}

    private final int writes;
    private final int reads;
    private final InstantSource clock;
    private final Map<Name, Bucket> buckets = new ConcurrentHashMap<>();

    /// @param writes the write units of a second
    /// @param reads  the read units of a second
    public PartitionCapacity(int writes, int reads, InstantSource clock) {
        this.writes = writes;
        this.reads = reads;
        this.clock = clock;
    }

    /// The limits of DynamoDB.
    public static PartitionCapacity ofDynamoDb(InstantSource clock) {
        return new PartitionCapacity(WRITES, READS, clock);
    }

    /// Whether a partition key takes a call now.
    public boolean takes(String partition, Kind kind) {
        return bucket(partition, kind).tokens() > 0;
    }

    /// Takes what a call has cost.
    public void charge(String partition, Kind kind, double units) {
        bucket(partition, kind).charge(units);
    }

    private Bucket bucket(String partition, Kind kind) {
        return buckets.computeIfAbsent(
                new Name(partition, kind), name -> new Bucket(kind == Kind.READ ? reads : writes));
    }

    private final class Bucket {
        private final double rate;
        private double tokens;
        private Instant filledAt = clock.instant();

        private Bucket(double rate) {
            this.rate = rate;
            this.tokens = rate;
        }

        private synchronized double tokens() {
            Instant now = clock.instant();
            if (now.isAfter(filledAt)) {
                tokens = Math.min(
                        rate, tokens + rate * Duration.between(filledAt, now).toNanos() / 1e9);
                filledAt = now;
            }
            return tokens;
        }

        private synchronized void charge(double units) {
            tokens = tokens() - units;
        }
    }
}
