package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an endpoint's owner asks to be sent: a test, or what failed once more.
final class Redelivery {

    private static final int MOST_AT_ONCE = 1_000;

    private final Deliveries deliveries;
    private final DeliveryQueue queue;
    private final Sender sender;
    private final Ids ids;
    private final InstantSource clock;

    Redelivery(Deliveries deliveries, DeliveryQueue queue, Sender sender, Ids ids, InstantSource clock) {
        this.deliveries = deliveries;
        this.queue = queue;
        this.sender = sender;
        this.ids = ids;
        this.clock = clock;
    }

    /// Sends a type's sample, once and at once; tells what came of it. Nothing of it is kept.
    Map<String, @Nullable Object> ping(Endpoint endpoint, EventType type) {
        String eventId = ids.next("evt");
        Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
        envelope.put("id", eventId);
        envelope.put("type", type.label());
        envelope.put("created", clock.instant());
        envelope.put("actor", null);
        envelope.put("data", Json.read(type.sample()));
        Receiver.Answer answer =
                sender.send(new Sender.Parcel(eventId, type.label(), "ping", 1, Json.writeText(envelope)), endpoint);
        Map<String, @Nullable Object> delivery = new LinkedHashMap<>();
        delivery.put("id", "ping");
        delivery.put("response_status", answer.status());
        delivery.put("duration_ms", answer.duration().toMillis());
        delivery.put("error", answer.error());
        return delivery;
    }

    /// Begins a delivery afresh: the same event and bytes, attempt 1 again.
    ///
    /// @throws Problem `endpoint_disabled`; `not_found` where its event is no longer kept
    Map<String, @Nullable Object> again(String tenantId, Endpoint endpoint, Delivery delivery) {
        checkActive(endpoint);
        List<DeliveryMessage> messages = deliveries.again(tenantId, List.of(delivery));
        if (messages.isEmpty()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        begin(messages);
        return delivery.begunAfresh(messages.getFirst().begun()).json();
    }

    /// Begins the deliveries of an endpoint afresh that failed since then, 1,000 at most, oldest first: more would not
    /// be done in the time that a request has. Tells how many.
    ///
    /// @throws Problem `endpoint_disabled`
    int recover(String tenantId, Endpoint endpoint, Instant since) {
        checkActive(endpoint);
        List<DeliveryMessage> messages =
                deliveries.again(tenantId, deliveries.failedSince(tenantId, endpoint.id(), since, MOST_AT_ONCE));
        begin(messages);
        return messages.size();
    }

    /// The messages first: what dies in between is delivered, and asked for again finds it begun or begins it twice.
    private void begin(List<DeliveryMessage> messages) {
        queue.sendAll(messages);
        deliveries.asked(messages);
    }

    private static void checkActive(Endpoint endpoint) {
        if (!endpoint.isActive()) {
            throw Problem.of(ErrorCode.ENDPOINT_DISABLED);
        }
    }
}
