package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.counters.Counters;
import streamerapi.media.MediaQueries;
import streamerapi.overlays.SocketFrame;
import streamerapi.overlays.TipGoals;
import streamerapi.overlays.Widget;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;
import streamerapi.tipping.TippingSwitch;
import streamerapi.tts.TtsQueries;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The `ready` frame: whose socket it is, and how everything stands that the credential may read.
///
/// Like every frame it is kept below API Gateway's 128 KB: a long queue is cut, and says so in `has_more`.
final class ReadyFrame {

    private static final int MAX_FRAME = 120 * 1024;

    /// How many items of a queue it has: the most that fit. One of each queue does, beside the largest layout.
    private static final List<Integer> ITEMS = List.of(100, 10, 1);

    /// The data of the frame.
    ///
    /// @param newest the id of the newest event, or null
    /// @param overlay of an overlay's socket: what it shows
    private record Ready(
            Socket socket,
            @Nullable String newest,
            Map<String, @Nullable Object> snapshot,
            @Nullable Map<String, @Nullable Object> overlay) {

        private static final Schema<Ready> SCHEMA = Schema.shown("Ready", "Whose socket it is.", s -> {
            s.text("connection_id", ready -> ready.socket.connectionId());
            s.text("tenant_id", ready -> ready.socket.tenantId());
            s.anyTexts("channels", ready -> ready.socket.channels());
            s.text("last_event_id", Ready::newest);
            s.time("expires_at", ready -> ready.socket.closes());
            s.freeObject("snapshot", Ready::snapshot);
            s.freeObject("overlay", Ready::overlay).orAbsent();
        });
    }

    private final TtsQueries tts;
    private final MediaQueries media;
    private final TipGoals goals;
    private final Counters counters;
    private final TippingSwitch tipping;

    ReadyFrame(Table table, TipGoals goals, InstantSource clock) {
        this.tts = new TtsQueries(table, clock);
        this.media = new MediaQueries(table, clock);
        this.goals = goals;
        this.counters = new Counters(table, clock);
        this.tipping = new TippingSwitch(table, clock);
    }

    /// The frame. It is read after the last event: what is not in the one is in the events that follow.
    ///
    /// @param last the newest event, or null
    byte[] ready(Socket socket, @Nullable LoggedEvent last) {
        byte[] frame = {};
        for (int items : ITEMS) {
            frame = ready(socket, last, items);
            if (frame.length <= MAX_FRAME) {
                break;
            }
        }
        return frame;
    }

    private byte[] ready(Socket socket, @Nullable LoggedEvent last, int items) {
        String tenantId = socket.tenantId();
        Map<String, Async<Object>> parts = new LinkedHashMap<>();
        if (socket.mayRead(Scope.TTS_READ, Widget.TTS)) {
            parts.put("tts", Async.start(() -> tts.snapshot(tenantId, items)));
        }
        Async<MediaQueries.Snapshot> videos = socket.mayRead(Scope.MEDIA_READ, Widget.MEDIA)
                ? Async.start(() -> media.snapshot(tenantId, items))
                : null;
        if (socket.mayRead(Scope.COUNTERS_MANAGE, Widget.COUNTER)) {
            parts.put("counters", Async.start(() -> counters.snapshot(tenantId)));
        }
        if (!socket.isOverlay()) {
            parts.put("tipping", Async.start(() -> tipping.snapshot(tenantId)));
        }
        Async<Map<String, @Nullable Object>> overlay =
                socket.isOverlay() ? Async.start(() -> goals.shown(tenantId, socket.credentialId())) : null;
        Async<Optional<String>> claim = overlay == null
                ? null
                : Async.start(() -> Optional.ofNullable(tts.claimOf(tenantId, socket.credentialId())));
        Map<String, @Nullable Object> snapshot = new LinkedHashMap<>();
        parts.forEach((name, part) -> snapshot.put(name, part.join()));
        if (videos != null) {
            snapshot.put("media", videos.join().json());
        }
        Map<String, @Nullable Object> shown = null;
        if (overlay != null && claim != null) {
            shown = overlay.join();
            shown.put("claim", claim.join().orElse(null));
            shown.put("media_claim", videos == null ? null : videos.join().claimOf(socket.credentialId()));
        }
        String newest = last == null ? null : last.id();
        return SocketFrame.of("ready", Ready.SCHEMA, new Ready(socket, newest, snapshot, shown))
                .bytes();
    }
}
