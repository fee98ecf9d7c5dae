package streamerapi.media;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

/// The media items that an overlay claimed and left behind (contract "Overlays' own rights").
public final class AbandonedMedia {

    /// The most items that one transaction releases, with room to spare; a page that plays one video at a time leaves
    /// one.
    private static final int MAX_RELEASED = 20;

    private final Table table;

    public AbandonedMedia(Table table) {
        this.table = table;
    }

    /// Lets go of the items that an overlay claimed while it had a socket: they wait again, in their old places.
    ///
    /// @param from when the overlay's first socket came
    /// @param to when its last one went
    /// @return how many there were
    public Outcome<Integer> release(String tenantId, String overlayId, Instant from, Instant to) {
        List<Row> index = table.query(Query.places(Keys.account(tenantId), "MQ"));
        Player player =
                Player.of(index.stream().filter(Player::isAt).findFirst().orElse(null));
        List<MediaItem> left = index.stream()
                .filter(row -> !Player.isAt(row))
                .map(MediaItem::new)
                .filter(item -> item.isClaimedBy(overlayId, from, to))
                .limit(MAX_RELEASED)
                .toList();
        Outcome<Integer> released = Outcome.of(left.size());
        for (MediaItem item : left) {
            released = released.and(Outcome.of(item)
                    .writing(Write.update(item.key())
                            .remove(MediaItem.CLAIMED_AT)
                            .remove(MediaItem.CLAIMED_BY)
                            .when(item.unchanged()))
                    .emitting(MediaEvents.RELEASED, item)
                    .ofTest(item.isTest()));
        }
        return left.isEmpty() ? released : released.writing(player.ended(tenantId, left));
    }
}
