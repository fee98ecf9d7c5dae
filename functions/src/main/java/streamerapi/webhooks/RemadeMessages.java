package streamerapi.webhooks;

import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/// Messages of deliveries that have none, made of the deliveries' records and their events.
final class RemadeMessages {

    /// How many messages are made at a time.
    static final int MAX_MESSAGES = 1_000;

    private static final int MAX_KEYS = 100;

    /// No attempt of it was made, and none is on its way.
    static final Condition IS_PARKED = Condition.all(
            Condition.equal(Delivery.STATUS, Delivery.Status.PENDING), Condition.equal(Delivery.ATTEMPTS, 0));

    private final Table table;
    private final InstantSource clock;

    RemadeMessages(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The messages of deliveries, each for the attempt that its record waits for; none for those whose event is no
    /// longer kept, which end.
    List<DeliveryMessage> goneOn(String tenantId, List<Delivery> found) {
        Instant now = clock.instant();
        List<DeliveryMessage> messages = messages(
                tenantId,
                found,
                (delivery, event) -> new DeliveryMessage(
                        tenantId,
                        delivery.endpointId(),
                        delivery.eventId(),
                        event.get(LoggedEvent.TYPE),
                        Objects.requireNonNull(delivery.run()),
                        delivery.dueAttempt(),
                        now,
                        event.get(LoggedEvent.BODY)));
        Set<String> kept = messages.stream().map(DeliveryMessage::eventId).collect(Collectors.toSet());
        found.stream()
                .filter(delivery -> !kept.contains(delivery.eventId()))
                .forEach(delivery -> ended(tenantId, delivery));
        return messages;
    }

    /// Ends a delivery that nothing can be sent of any more, unless it has gone on meanwhile.
    private void ended(String tenantId, Delivery delivery) {
        table.update(Write.update(Keys.delivery(tenantId, delivery.endpointId(), delivery.eventId()))
                .set(Delivery.STATUS, Delivery.Status.FAILED)
                .set(Delivery.ERROR, Delivery.EVENT_GONE)
                .remove(Delivery.NEXT_ATTEMPT_AT)
                .when(Condition.all(
                        Condition.equal(Delivery.RUN, Objects.requireNonNull(delivery.run())),
                        Condition.equal(Delivery.ATTEMPTS, delivery.attempts()),
                        Condition.equal(Delivery.STATUS, Delivery.Status.PENDING),
                        Lease.free(clock.instant()))));
    }

    /// The messages that begin runs of earlier deliveries afresh; none for those whose event is no longer kept.
    List<DeliveryMessage> again(String tenantId, List<Delivery> records) {
        Instant now = clock.instant();
        return messages(
                tenantId,
                records,
                (delivery, event) -> DeliveryMessage.first(
                                tenantId,
                                delivery.endpointId(),
                                delivery.eventId(),
                                event.get(LoggedEvent.TYPE),
                                now,
                                event.get(LoggedEvent.BODY))
                        .insteadOf(delivery.run()));
    }

    private List<DeliveryMessage> messages(
            String tenantId, List<Delivery> records, BiFunction<Delivery, Row, DeliveryMessage> message) {
        List<DeliveryMessage> messages = new ArrayList<>();
        for (int from = 0; from < records.size(); from += MAX_KEYS) {
            List<Delivery> some = records.subList(from, Math.min(from + MAX_KEYS, records.size()));
            Map<Key, Row> events = table.getAll(some.stream()
                    .map(delivery -> Keys.event(tenantId, delivery.eventId()))
                    .toArray(Key[]::new));
            for (Delivery delivery : some) {
                Row event = events.get(Keys.event(tenantId, delivery.eventId()));
                if (event != null) {
                    messages.add(message.apply(delivery, event));
                }
            }
        }
        return messages;
    }
}
