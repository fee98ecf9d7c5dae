package streamerapi.events;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.realtime.Connections;
import streamerapi.realtime.Socket;
import streamerapi.shared.events.EventType;
import streamerapi.shared.http.Beside;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.webhooks.DeliveryMessage;
import streamerapi.webhooks.Endpoint;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Hands committed events on: to the account's sockets at once, and to each subscribed webhook endpoint as a message.
///
/// The stream brings a batch again until it has been handled, so every event gets everywhere at least once. Sockets are
/// told beside each other, one socket's events in their order.
public final class FanOutFunction extends LambdaFunction {

    private static final byte[] DONE = Json.write(Map.of("batchItemFailures", List.of()));

    private final Table table;
    private final SqsClient sqs;
    private final Connections connections;
    private final String deliveryQueue;
    private final String followUpQueue;

    public FanOutFunction() {
        this(Environment.ofProcess());
    }

    public FanOutFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.table = services.table();
        this.sqs = services.clients().sqs();
        this.connections = new Connections(services.clients().connections(environment.required("CONNECTIONS_URL")));
        this.deliveryQueue = environment.required("DELIVERY_QUEUE");
        this.followUpQueue = environment.required("FOLLOW_UP_QUEUE");
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        Map<String, List<Committed>> byTenant = new LinkedHashMap<>();
        for (Object entry : (List<?>) Objects.requireNonNull(event.get("Records"))) {
            Committed committed = Committed.of(Json.asObject(entry));
            byTenant.computeIfAbsent(committed.tenantId(), tenant -> new ArrayList<>())
                    .add(committed);
        }
        byTenant.forEach(this::handOn);
        return DONE;
    }

    private void handOn(String tenantId, List<Committed> events) {
        WideLine line = WideLine.of("events").with("tenant_id", tenantId).with("events", events.size());
        List<Row> subscribers = table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER));
        List<Beside<@Nullable Void>> told = new ArrayList<>();
        Outgoing deliveries = new Outgoing(sqs, deliveryQueue);
        for (Row subscriber : subscribers) {
            if (subscriber.key().sort().startsWith(Keys.SUBSCRIBER + Socket.PREFIX)) {
                told.add(Beside.start(() -> tell(tenantId, new Socket(subscriber), events)));
            } else {
                deliver(new Endpoint(subscriber), events, deliveries);
            }
        }
        deliveries.send();
        followUp(events);
        told.forEach(Beside::join);
        line.with("sockets", told.size())
                .with("endpoints", subscribers.size() - told.size())
                .write();
    }

    private @Nullable Void tell(String tenantId, Socket socket, List<Committed> events) {
        for (Committed event : events) {
            if (socket.wants(event.type())
                    && !connections.send(socket.connectionId(), event.body().getBytes(StandardCharsets.UTF_8))) {
                table.write(List.of(Write.delete(Keys.socket(tenantId, socket.connectionId()))));
                return null;
            }
        }
        return null;
    }

    private void deliver(Endpoint endpoint, List<Committed> events, Outgoing deliveries) {
        for (Committed event : events) {
            if (endpoint.wants(event.type()) && !isAbout(event, endpoint)) {
                DeliveryMessage first = DeliveryMessage.first(
                        event.tenantId(),
                        endpoint.id(),
                        event.id(),
                        event.type().label(),
                        created(event),
                        event.body());
                deliveries.add(first.toText(), Duration.ZERO);
            }
        }
    }

    /// When the event happened: a stream record that comes twice begins the same run of attempts, not another one.
    private static Instant created(Committed event) {
        return Instant.parse((String)
                Objects.requireNonNull(Json.asObject(Json.read(event.body())).get("created")));
    }

    /// Whether it warns of the endpoint itself: a failing endpoint would fail that too, and be given up by its
    /// warnings.
    private static boolean isAbout(Committed event, Endpoint endpoint) {
        return event.type() == EventType.WARNING
                && endpoint.id()
                        .equals(Json.asObject(
                                        Json.asObject(Json.read(event.body())).get("data"))
                                .get("endpoint_id"));
    }

    private void followUp(List<Committed> events) {
        Outgoing followUps = new Outgoing(sqs, followUpQueue);
        for (Committed event : events) {
            Duration delay = FollowUp.delay(event);
            if (delay != null) {
                followUps.add(FollowUp.message(event), delay);
            }
        }
        followUps.send();
    }
}
