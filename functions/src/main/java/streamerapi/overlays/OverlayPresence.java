package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Announces overlays: online with their first socket, offline ten seconds after their last one, unless they are back.
///
/// Comings and goings are written with the socket's own rows. Each going sends a message that comes when the grace
/// window is over, before it is written: so none is lost, and one too many changes nothing.
public final class OverlayPresence {

    /// The only field of the messages that it sends to the work queue, and handles.
    public static final String TASK = "overlay";

    private static final Duration GRACE = Duration.ofSeconds(10);

    /// How far the clocks of two processes can be apart: one notes when a socket comes and goes, another one when the
    /// overlay claims something.
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    private final Table table;
    private final Outbox outbox;
    private final DelayQueue queue;
    private final InstantSource clock;

    public OverlayPresence(Table table, Outbox outbox, DelayQueue queue, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.queue = queue;
        this.clock = clock;
    }

    /// The widgets that an overlay shows. An overlay that has been deleted shows the usual ones: its
    /// credential is no longer good when the socket is let in.
    public Set<Widget> widgets(Caller overlay) {
        Row row = table.get(Keys.overlay(overlay.tenantId(), overlay.id()));
        return Widget.shown(row == null ? List.of() : row.get(Overlay.WIDGETS));
    }

    /// An overlay's socket signs in.
    ///
    /// @param closes when API Gateway will close it
    public Outcome<?> arrival(Caller overlay, String connectionId, Instant closes) {
        Instant now = clock.instant();
        Key key = Keys.presence(overlay.tenantId(), overlay.id());
        Presence before = new Presence(key, table.get(key));
        Outcome<?> arrived = Outcome.empty().writing(before.arrival(overlay.name(), connectionId, closes, now));
        return before.isOnline()
                ? arrived
                : arrived.emitting(OverlayConnected.EVENT, new OverlayConnected(overlay.id(), overlay.name(), now));
    }

    /// An overlay's socket leaves: part of the change that forgets it.
    public Write departure(String tenantId, String overlayId, String connectionId, DisconnectReason why) {
        Instant now = clock.instant();
        send(tenantId, overlayId, now.plus(GRACE));
        return Presence.departure(tenantId, overlayId, connectionId, why, now);
    }

    /// The claims of an overlay that is gone.
    @FunctionalInterface
    public interface Claims {

        /// Lets go of what an overlay claimed from one time to another, part of the change that announces its going.
        Outcome<?> release(String tenantId, String overlayId, Instant from, Instant to);
    }

    /// A grace window is over: an overlay that is not back is offline, and holds no claim. It may be done twice.
    ///
    /// @param message the fields of the message
    public void settle(Map<String, @Nullable Object> message, Claims claims) {
        String tenantId = Json.text(message, "tenant_id");
        String overlayId = Json.text(message, "id");
        outbox.commit(tenantId, null, () -> settled(tenantId, overlayId, claims));
    }

    private Outcome<?> settled(String tenantId, String overlayId, Claims claims) {
        Key overlayKey = Keys.overlay(tenantId, overlayId);
        Key presenceKey = Keys.presence(tenantId, overlayId);
        Map<Key, Row> rows = table.getAll(overlayKey, presenceKey);
        Row overlay = rows.get(overlayKey);
        Presence presence = new Presence(presenceKey, rows.get(presenceKey));
        Instant now = clock.instant();
        if (presence.row() == null || presence.isConnected(now)) {
            return Outcome.empty();
        }
        Outcome<?> settled = Outcome.empty().writing(overlay == null ? presence.forgotten() : presence.offline());
        if (!presence.isOnline()) {
            return settled;
        }
        Instant left = presence.leftAt();
        if (left != null && now.isBefore(left.plus(GRACE))) {
            send(tenantId, overlayId, left.plus(GRACE));
            return Outcome.empty();
        }
        String name = overlay == null ? presence.name() : overlay.get(Overlay.NAME);
        Instant gone = left == null ? now : left;
        Instant since = presence.onlineSince();
        Instant from = since == null ? now : since;
        return settled.by(new Actor.Overlay(overlayId, name))
                .emitting(OverlayDisconnected.EVENT, new OverlayDisconnected(overlayId, name, presence.reason(), gone))
                .and(claims.release(tenantId, overlayId, from.minus(CLOCKS), gone.plus(CLOCKS)));
    }

    private void send(String tenantId, String overlayId, Instant due) {
        queue.send(
                Json.writeText(Map.of(TASK, Map.of("tenant_id", tenantId, "id", overlayId))),
                due,
                MessageGroups.of(tenantId));
    }
}
