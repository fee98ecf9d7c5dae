package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/// How an endpoint is doing, and when it is given up (contract "Auto-disable").
final class EndpointHealth {

    private static final Duration NOTED_EVERY = Duration.ofMinutes(1);

    private final Table table;
    private final Outbox outbox;
    private final InstantSource clock;

    EndpointHealth(Table table, Outbox outbox, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.clock = clock;
    }

    /// Whether the last attempt at an endpoint did not fail.
    static boolean isWell(WebhookEndpoint endpoint) {
        return endpoint.failingSince() == null && !CircuitBreaker.hasFailures(endpoint);
    }

    /// Whether a success now is in the endpoint's row already, to the minute.
    static boolean isNoted(WebhookEndpoint endpoint, Instant now) {
        return isRecent(endpoint.lastSuccess(), now) && endpoint.failures() == 0 && isWell(endpoint);
    }

    private static boolean isRecent(@Nullable Instant noted, Instant now) {
        return noted != null && noted.isAfter(now.minus(NOTED_EVERY));
    }

    /// Writes that an attempt succeeded, before the delivery's own success ends it: after a crash in between, the
    /// delivery is made again.
    ///
    /// The time is written to the minute: once for each delivery would cost as much as the delivery.
    ///
    /// @param endpoint as it was before the attempt. A breaker that opened since then stays open: the next success
    /// closes it, and sends what is parked.
    void succeeded(WebhookEndpoint endpoint) {
        Instant now = clock.instant();
        if (isNoted(endpoint, now)) {
            return;
        }
        boolean isClosed = CircuitBreaker.hasFailures(endpoint)
                && table.update(CircuitBreaker.closed(success(endpoint, now), endpoint))
                        .done();
        if (!isClosed) {
            table.update(success(endpoint, now));
        }
    }

    private static Write success(WebhookEndpoint endpoint, Instant now) {
        return Write.update(endpoint.key())
                .set(WebhookEndpoint.LAST_SUCCESS_AT, now)
                .remove(WebhookEndpoint.CONSECUTIVE_FAILURES)
                .remove(WebhookEndpoint.FAILING_SINCE)
                .when(Condition.rowExists());
    }

    /// An attempt failed, and there will be another one. The time is written to the minute, as that of a success. An
    /// endpoint that has failed for 5 days without one success is given up.
    void failed(DeliveryMessage message, WebhookEndpoint endpoint) {
        Instant now = clock.instant();
        boolean isCounted = CircuitBreaker.counts(message, endpoint);
        if (isCounted || endpoint.failingSince() == null || !isRecent(endpoint.lastFailure(), now)) {
            Write write = Write.update(endpoint.key())
                    .setIfAbsent(WebhookEndpoint.FAILING_SINCE, now)
                    .set(WebhookEndpoint.LAST_FAILURE_AT, now)
                    .when(Condition.rowExists());
            table.update(isCounted ? CircuitBreaker.counted(write) : write);
        }
        if (FailureStreak.of(endpoint).isTooLong(clock.instant())) {
            change(
                    message.tenantId(),
                    endpoint.key(),
                    List.of(),
                    current -> FailureStreak.of(current).isTooLong(clock.instant())
                            ? disabled(current, Write.update(current.key()), FailureStreak.TOO_LONG)
                            : Outcome.empty());
        }
    }

    /// The last attempt of a delivery failed. After 5 such deliveries without a success between them it is given up.
    ///
    /// @param settlement ends the delivery, in the same change, so that it counts once
    void exhausted(String tenantId, WebhookEndpoint endpoint, Write settlement) {
        change(tenantId, endpoint.key(), List.of(settlement), current -> {
            Instant now = clock.instant();
            FailureStreak streak = FailureStreak.of(current).withDelivery(now);
            Write counted = Write.update(current.key())
                    .set(WebhookEndpoint.CONSECUTIVE_FAILURES, streak.deliveries())
                    .setIfAbsent(WebhookEndpoint.FAILING_SINCE, now);
            String reason = streak.reasonToGiveUp(now);
            return reason != null
                    ? disabled(current, counted, reason)
                    : Outcome.empty()
                            .writing(unchanged(counted.set(WebhookEndpoint.LAST_FAILURE_AT, now), current))
                            .emitting(
                                    EndpointWarnings.FAILING,
                                    new EndpointWarnings.Failing(current.id(), current.origin(), streak.deliveries()));
        });
    }

    /// Gives an endpoint up whose address is no more: it gets nothing more until it is made active again, and all the
    /// others are warned.
    ///
    /// @param endpoint as it was before the attempt
    /// @param settlement ends the delivery that was the reason, in the same change
    /// @return false if its owner has given it another address since: then nothing changes
    boolean disable(String tenantId, WebhookEndpoint endpoint, String reason, Write settlement) {
        return outbox.commit(tenantId, null, () -> {
            Row row = table.get(endpoint.key());
            WebhookEndpoint current = row == null ? null : new WebhookEndpoint(row);
            if (current != null && !current.url().equals(endpoint.url())) {
                return Outcome.of(false);
            }
            Outcome<Boolean> settled = Outcome.of(true).writing(settlement);
            return current == null || !current.isActive()
                    ? settled
                    : settled.and(disabled(current, Write.update(current.key()), reason));
        });
    }

    private Outcome<?> disabled(WebhookEndpoint endpoint, Write write, String reason) {
        write.set(EndpointFields.IS_ACTIVE, false)
                .set(WebhookEndpoint.DISABLED_REASON, reason)
                .set(WebhookEndpoint.LAST_FAILURE_AT, clock.instant());
        return Outcome.empty()
                .writing(unchanged(write, endpoint))
                .emitting(
                        EndpointWarnings.DISABLED,
                        new EndpointWarnings.Disabled(endpoint.id(), endpoint.origin(), reason));
    }

    private void change(String tenantId, Key key, List<Write> besides, Function<WebhookEndpoint, Outcome<?>> decide) {
        outbox.commit(tenantId, null, () -> {
            Row row = table.get(key);
            WebhookEndpoint current = row == null ? null : new WebhookEndpoint(row);
            Outcome<?> outcome = current == null || !current.isActive() ? Outcome.empty() : decide.apply(current);
            return outcome.writing(besides);
        });
    }

    /// A success since the endpoint was read has taken both away, and then it must be decided anew.
    private static Write unchanged(Write write, WebhookEndpoint seen) {
        long failures = seen.failures();
        Instant since = seen.failingSince();
        return write.when(Condition.all(
                Condition.equal(EndpointFields.IS_ACTIVE, true),
                Condition.equal(EndpointFields.URL, seen.url()),
                since == null
                        ? Condition.absent(WebhookEndpoint.FAILING_SINCE)
                        : Condition.equal(WebhookEndpoint.FAILING_SINCE, since),
                failures == 0
                        ? Condition.any(
                                Condition.absent(WebhookEndpoint.CONSECUTIVE_FAILURES),
                                Condition.equal(WebhookEndpoint.CONSECUTIVE_FAILURES, 0))
                        : Condition.equal(WebhookEndpoint.CONSECUTIVE_FAILURES, failures)));
    }
}
