package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// A look through an endpoint's deliveries, oldest first, for those that are to be sent, part by part. A large account
/// has more of them than one invocation can read, so each part ends with the message that asks for the next one.
final class DeliverySweep {

    /// The only field of the messages.
    static final String TASK = "delivery_sweep";

    /// How old the events are at most of deliveries that are under way: as long as events are kept, because a delivery
    /// of any of them can be begun afresh.
    private static final Duration MAX_AGE = Duration.ofDays(30);

    /// How often it looks further at once, because the events of some that it found are gone.
    private static final int MAX_FURTHER = 10;

    private final Table table;
    private final Deliveries deliveries;
    private final RemadeMessages remade;
    private final DeliveryQueue queue;
    private final InstantSource clock;

    DeliverySweep(Table table, Deliveries deliveries, RemadeMessages remade, DeliveryQueue queue, InstantSource clock) {
        this.table = table;
        this.deliveries = deliveries;
        this.remade = remade;
        this.queue = queue;
        this.clock = clock;
    }

    /// The deliveries that a sweep sends.
    enum Aim implements Labelled {
        /// Deliveries that are pending and whose messages were lost; of the parked of an open breaker, a few.
        LOST,
        /// Parked deliveries, after a success has closed the breaker.
        PARKED,
        /// Failed deliveries, begun afresh.
        FAILED
    }

    /// A part of a sweep.
    ///
    /// @param after the id of the event after which it begins
    /// @param parked how many of the parked it may send while the breaker is open
    record Step(String tenantId, String endpointId, Aim aim, String after, long parked) {

        private static Step of(Map<String, @Nullable Object> fields) {
            String aim = Json.text(fields, "aim");
            return new Step(
                    Json.text(fields, "tenant_id"),
                    Json.text(fields, "endpoint_id"),
                    Aim.valueOf(aim.toUpperCase(Locale.ROOT)),
                    Json.text(fields, "after"),
                    ((BigDecimal) Objects.requireNonNull(fields.get("parked"), "parked")).longValueExact());
        }

        /// The message that asks for it.
        String toText() {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("tenant_id", tenantId);
            json.put("endpoint_id", endpointId);
            json.put("aim", aim.label());
            json.put("after", after);
            json.put("parked", parked);
            return Json.writeText(Map.of(TASK, json));
        }
    }

    /// The first part of a sweep through what can be under way.
    Step first(String tenantId, String endpointId, Aim aim) {
        return new Step(
                tenantId,
                endpointId,
                aim,
                Ids.earliest("evt", clock.instant().minus(MAX_AGE)),
                CircuitBreaker.MAX_FAILURES);
    }

    /// Does the part that a message asks for; nothing if its endpoint is gone.
    ///
    /// @param fields what stands in the message under [#TASK]
    void goOn(Map<String, @Nullable Object> fields) {
        Step step = Step.of(fields);
        Row row = table.get(Keys.endpoint(step.tenantId, step.endpointId));
        if (row != null) {
            take(step, new WebhookEndpoint(row));
        }
    }

    /// Does a part, and sends the message of the next one if there is more to look through.
    ///
    /// @return how many deliveries it sent
    int take(Step step, WebhookEndpoint endpoint) {
        return switch (step.aim) {
            case LOST -> lost(step, endpoint);
            case PARKED -> {
                Deliveries.Found found = find(step, step.after, RemadeMessages.IS_PARKED, RemadeMessages.MAX_MESSAGES);
                yield sent(step, found, remade.goneOn(step.tenantId, found.deliveries()), step.parked);
            }
            case FAILED -> failed(step, endpoint, true);
        };
    }

    /// Most of the parked are parked again while the breaker is open, so few of them are sent.
    private int lost(Step step, WebhookEndpoint endpoint) {
        Deliveries.Found found = find(step, step.after, deliveries.isLost(), RemadeMessages.MAX_MESSAGES);
        List<Delivery> some = new ArrayList<>();
        long parked = step.parked;
        for (Delivery delivery : found.deliveries()) {
            boolean isParked = delivery.attempts() == 0 && CircuitBreaker.isOpen(endpoint);
            if (!isParked || parked > 0) {
                some.add(delivery);
                parked -= isParked ? 1 : 0;
            }
        }
        return sent(step, found, remade.goneOn(step.tenantId, some), parked);
    }

    /// Begins failed deliveries afresh, 1,000 at most. If there are fewer in the first part, the others follow; else
    /// the caller is to ask again.
    ///
    /// @param after the id of the event after which it begins
    /// @return how many it began
    int recover(String tenantId, WebhookEndpoint endpoint, String after) {
        return failed(new Step(tenantId, endpoint.id(), Aim.FAILED, after, 0), endpoint, false);
    }

    /// @param always whether the next part is done in any case
    private int failed(Step step, WebhookEndpoint endpoint, boolean always) {
        if (!endpoint.isActive()) {
            return 0;
        }
        Condition which = Condition.any(Delivery.isFailed(endpoint, clock.instant()), deliveries.isLost());
        int room = RemadeMessages.MAX_MESSAGES;
        Deliveries.Found found = find(step, step.after, which, room);
        List<DeliveryMessage> messages = new ArrayList<>(remade.again(step.tenantId, found.deliveries()));
        // Deliveries whose events are no longer kept take no place of others.
        for (int further = 0; further < MAX_FURTHER && found.next() != null; further++) {
            boolean isFull = found.deliveries().size() == room;
            room = RemadeMessages.MAX_MESSAGES - messages.size();
            if (!isFull || room == 0) {
                break;
            }
            found = find(step, found.next(), which, room);
            messages.addAll(remade.again(step.tenantId, found.deliveries()));
        }
        int begun = new NewRuns(table, queue).begin(endpoint, messages);
        if (always || begun < RemadeMessages.MAX_MESSAGES) {
            next(step, found, step.parked);
        }
        return begun;
    }

    private Deliveries.Found find(Step step, String after, Condition which, int most) {
        return deliveries.find(step.tenantId, step.endpointId, after, which, most);
    }

    private int sent(Step step, Deliveries.Found found, List<DeliveryMessage> messages, long parked) {
        queue.sendAll(messages);
        next(step, found, parked);
        return messages.size();
    }

    private void next(Step step, Deliveries.Found found, long parked) {
        if (found.next() != null) {
            queue.sendSteps(List.of(new Step(step.tenantId, step.endpointId, step.aim, found.next(), parked)));
        }
    }
}
