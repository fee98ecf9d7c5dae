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
import java.util.Map;

/// What an endpoint's owner asks to be sent: a test, or what failed once more.
final class Redelivery {

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
    /// @throws Problem `not_found` for a delivery that is not known, or whose event is no longer kept
    Map<String, @Nullable Object> again(String tenantId, String deliveryId) {
        Delivery delivery = deliveries.get(tenantId, deliveryId);
        DeliveryMessage message = deliveries.again(tenantId, delivery);
        if (message == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        queue.send(message);
        return delivery.begunAfresh(message.begun()).json();
    }

    /// Begins every delivery of an endpoint afresh that failed since then; tells how many.
    int recover(String tenantId, Endpoint endpoint, Instant since) {
        int recovered = 0;
        for (Delivery delivery : deliveries.failedSince(tenantId, endpoint.id(), since)) {
            DeliveryMessage message = deliveries.again(tenantId, delivery);
            if (message != null) {
                queue.send(message);
                recovered++;
            }
        }
        return recovered;
    }
}
