package streamerapi.connections;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// A provider refused a request or did not answer it. The message is for the log, and has no secret.
public abstract sealed class ProviderException extends RuntimeException {

    private ProviderException(String message) {
        super(message, null, false, false);
    }

    /// It refused, and will again.
    public static sealed class Refused extends ProviderException {
        private static final int UNAUTHORIZED = 401;

        private final int status;

        public Refused(int status, String message) {
            super(message);
            this.status = status;
        }

        /// Whether it refused the token or the credentials, and not what was asked for.
        public boolean isUnauthorized() {
            return status == UNAUTHORIZED;
        }

        /// The answer's HTTP status.
        public int status() {
            return status;
        }
    }

    /// It refused the amount of a payment; it may take another one.
    public static final class AmountRefused extends Refused {

        public AmountRefused(int status, String message) {
            super(status, message);
        }
    }

    /// It did not answer, or could not.
    public static sealed class Unavailable extends ProviderException {
        private final transient @Nullable Duration retryAfter;

        public Unavailable(String message, @Nullable Duration retryAfter) {
            super(message);
            this.retryAfter = retryAfter;
        }

        /// How long it asks to be left alone, or null.
        public @Nullable Duration retryAfter() {
            return retryAfter;
        }
    }

    /// It takes no more of these requests, for now or as long as there are so many.
    public static final class Limited extends Unavailable {

        public Limited(String message, @Nullable Duration retryAfter) {
            super(message, retryAfter);
        }
    }

    /// It gives the answer to an idempotency key again that it gave before: a fault of its own. It will give it for as
    /// long as it keeps the key.
    public static final class Replayed extends Unavailable {

        public Replayed(String message) {
            super(message, null);
        }
    }
}
