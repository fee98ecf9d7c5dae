package streamerapi.realtime;

import streamerapi.shared.labels.Labelled;

/// The reasons for which the server ends a socket, beside the errors that REST has too (contract "Realtime stream").
enum CloseReason implements Labelled {
    AUTH_TIMEOUT("The socket did not sign in within 10 seconds"),
    INVALID_OVERLAY_KEY("No such overlay key"),
    REVOKED("The credential was revoked, or lost a scope: sign in again");

    private final String message;

    CloseReason(String message) {
        this.message = message;
    }

    /// The error frame.
    byte[] frame() {
        return Frames.error(label(), message);
    }

    /// The exception that ends the socket.
    Reached reached() {
        return new Reached(this);
    }

    /// Ends a socket.
    static final class Reached extends RuntimeException {
        private final CloseReason reason;

        private Reached(CloseReason reason) {
            super(reason.message, null, false, false);
            this.reason = reason;
        }

        CloseReason reason() {
            return reason;
        }
    }
}
