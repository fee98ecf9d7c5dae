package streamerapi.webhooks;

import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Messages of deliveries that have none, made of the deliveries' records and their events.
final class RemadeMessages {

    /// How many messages one invocation makes.
    static final int MAX_MESSAGES = 1_000;

    /// Longer than eight attempts take if the receiver asks for a day between any two.
    private static final Duration MAX_RUN = Duration.ofDays(10);

    private static final int MAX_PAGES = 5;
    private static final int MAX_KEYS = 100;

    private static final Condition IS_PARKED = Condition.all(
            Condition.equal(Delivery.STATUS, Delivery.Status.PENDING), Condition.equal(Delivery.ATTEMPTS, 0));

    private final Table table;
    private final Deliveries deliveries;
    private final InstantSource clock;

    RemadeMessages(Table table, Deliveries deliveries, InstantSource clock) {
        this.table = table;
        this.deliveries = deliveries;
        this.clock = clock;
    }

    /// The messages of an endpoint that were lost, made anew: each for the attempt that its record waits for. The
    /// oldest come first, and no more than one sweep can send.
    List<DeliveryMessage> lost(String tenantId, String endpointId) {
        return lost(tenantId, endpointId, deliveries.isLost(), MAX_MESSAGES);
    }

    /// The lost messages of an endpoint whose breaker is open. Those of attempts after the first are all made, and of
    /// the parked a few. Most of these are parked again, so they are counted apart: else they would keep back the
    /// others.
    ///
    /// @param parked how many of the parked
    List<DeliveryMessage> lostWhileOpen(String tenantId, String endpointId, int parked) {
        return Stream.of(
                        lost(
                                tenantId,
                                endpointId,
                                Condition.all(deliveries.isLost(), Condition.above(Delivery.ATTEMPTS, 0)),
                                MAX_MESSAGES),
                        lost(tenantId, endpointId, Condition.all(deliveries.isLost(), IS_PARKED), parked))
                .flatMap(List::stream)
                .toList();
    }

    private List<DeliveryMessage> lost(String tenantId, String endpointId, Condition which, int most) {
        return goneOn(tenantId, deliveries.find(tenantId, endpointId, longestAgo(), which, most));
    }

    /// Makes the messages of an endpoint's deliveries that are parked, the oldest first: 5,000 at most, which one
    /// invocation can send.
    ///
    /// @param send takes some of them
    void parked(String tenantId, String endpointId, Consumer<List<DeliveryMessage>> send) {
        String after = longestAgo();
        List<Delivery> some;
        int pages = 0;
        do {
            some = deliveries.find(tenantId, endpointId, after, IS_PARKED, MAX_MESSAGES);
            send.accept(goneOn(tenantId, some));
            after = some.isEmpty() ? after : some.getLast().eventId();
            pages++;
        } while (some.size() == MAX_MESSAGES && pages < MAX_PAGES);
    }

    private String longestAgo() {
        return Ids.earliest("evt", clock.instant().minus(MAX_RUN));
    }

    private List<DeliveryMessage> goneOn(String tenantId, List<Delivery> found) {
        Instant now = clock.instant();
        return messages(
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
                        event.get(LoggedEvent.BODY)));
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
