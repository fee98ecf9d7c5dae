package streamerapi.connections;

import java.util.Locale;

/// A type of the platform's events, and whether the platform sends it.
public record Subscription(String type, State state) {

    /// How a subscription stands.
    public enum State {
        OK,
        PENDING,
        MISSING,
        REVOKED;

        /// The state as fields name it.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
