package streamerapi.overlays;

import streamerapi.shared.labels.Labelled;

/// The reason for which an overlay went offline (spec "overlay.disconnected").
public enum DisconnectReason implements Labelled {
    /// Its page closed the socket.
    CLOSED,
    /// The connection broke, or the server closed it.
    SOCKET_CLOSED,
    /// Nothing came from it for so long that API Gateway closed the socket.
    HEARTBEAT_TIMEOUT,
    /// The overlay has another key.
    KEY_ROTATED,
    /// The overlay is no more.
    OVERLAY_DELETED
}
