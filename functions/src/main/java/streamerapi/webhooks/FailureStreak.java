package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/// The failures of an endpoint since its last success, and when they are too many (contract "Auto-disable").
///
/// @param deliveries how many deliveries failed every attempt
/// @param since when the first attempt failed; null if none has
record FailureStreak(long deliveries, @Nullable Instant since) {

    private static final int MAX_DELIVERIES = 5;
    private static final Duration MAX_DURATION = Duration.ofDays(5);

    /// The reason for which an endpoint is given up that fails for 5 days.
    static final String TOO_LONG = "Every attempt has failed for 5 days";

    private static final String TOO_MANY = MAX_DELIVERIES + " deliveries in a row failed every attempt";

    static FailureStreak of(WebhookEndpoint endpoint) {
        return new FailureStreak(endpoint.failures(), endpoint.failingSince());
    }

    /// The streak with a delivery more whose last attempt has failed.
    FailureStreak withDelivery(Instant now) {
        return new FailureStreak(deliveries + 1, Objects.requireNonNullElse(since, now));
    }

    /// Whether every attempt has failed for 5 days.
    boolean isTooLong(Instant now) {
        return since != null && !now.isBefore(since.plus(MAX_DURATION));
    }

    /// Why the endpoint is given up, as its owner reads it; null if it is not.
    @Nullable
    String reasonToGiveUp(Instant now) {
        if (deliveries >= MAX_DELIVERIES) {
            return TOO_MANY;
        }
        return isTooLong(now) ? TOO_LONG : null;
    }
}
