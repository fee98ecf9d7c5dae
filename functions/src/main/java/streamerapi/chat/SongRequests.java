package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaQueue;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The videos that viewers requested in a channel's chat and that still wait: at most [#MAX_WAITING], and at most
/// [#MAX_OF_A_VIEWER] of each viewer, of however many requests at once. Those of moderators do not count.
///
/// One row has their order ids, each with the hash of its viewer; a request replaces it on the condition that it is
/// unchanged. Which of them still wait, the media queue says.
final class SongRequests {

    /// The most videos of chat that wait at one time.
    static final int MAX_WAITING = 25;

    /// The most of one viewer among them.
    static final int MAX_OF_A_VIEWER = 2;

    private static final Attribute<List<String>> WAITING = Attribute.texts("waiting");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");
    private static final Duration KEPT = Duration.ofDays(2);

    private final String tenantId;
    private final long revision;
    private final Map<String, String> waiting;

    private SongRequests(String tenantId, long revision, Map<String, String> waiting) {
        this.tenantId = tenantId;
        this.revision = revision;
        this.waiting = waiting;
    }

    /// Reads the song requests of an account that still wait.
    static SongRequests read(TableReader table, MediaQueue media, String tenantId) {
        Row row = table.get(ChatKeys.songRequests(tenantId));
        Map<String, String> kept = kept(row);
        Set<String> still = kept.isEmpty() ? Set.of() : media.waiting(tenantId, List.copyOf(kept.keySet()));
        kept.keySet().retainAll(still);
        return new SongRequests(tenantId, row == null ? 0 : row.get(REVISION), kept);
    }

    private static Map<String, String> kept(@Nullable Row row) {
        Map<String, String> kept = new LinkedHashMap<>();
        for (String one : row == null ? List.<String>of() : row.get(WAITING)) {
            int border = one.indexOf(' ');
            kept.put(one.substring(0, border), one.substring(border + 1));
        }
        return kept;
    }

    /// Why a viewer cannot request another one now, in words for chat; null if the viewer can.
    ///
    /// @param viewer as keys name viewers
    @Nullable
    String refusal(String viewer) {
        String hash = hash(viewer);
        if (waiting.values().stream().filter(hash::equals).count() >= MAX_OF_A_VIEWER) {
            return MAX_OF_A_VIEWER + " videos of yours are waiting already.";
        }
        return waiting.size() >= MAX_WAITING
                ? "so many videos are waiting that there is no room for another one now."
                : null;
    }

    /// A write that adds a request, part of the change that queues its video.
    Write with(String orderId, String viewer, Instant now) {
        List<String> all = new ArrayList<>();
        waiting.forEach((order, of) -> all.add(order + " " + of));
        all.add(orderId + " " + hash(viewer));
        return Write.update(ChatKeys.songRequests(tenantId))
                .set(WAITING, all)
                .set(REVISION, revision + 1)
                .set(Table.EXPIRES_AT, now.plus(KEPT).getEpochSecond())
                .when(revision == 0 ? Condition.absent(REVISION) : Condition.equal(REVISION, revision));
    }

    /// A short text that identifies a viewer within an account without being a name.
    private String hash(String viewer) {
        return Sha256.hex(tenantId + "#" + viewer).substring(0, 16);
    }
}
