package streamerapi.simulation.year;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/// Sentences about deliveries to webhook endpoints, once everything has come to rest.
final class DeliveredEvents extends YearCheck {

    /// A claim of an attempt lasts 25 seconds, by clocks that are up to a second apart.
    private static final Duration LEASE = Duration.ofSeconds(23);

    /// How many deliveries in a row are refused at all attempts before their endpoint is disabled.
    private static final int MOST_REFUSED = 5;

    /// How many first attempts in a row fail at an endpoint before new deliveries to it are parked.
    private static final int MOST_FAILURES = 20;

    private static final Duration SECONDS = Duration.ofSeconds(45);

    /// How long after an attempt the next one is due, of [streamerapi.shared.queues.RetrySchedule].
    private static final List<Duration> RETRIES = LongStream.of(60, 300, 1_800, 7_200, 18_000, 43_200, 86_400)
            .mapToObj(Duration::ofSeconds)
            .toList();

    private final String tenantId;
    private final List<Told> told;

    DeliveredEvents(Year year, List<Told> told, Broken broken) {
        super(year, broken);
        this.tenantId = year.account().tenantId();
        this.told = told;
    }

    void hold() {
        for (Row endpoint : year.table().query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + "we_"))) {
            String host = endpoint.get(Attribute.text("url")).replaceAll("https://|/.*", "");
            String id = endpoint.key().sort().substring(Keys.SUBSCRIBER.length());
            whoRefusesAllIsGivenUp(endpoint, id, host);
            everyEventIsDelivered(endpoint, id, host);
        }
        anAttemptIsMadeOnce();
        nothingGoesToAnEndpointThatEnded();
    }

    /// Holds what becomes of deliveries that were refused at all attempts, and of their endpoint (contract "Webhooks").
    private void whoRefusesAllIsGivenUp(Row endpoint, String id, String host) {
        Set<String> refused = world.receivers().refusedToTheEnd(host);
        for (String event : refused) {
            Row delivery = year.table().get(Keys.delivery(tenantId, id, event));
            broken.holds(
                    delivery != null
                            && delivery.get(Attribute.text("status")).equals("failed")
                            && delivery.get(Attribute.whole("attempts")) == Receivers.MOST_ATTEMPTS
                            && delivery.has(Attribute.text("error"))
                            && !delivery.has(Attribute.time("next_attempt_at")),
                    "a delivery that was refused eight times has failed for good",
                    event + " to " + host);
        }
        if (!refused.isEmpty()) {
            boolean isGivenUp = refused.size() >= MOST_REFUSED;
            List<String> warnings = new ArrayList<>(
                    Collections.nCopies(Math.min(refused.size(), MOST_REFUSED - 1), "endpoint_failing"));
            if (isGivenUp) {
                warnings.add("endpoint_disabled");
            }
            List<String> given = told.stream()
                    .filter(event -> event.type().equals("warning"))
                    .filter(event -> event.text("endpoint_id").equals(id))
                    .map(event -> event.text("code"))
                    .toList();
            broken.holds(
                    given.equals(warnings) && endpoint.get(Attribute.flag("is_active")) != isGivenUp,
                    "an endpoint that refuses five deliveries to the end is disabled, and each of them is told",
                    refused.size() + " to " + host + ": " + given);
        }
    }

    private void everyEventIsDelivered(Row endpoint, String id, String host) {
        Set<String> taken = world.receivers().taken(host);
        Instant ended =
                endpoint.get(Attribute.flag("is_active")) ? null : endpoint.get(Attribute.time("last_failure_at"));
        for (Told event : told) {
            boolean isWanted = ended == null || event.created().isBefore(ended);
            if (isWanted && Prepared.EVENTS.contains(event.type()) && !taken.contains(event.id())) {
                isExplained(endpoint, id, host, event);
            }
        }
    }

    /// Holds a delivery that was not made to its record.
    ///
    /// An endpoint that was disabled has no record of what the fan-out met after that.
    private void isExplained(Row endpoint, String endpointId, String host, Told event) {
        Row delivery = year.table().get(Keys.delivery(tenantId, endpointId, event.id()));
        if (delivery == null && (!endpoint.get(Attribute.flag("is_active")) || isTakenBack(event))) {
            return;
        }
        String status = delivery == null ? "no record" : delivery.get(Attribute.text("status"));
        Instant next = delivery == null ? null : delivery.find(Attribute.time("next_attempt_at"));
        boolean waits = status.equals("pending")
                && next != null
                && next.isAfter(world.turns().now().minus(Duration.ofHours(8)));
        boolean saysWhy = delivery != null && status.equals("failed") && delivery.has(Attribute.text("error"));
        if (waits) {
            world.story().reached("a delivery waits in time");
        }
        if (saysWhy) {
            world.story().reached("a delivery failed, and its record says why");
        }
        broken.holds(
                waits || saysWhy || (delivery != null && isParked(endpoint, delivery)),
                "every committed event is delivered, or its record says why not, or it waits in time",
                event.id() + " " + event.type() + " to " + host + ": " + status);
    }

    /// Whether a delivery waits for the next success at its endpoint, because 20 first attempts in a row have failed.
    private static boolean isParked(Row endpoint, Row delivery) {
        return endpoint.get(Attribute.whole("failed_first_attempts")) >= MOST_FAILURES
                && delivery.get(Attribute.text("status")).equals("pending")
                && delivery.get(Attribute.whole("attempts")) == 0;
    }

    /// Whether an event came while a stack adopted another table: its delivery may be recorded in the old one.
    private boolean isTakenBack(Told event) {
        return world.restoration().takesBack(event.created(), event.created());
    }

    private void anAttemptIsMadeOnce() {
        Map<String, Instant> last = new HashMap<>();
        for (Receivers.Attempt attempt : world.receivers().attempts()) {
            String made = attempt.delivery() + " " + attempt.number() + " " + attempt.isOnRestored();
            Instant before = last.put(made, attempt.at());
            broken.holds(
                    before == null || !attempt.at().isBefore(before.plus(LEASE)),
                    "an attempt is made once within its lease",
                    attempt.eventId() + " to " + attempt.host() + " attempt " + attempt.number());
        }
        if (world.luck().isSpotless()) {
            everyAttemptComesInTime();
        }
    }

    private void everyAttemptComesInTime() {
        Map<String, Receivers.Attempt> before = new HashMap<>();
        for (Receivers.Attempt attempt : world.receivers().attempts()) {
            Receivers.Attempt last = before.put(attempt.delivery(), attempt);
            if (last != null && !attempt.host().startsWith(Neighbour.HANGS)) {
                broken.holds(
                        !last.isTaken(),
                        "a delivery that a receiver took does not come again (if nothing went wrong)",
                        attempt.eventId() + " to " + attempt.host());
                Duration latest = RETRIES.get(last.number() - 1).multipliedBy(2).plus(SECONDS);
                broken.holds(
                        attempt.number() == last.number() + 1
                                && attempt.at().isBefore(last.at().plus(latest)),
                        "the next attempt comes in time (if nothing went wrong)",
                        attempt.eventId() + " to " + attempt.host() + " attempt " + attempt.number());
            }
        }
    }

    private void nothingGoesToAnEndpointThatEnded() {
        Instant deleted = year.people().streamer().endpointDeleted();
        if (deleted != null) {
            for (Receivers.Attempt attempt : world.receivers().attempts()) {
                broken.holds(
                        !attempt.host().startsWith("brief") || attempt.at().isBefore(deleted.plus(SECONDS)),
                        "nothing goes to an endpoint that ended",
                        attempt.eventId() + " at " + attempt.at());
            }
        }
    }
}
