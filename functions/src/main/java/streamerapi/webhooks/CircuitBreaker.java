package streamerapi.webhooks;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// A circuit breaker for each endpoint. It opens when 20 first attempts in a row have failed: of the deliveries that
/// come then one a minute is attempted, and the others are parked. They are records without an attempt and without a
/// message. Attempts after the first are made in their time. The first success closes the breaker and sends all that is
/// parked.
///
/// It keeps every promise to the receiver: nothing is lost, and a delivery's 8 attempts and their delays are counted
/// from its first. It bounds what an endpoint that fails costs, which is up to 70 times what a good one does.
final class CircuitBreaker {

    /// How many first attempts fail in a row before it opens.
    static final int MAX_FAILURES = 20;

    private static final Duration PROBE_INTERVAL = Duration.ofMinutes(1);
    private static final Attribute.Whole FAILURES = Attribute.whole("failed_first_attempts");
    private static final Attribute<Instant> PROBED_AT = Attribute.time("probed_at");

    private final Table table;
    private final Deliveries deliveries;
    private final DeliverySweep sweep;
    private final DeliveryQueue queue;
    private final InstantSource clock;

    CircuitBreaker(Table table, Deliveries deliveries, DeliverySweep sweep, DeliveryQueue queue, InstantSource clock) {
        this.table = table;
        this.deliveries = deliveries;
        this.sweep = sweep;
        this.queue = queue;
        this.clock = clock;
    }

    /// Whether first attempts at the endpoint have failed since the last success.
    static boolean hasFailures(WebhookEndpoint endpoint) {
        return endpoint.row().has(FAILURES);
    }

    /// Whether new deliveries to the endpoint are parked.
    static boolean isOpen(WebhookEndpoint endpoint) {
        return endpoint.row().get(FAILURES) >= MAX_FAILURES;
    }

    /// The endpoint's row with the breaker closed, because its owner has made it active again. Deliveries that were
    /// parked have ended.
    static Row closed(Row endpoint) {
        return endpoint.with(FAILURES, null).with(PROBED_AT, null);
    }

    /// The endpoint's row with the next delivery attempted at once, because its owner has changed its address, or says
    /// that it is active.
    static Row probed(Row endpoint) {
        return endpoint.with(PROBED_AT, null);
    }

    /// Has the next delivery attempted at once, because the endpoint's owner asks for one.
    static void probe(Table table, WebhookEndpoint endpoint) {
        if (isOpen(endpoint)) {
            table.update(Write.update(endpoint.key()).remove(PROBED_AT).when(Condition.rowExists()));
        }
    }

    /// Whether a failed attempt is counted: a first one, while the breaker is closed.
    static boolean counts(DeliveryMessage message, WebhookEndpoint endpoint) {
        return message.attempt() == 1 && !isOpen(endpoint);
    }

    /// The write of a failure with the attempt counted.
    static Write counted(Write failure) {
        return failure.add(FAILURES, 1);
    }

    /// The write of a success with the breaker closed. It is not done if the breaker has opened since the endpoint was
    /// read: then something may be parked.
    static Write closed(Write success, WebhookEndpoint endpoint) {
        Write closed = success.remove(FAILURES).remove(PROBED_AT);
        return isOpen(endpoint)
                ? closed
                : closed.alsoWhen(Condition.any(Condition.absent(FAILURES), Condition.below(FAILURES, MAX_FAILURES)));
    }

    /// Parks a delivery unless its attempt is to be made now.
    ///
    /// @return whether it was parked
    boolean parks(DeliveryMessage message, WebhookEndpoint endpoint) {
        if (message.attempt() > 1 || !isOpen(endpoint) || isProbe(endpoint)) {
            return false;
        }
        if (!deliveries.park(message, clock.instant().plus(PROBE_INTERVAL))) {
            return false;
        }
        Row now = table.get(endpoint.key());
        if (now != null && !isOpen(new WebhookEndpoint(now))) {
            queue.sendAll(List.of(message));
        }
        return true;
    }

    /// Whether this attempt is the one of the minute.
    private boolean isProbe(WebhookEndpoint endpoint) {
        Instant now = clock.instant();
        return table.update(Write.update(endpoint.key())
                        .set(PROBED_AT, now)
                        .when(Condition.all(
                                Condition.rowExists(),
                                Condition.any(
                                        Condition.absent(PROBED_AT),
                                        Condition.below(PROBED_AT, now.minus(PROBE_INTERVAL))))))
                .done();
    }

    /// Sends what is parked, after a success has closed the breaker. If this ends in the middle, the schedule that
    /// looks for lost messages finds the rest.
    ///
    /// @param endpoint as it was before the attempt
    void release(String tenantId, WebhookEndpoint endpoint) {
        if (isOpen(endpoint)) {
            sweep.take(sweep.first(tenantId, endpoint.id(), DeliverySweep.Aim.PARKED), endpoint);
        }
    }
}
