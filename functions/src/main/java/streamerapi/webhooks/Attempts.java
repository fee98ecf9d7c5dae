package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Authorization;
import streamerapi.shared.events.EventType;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// The attempts of deliveries: makes one for each message, and sends the message of the next one (contract
/// "Webhooks").
public final class Attempts implements MessageHandler {

    /// The only field of the messages that [#sweep] handles.
    public static final String SWEEP = DeliverySweep.TASK;

    private static final int GONE = 410;

    private final InstantSource clock;
    private final Table table;
    private final DeliveryQueue queue;
    private final RetrySchedule schedule;
    private final Deliveries deliveries;
    private final EndpointHealth health;
    private final Sender sender;
    private final DeliverySweep sweep;
    private final LostDeliveries lostDeliveries;
    private final CircuitBreaker breaker;

    public Attempts(Services services) {
        Environment environment = services.environment();
        this.clock = environment.clock();
        this.table = services.table();
        this.queue = new DeliveryQueue(services);
        this.schedule = RetrySchedule.of(environment.required("WEBHOOK_RETRY_DELAYS"));
        this.deliveries = new Deliveries(table, clock);
        this.sweep = new DeliverySweep(table, deliveries, new RemadeMessages(table, clock), queue, clock);
        this.lostDeliveries = new LostDeliveries(table, sweep, queue);
        this.breaker = new CircuitBreaker(table, deliveries, sweep, queue, clock);
        this.health = new EndpointHealth(table, services.outbox(), clock);
        this.sender = new Sender(
                new WebhookClient("true".equals(environment.required("WEBHOOK_ALLOW_PRIVATE"))),
                environment.required("HEADER_PREFIX"),
                clock);
    }

    /// Has the deliveries sent on whose messages were lost.
    public void sendLost() {
        LogLine line = LogLine.of("lost deliveries");
        line.with("endpoints", lostDeliveries.begin()).write();
    }

    /// Goes on with a sweep through an endpoint's deliveries.
    ///
    /// @param fields what stands in the message under [#SWEEP]
    public void sweep(Map<String, @Nullable Object> fields) {
        sweep.goOn(fields);
    }

    /// Makes an attempt, or sends its message on if it is not due yet. A receiver may take 10 seconds.
    ///
    /// @param fields what stands in the message under [DeliveryMessage#TASK]
    @Override
    public void handle(Map<String, @Nullable Object> fields) {
        DeliveryMessage message = DeliveryMessage.of(fields);
        if (message.due().isAfter(clock.instant())) {
            queue.send(message);
            return;
        }
        make(message, table.get(Keys.endpoint(message.tenantId(), message.endpointId())));
    }

    /// Makes an attempt if it is to be made now, and no other process makes it or has made it.
    ///
    /// @param row the endpoint's, or null
    /// @throws IllegalStateException while another process makes it: whether it gets to the end is not known yet
    void make(DeliveryMessage message, @Nullable Row row) {
        WebhookEndpoint endpoint = admitted(message, row);
        if (endpoint == null) {
            return;
        }
        switch (deliveries.claim(message)) {
            case MINE -> attempt(message, endpoint);
            case OVER -> {}
            case BUSY -> throw new IllegalStateException("The attempt is being made; it is looked at again later");
        }
    }

    /// The endpoint that an attempt is to be made at; null if its delivery has ended, or is parked.
    private @Nullable WebhookEndpoint admitted(DeliveryMessage message, @Nullable Row row) {
        WebhookEndpoint endpoint = row == null ? null : new WebhookEndpoint(row);
        if (endpoint == null) {
            deliveries.ended(message, Delivery.ENDPOINT_DISABLED);
            return null;
        }
        if (endpoint.hasEnded(message.begun())) {
            deliveries.disabled(message);
            return null;
        }
        if (endpoint.isOfApp() && !mayBeSent(message, endpoint)) {
            deliveries.ended(
                    message, "The app that made the endpoint is not allowed this event, or no longer connected");
            return null;
        }
        return breaker.parks(message, endpoint) ? null : endpoint;
    }

    /// Whether an app's endpoint may still be sent a message. Each attempt asks: from the moment that an authorization
    /// ends nothing more goes to its endpoints, before their rows are cleared away too.
    private boolean mayBeSent(DeliveryMessage message, WebhookEndpoint endpoint) {
        Key authorization = endpoint.authorization();
        Key app = Keys.app(authorization.sort().substring(Keys.AUTHORIZATION.length()));
        Map<Key, Row> rows = table.getAll(authorization, app);
        boolean open =
                EventType.of(message.eventType()).filter(endpoint::mayBeSent).isPresent();
        return open && Authorization.stands(endpoint.authorizationId(), rows.get(authorization), rows.get(app));
    }

    private void attempt(DeliveryMessage message, WebhookEndpoint endpoint) {
        Sender.SignedAttempt sent = sender.send(
                new Sender.Parcel(
                        message.eventId(),
                        message.eventType(),
                        Delivery.id(message.endpointId(), message.eventId()),
                        message.attempt(),
                        message.body()),
                endpoint);
        WebhookClient.Answer answer = sent.answer();
        if (answer.isSuccess()) {
            health.succeeded(endpoint);
            deliveries.succeeded(message, sent);
            breaker.release(message.tenantId(), endpoint);
        } else {
            failed(message, endpoint, sent);
        }
        LogLine.of("attempt")
                .with("tenant_id", message.tenantId())
                .with("endpoint_id", message.endpointId())
                .with("event_id", message.eventId())
                .with("event_type", message.eventType())
                .with("attempt", message.attempt())
                .with("response_status", answer.status())
                .with("answer_ms", answer.duration().toMillis())
                .with("failure", answer.error())
                .write();
    }

    /// Handles a failed attempt. The next message and the endpoint's health come before the delivery's row, so a
    /// function that dies in between repeats an attempt and never loses one.
    private void failed(DeliveryMessage message, WebhookEndpoint endpoint, Sender.SignedAttempt sent) {
        WebhookClient.Answer answer = sent.answer();
        FailedAttempt.write(table, message, sent, clock.instant());
        Instant next = next(message, answer);
        boolean isGone = answer.status() != null && answer.status() == GONE;
        if (isGone
                && health.disable(
                        message.tenantId(),
                        endpoint,
                        "The endpoint answered 410 Gone",
                        Deliveries.exhausted(message, sent))) {
            return;
        }
        if (next == null) {
            health.exhausted(message.tenantId(), endpoint, Deliveries.exhausted(message, sent));
            ServiceMetrics.DELIVERY_EXHAUSTED.one();
        } else {
            queue.send(message.next(next));
            health.failed(message, endpoint);
            deliveries.failed(message, sent, next);
        }
    }

    private @Nullable Instant next(DeliveryMessage message, WebhookClient.Answer answer) {
        Instant now = clock.instant();
        Duration delay = schedule.after(message.attempt(), Host.random().nextDouble(), answer.retryAfter(), now);
        return delay == null ? null : now.plus(delay);
    }
}
