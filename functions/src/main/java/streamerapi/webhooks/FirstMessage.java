package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.Delay;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.queues.SqsBatch;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A message of the work queue: the first attempts of one event at several endpoints, to be made at the same time.
///
/// Endpoints that do well share it, so that an event costs one message and one invocation and not as many as it has
/// receivers. An endpoint whose last attempt failed gets a message of its own, so that one that hangs keeps no other's
/// record waiting. So does every attempt after the first.
///
/// @param endpointIds at least two
/// @param begun when the runs of attempts began: at the event
public record FirstMessage(
        String tenantId, List<String> endpointIds, String eventId, String eventType, Instant begun, String body) {

    /// The only field of the messages.
    public static final String TASK = "first_attempts";

    /// How many endpoints share a message at most.
    static final int MAX_ENDPOINTS = 10;

    /// Adds the messages of an event's first attempts.
    ///
    /// @param endpoints all that are to be sent it
    public static void add(LoggedEvent event, List<WebhookEndpoint> endpoints, SqsBatch messages) {
        List<String> well = new ArrayList<>();
        for (WebhookEndpoint endpoint : endpoints) {
            if (EndpointHealth.isWell(endpoint)) {
                well.add(endpoint.id());
            } else {
                add(event, endpoint.id(), messages);
            }
        }
        for (int from = 0; from < well.size(); from += MAX_ENDPOINTS) {
            List<String> some = well.subList(from, Math.min(from + MAX_ENDPOINTS, well.size()));
            if (some.size() == 1) {
                add(event, some.getFirst(), messages);
            } else {
                FirstMessage shared = new FirstMessage(
                        event.tenantId(), List.copyOf(some), event.id(), event.type(), event.created(), event.body());
                messages.add(shared.toText(), Delay.NONE, group(event, some.getFirst()));
            }
        }
    }

    private static void add(LoggedEvent event, String endpointId, SqsBatch messages) {
        DeliveryMessage first = DeliveryMessage.first(
                event.tenantId(), endpointId, event.id(), event.type(), event.created(), event.body());
        messages.add(first.toText(), Delay.NONE, group(event, endpointId));
    }

    private static String group(LoggedEvent event, String endpointId) {
        return MessageGroups.ofDeliveries(event.tenantId(), endpointId);
    }

    /// The message as text.
    public String toText() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("tenant_id", tenantId);
        json.put("endpoint_ids", endpointIds);
        json.put("event_id", eventId);
        json.put("event_type", eventType);
        json.put("due", begun.toEpochMilli());
        json.put("body", body);
        return Json.writeText(Map.of(TASK, json));
    }

    /// The message with these fields, which stand under [#TASK].
    static FirstMessage of(Map<String, @Nullable Object> json) {
        List<?> endpointIds = (List<?>) Objects.requireNonNull(json.get("endpoint_ids"), "endpoint_ids");
        BigDecimal due = (BigDecimal) Objects.requireNonNull(json.get("due"), "due");
        return new FirstMessage(
                Json.text(json, "tenant_id"),
                endpointIds.stream().map(String.class::cast).toList(),
                Json.text(json, "event_id"),
                Json.text(json, "event_type"),
                Instant.ofEpochMilli(due.longValueExact()),
                Json.text(json, "body"));
    }

    /// A message for each endpoint alone.
    List<DeliveryMessage> each() {
        return endpointIds.stream()
                .map(endpointId -> DeliveryMessage.first(tenantId, endpointId, eventId, eventType, begun, body))
                .toList();
    }
}
