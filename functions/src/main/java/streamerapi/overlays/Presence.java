package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.AttributeFamily;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.Objects;

/// The sockets of an overlay, as its row has them: an attribute for each, with the time at which API Gateway closes it.
/// After that time a socket does not count, whether or not its close was reported.
///
/// An overlay is online from the `overlay.connected` of its first socket to the `overlay.disconnected` that follows its
/// last one; between the last socket and that event there is the grace window.
///
/// @param row null if it never had a socket
record Presence(Key key, @Nullable Row row) {

    private static final AttributeFamily<Attribute<Instant>> SOCKET = new AttributeFamily<>("socket_", Attribute::time);
    private static final Attribute<Instant> ONLINE = Attribute.time("online_since");
    private static final Attribute.Whole ARRIVALS = Attribute.whole("arrivals");
    private static final Attribute<Instant> LEFT_AT = Attribute.time("left_at");
    private static final Attribute<String> LEFT_BECAUSE = Attribute.text("left_because");
    private static final Attribute<String> ENDED = Attribute.text("ended");

    static Presence of(String tenantId, String overlayId, @Nullable Row row) {
        return new Presence(Keys.presence(tenantId, overlayId), row);
    }

    /// Whether one of its sockets is live.
    boolean isConnected(Instant now) {
        return sockets(now) > 0;
    }

    /// How many of its sockets are live.
    long sockets(Instant now) {
        return row == null
                ? 0
                : SOCKET.in(row).values().stream()
                        .filter(socket -> !isOver(row, socket, now))
                        .count();
    }

    /// Since when it has been there, or null while it is not.
    @Nullable
    Instant onlineSince() {
        return row == null ? null : row.find(ONLINE);
    }

    /// Whether it was announced that it is there, and not yet that it is gone.
    boolean isOnline() {
        return row != null && row.has(ONLINE);
    }

    /// When its last socket left, or null if none said so.
    @Nullable
    Instant leftAt() {
        return row == null ? null : row.find(LEFT_AT);
    }

    /// The reason for which it is gone: that of all its sockets' end, or else that of the last one.
    String reason() {
        String ended = row == null ? null : row.find(ENDED);
        String left = row == null ? null : row.find(LEFT_BECAUSE);
        return Objects.requireNonNullElse(
                ended, Objects.requireNonNullElse(left, DisconnectReason.HEARTBEAT_TIMEOUT.label()));
    }

    /// The name that the overlay had when its last socket came.
    String name() {
        return Objects.requireNonNull(row).get(Overlay.NAME);
    }

    /// A socket comes. Those whose time is over are dropped.
    Write arrival(String name, String connectionId, Instant closes, Instant now) {
        Write write = Write.update(key)
                .set(Overlay.NAME, name)
                .set(socket(connectionId), closes)
                .add(ARRIVALS, 1)
                .remove(LEFT_AT)
                .remove(LEFT_BECAUSE)
                .remove(ENDED)
                .when(isOnline() ? Condition.exists(ONLINE) : Condition.absent(ONLINE));
        if (row != null) {
            SOCKET.in(row).values().stream()
                    .filter(socket -> isOver(row, socket, now))
                    .forEach(write::remove);
        }
        return isOnline() ? write : write.set(ONLINE, now);
    }

    /// A socket leaves.
    static Write departure(String tenantId, String overlayId, String connectionId, DisconnectReason why, Instant now) {
        return Write.update(Keys.presence(tenantId, overlayId))
                .set(LEFT_AT, now)
                .set(LEFT_BECAUSE, why.label())
                .remove(socket(connectionId));
    }

    /// The last report of its pages; null if none has sent one since the overlay came.
    @Nullable
    OverlayReport report() {
        return row == null ? null : OverlayReport.in(row);
    }

    /// The write that keeps the report of an overlay's page. It is refused if the overlay is not connected.
    static Write reported(String tenantId, String overlayId, OverlayReport report) {
        return Write.update(Keys.presence(tenantId, overlayId))
                .set(OverlayReport.STATE, report.state())
                .set(OverlayReport.WHY, report.why())
                .set(OverlayReport.AT, report.at())
                .when(Condition.exists(ONLINE));
    }

    /// All its sockets are about to end, if it has any.
    Write ending(DisconnectReason why) {
        return isOnline()
                ? Write.update(key).set(ENDED, why.label()).when(unchanged())
                : Write.check(key).when(unchanged());
    }

    /// It is announced that it is gone.
    Write offline() {
        return Write.update(key)
                .remove(ONLINE)
                .remove(LEFT_AT)
                .remove(LEFT_BECAUSE)
                .remove(ENDED)
                .remove(OverlayReport.STATE)
                .remove(OverlayReport.WHY)
                .remove(OverlayReport.AT)
                .when(isOnline() ? Condition.all(unchanged(), Condition.exists(ONLINE)) : unchanged());
    }

    /// The write that removes its row.
    Write forgotten() {
        return Write.delete(key).when(unchanged());
    }

    /// The condition that no socket has come since the row was read.
    private Condition unchanged() {
        return row != null && row.has(ARRIVALS)
                ? Condition.equal(ARRIVALS, row.get(ARRIVALS))
                : Condition.absent(ARRIVALS);
    }

    private static Attribute<Instant> socket(String connectionId) {
        return SOCKET.of(Sha256.hex(connectionId).substring(0, 16));
    }

    private static boolean isOver(Row row, Attribute<Instant> socket, Instant now) {
        return row.get(socket).toEpochMilli() < now.toEpochMilli();
    }
}
