package streamerapi.ledger;

import streamerapi.shared.digests.Sha256;

/// Rows that one sum is split into, so that transactions that add to it at the same time mostly meet different ones.
public final class Shards {

    private Shards() {}

    /// The number of the row, counted from 0, that an id is added to: always the same one.
    public static int of(String id, int shards) {
        return Math.floorMod(Sha256.hex(id).hashCode(), shards);
    }
}
