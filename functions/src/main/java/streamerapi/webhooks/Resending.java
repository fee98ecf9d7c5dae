package streamerapi.webhooks;

import streamerapi.shared.auth.Principal;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Sends an event of the log to an endpoint again, whether or not it was ever sent there (contract
/// "POST /events/{id}/resend").
final class Resending {

    private final TableReader table;
    private final WebhookEndpoints endpoints;
    private final NewRuns runs;
    private final InstantSource clock;

    Resending(TableReader table, WebhookEndpoints endpoints, NewRuns runs, InstantSource clock) {
        this.table = table;
        this.endpoints = endpoints;
        this.runs = runs;
        this.clock = clock;
    }

    /// Begins a delivery of an event to an endpoint, attempt 1, and tells its record. It has effects of its own.
    ///
    /// @throws Problem `not_found` for an event or an endpoint that is unknown, or not the caller's to see;
    /// `endpoint_disabled`
    Delivery resend(Principal principal, String eventId, String endpointId) {
        String tenantId = principal.tenantId();
        WebhookEndpoint endpoint = endpoints.get(tenantId, endpointId).seenBy(principal);
        Key key = Keys.delivery(tenantId, endpointId, eventId);
        Map<Key, Row> rows = table.getAll(Keys.event(tenantId, eventId), key);
        Row event = rows.get(Keys.event(tenantId, eventId));
        if (event == null || !endpoint.mayBeSent(event.get(LoggedEvent.TYPE))) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        NewRuns.checkActive(endpoint);
        Row before = rows.get(key);
        DeliveryMessage message = DeliveryMessage.first(
                        tenantId,
                        endpoint.id(),
                        eventId,
                        event.get(LoggedEvent.TYPE),
                        clock.instant(),
                        event.get(LoggedEvent.BODY))
                .insteadOf(before == null ? null : new Delivery(before).run());
        runs.begin(endpoint, List.of(message));
        return before == null
                ? Delivery.begun(key, message.eventType(), message.begun())
                : new Delivery(before).begunAfresh(message.begun());
    }
}
