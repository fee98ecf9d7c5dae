package streamerapi.realtime;

import java.util.Locale;

/// The reasons for which the server ends a socket, beside the errors that REST has too (contract "Realtime stream").
enum CloseReason {
    AUTH_TIMEOUT("The socket did not sign in within 10 seconds"),
    INVALID_OVERLAY_KEY("No such overlay key"),
    REVOKED("The credential was revoked, or lost a scope: sign in again");

    private final String message;

    CloseReason(String message) {
        this.message = message;
    }

    /// The code of the error frame: `auth_timeout`.
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The error frame.
    byte[] frame() {
        return Frames.error(code(), message);
    }

    /// The exception that ends the socket.
    Reached reached() {
        return new Reached(this);
    }

    /// Ends a socket.
    static final class Reached extends RuntimeException {
        private final CloseReason ending;

        private Reached(CloseReason ending) {
            super(ending.message, null, false, false);
            this.ending = ending;
        }

        CloseReason ending() {
            return ending;
        }
    }
}
