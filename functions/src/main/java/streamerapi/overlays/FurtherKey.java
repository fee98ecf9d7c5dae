package streamerapi.overlays;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A further key of an overlay: the same overlay in another scene, or on another computer. Its row stands among the
/// account's own, so that with the account its credential goes, too.
record FurtherKey(String hash, Row row) {

    /// How many an overlay can have, beside the key that it was made with.
    static final int MAX_KEYS = 4;

    private static final Attribute<String> HASH = Attribute.text("hash");
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    static FurtherKey of(Row row) {
        return new FurtherKey(row.get(HASH), row);
    }

    static FurtherKey made(String tenantId, String overlayId, String hash, Instant now) {
        return of(Row.of(new Key(Keys.account(tenantId), prefix(overlayId) + hash))
                .with(HASH, hash)
                .with(CREATED_AT, now));
    }

    /// Whether a row is one of an overlay's.
    static boolean isOne(Row row, String overlayId) {
        return row.key().sort().startsWith(prefix(overlayId));
    }

    /// The beginning of the rows of an overlay's further keys: they stand behind the overlay, as its sockets do.
    private static String prefix(String overlayId) {
        return Keys.OVERLAY + overlayId + "#KEY#";
    }

    /// The write that keeps it.
    Write kept() {
        return Write.put(row).when(Condition.noRow());
    }

    /// The writes after which all of these open nothing.
    static Write[] removed(List<FurtherKey> keys) {
        return keys.stream()
                .flatMap(key -> Stream.of(Write.delete(key.row.key()), Write.delete(Keys.credential(key.hash))))
                .toArray(Write[]::new);
    }
}
