package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.shared.lambda.Counts;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.QueueFunction;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes one attempt of a delivery for each message, and sends the message of the next one (contract "Webhooks").
public final class DeliveryFunction extends QueueFunction {

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(15);
    private static final Duration SUCCESS_NOTED_EVERY = Duration.ofMinutes(1);
    private static final String USER_AGENT = "StreamerApi-Webhooks/1.0";

    private final InstantSource clock;
    private final Table table;
    private final SqsClient sqs;
    private final String queue;
    private final String prefix;
    private final RetrySchedule schedule;
    private final Deliveries deliveries;
    private final Receiver receiver;

    public DeliveryFunction() {
        this(Environment.ofProcess());
    }

    public DeliveryFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.clock = environment.clock();
        this.table = services.table();
        this.sqs = services.clients().sqs();
        this.queue = environment.required("DELIVERY_QUEUE");
        this.prefix = environment.required("HEADER_PREFIX");
        this.schedule = RetrySchedule.of(environment.required("WEBHOOK_RETRY_DELAYS"));
        this.deliveries = new Deliveries(table, clock);
        this.receiver = new Receiver("true".equals(environment.required("WEBHOOK_ALLOW_PRIVATE")));
    }

    @Override
    protected void handle(String text) {
        DeliveryMessage message = DeliveryMessage.of(text);
        if (message.due().isAfter(clock.instant())) {
            send(message);
            return;
        }
        Row row = table.get(Keys.endpoint(message.tenantId(), message.endpointId()));
        Endpoint endpoint = row == null ? null : new Endpoint(row);
        if (endpoint == null || !endpoint.isActive()) {
            return;
        }
        switch (deliveries.claim(message)) {
            case MINE -> attempt(message, endpoint);
            case OVER -> {}
            case BUSY -> throw new IllegalStateException("The attempt is being made; it is looked at again later");
        }
    }

    private void attempt(DeliveryMessage message, Endpoint endpoint) {
        byte[] body = message.body().getBytes(StandardCharsets.UTF_8);
        Receiver.Answer answer = receiver.post(endpoint.url(), headers(message, endpoint, body), body);
        if (answer.isSuccess()) {
            noteSuccess(endpoint);
            deliveries.succeeded(message, answer);
        } else {
            planNext(message, endpoint, answer);
        }
        WideLine.of("attempt")
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

    /// The next message is sent before the failure is written down: what dies in between makes an attempt come twice,
    /// and never not at all.
    private void planNext(DeliveryMessage message, Endpoint endpoint, Receiver.Answer answer) {
        Duration delay = schedule.after(message.attempt(), new SecureRandom().nextDouble());
        if (delay == null) {
            deliveries.exhausted(message, answer, exhausted(endpoint));
            Counts.DELIVERY_EXHAUSTED.one();
            return;
        }
        Instant next = clock.instant().plus(delay);
        send(message.next(next));
        deliveries.failed(message, answer, next);
    }

    private Map<String, String> headers(DeliveryMessage message, Endpoint endpoint, byte[] body) {
        Instant now = clock.instant();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", USER_AGENT);
        headers.put(prefix + "Signature", Signature.header(endpoint.secret(), now, body));
        headers.put(prefix + "Event", message.eventType());
        headers.put(prefix + "Event-Id", message.eventId());
        headers.put(prefix + "Delivery", Delivery.id(message.endpointId(), message.eventId()));
        headers.put(prefix + "Attempt", Integer.toString(message.attempt()));
        headers.put("webhook-id", message.eventId());
        headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
        headers.put("webhook-signature", Signature.standard(endpoint.secret(), message.eventId(), now, body));
        return headers;
    }

    /// A queue holds a message back for 15 minutes at most: one that is due later comes early, and is sent on.
    private void send(DeliveryMessage message) {
        Duration left = Duration.between(clock.instant(), message.due());
        Duration delay = left.compareTo(LONGEST_DELAY) < 0 ? left : LONGEST_DELAY;
        int seconds = (int) Math.max(0, delay.plusMillis(999).toSeconds());
        sqs.sendMessage(r -> r.queueUrl(queue).messageBody(message.toText()).delaySeconds(seconds));
    }

    /// An endpoint's last success is written to the minute: once for each delivery would cost as much as the delivery.
    /// It is written before the delivery's own, which ends the delivery: what dies in between delivers again.
    private void noteSuccess(Endpoint endpoint) {
        Instant now = clock.instant();
        @Nullable Instant last = endpoint.row().instantOrNull("last_success_at");
        boolean noted = last != null && last.isAfter(now.minus(SUCCESS_NOTED_EVERY));
        if (noted && endpoint.row().number("consecutive_failures") == 0) {
            return;
        }
        Contention.retrying(() -> table.update(Write.update(endpoint.row().key())
                .set("last_success_at", now)
                .set("consecutive_failures", 0)
                .when(Condition.rowExists())));
    }

    private Write exhausted(Endpoint endpoint) {
        return Write.update(endpoint.row().key())
                .set("last_failure_at", clock.instant())
                .add("consecutive_failures", 1)
                .when(Condition.rowExists());
    }
}
