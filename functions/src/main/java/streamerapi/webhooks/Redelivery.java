package streamerapi.webhooks;

import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.events.Envelope;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// The deliveries that an endpoint's owner asks for: a test, or failed ones once more.
final class Redelivery {

    static final int MAX_AT_ONCE = RemadeMessages.MAX_MESSAGES;

    private final DeliverySweep sweep;
    private final RemadeMessages remade;
    private final NewRuns runs;
    private final Sender sender;
    private final Ids ids;
    private final InstantSource clock;

    Redelivery(DeliverySweep sweep, RemadeMessages remade, NewRuns runs, Sender sender, Ids ids, InstantSource clock) {
        this.sweep = sweep;
        this.remade = remade;
        this.runs = runs;
        this.sender = sender;
        this.ids = ids;
        this.clock = clock;
    }

    /// Sends a type's sample, once and at once; tells what came of it. Nothing of it is kept. Its data has `test` true.
    WebhookClient.Answer ping(WebhookEndpoint endpoint, EventType type) {
        String eventId = ids.next("evt");
        Event sample = new Event(type, EventCatalogue.sample(type)).ofTest();
        String body = Envelope.of(eventId, sample, null, clock.instant()).text();
        return sender.send(new Sender.Parcel(eventId, type.label(), Ping.ID, 1, body), endpoint)
                .answer();
    }

    /// Begins a delivery afresh: the same event and bytes, attempt 1 again.
    ///
    /// @throws Problem `endpoint_disabled`; `not_found` if its event is no longer kept
    Delivery again(String tenantId, WebhookEndpoint endpoint, Delivery delivery) {
        NewRuns.checkActive(endpoint);
        List<DeliveryMessage> messages = remade.again(tenantId, List.of(delivery));
        if (messages.isEmpty()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        runs.begin(endpoint, messages);
        return delivery.begunAfresh(messages.getFirst().begun());
    }

    /// Begins the deliveries of an endpoint afresh that failed, that ended because it was disabled, or whose messages
    /// were lost, of events since then, oldest first: 1,000 at most, because more would not be done in the time that a
    /// request has. Tells how many. Those that are not found at once follow.
    ///
    /// @throws Problem `endpoint_disabled`
    int recover(String tenantId, WebhookEndpoint endpoint, Instant since) {
        NewRuns.checkActive(endpoint);
        return sweep.recover(tenantId, endpoint, Ids.earliest("evt", since));
    }
}
