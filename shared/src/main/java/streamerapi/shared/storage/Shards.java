package streamerapi.shared.storage;

import streamerapi.shared.digests.Sha256;

/// Rows or partitions that a load is split into by the hashes of ids, so that writes at the same time mostly meet
/// different ones.
public final class Shards {

    private Shards() {}

    /// The number of the shard, counted from 0, that an id belongs to: always the same one.
    public static int of(String id, int shards) {
        return Math.floorMod(Sha256.hex(id).hashCode(), shards);
    }
}
