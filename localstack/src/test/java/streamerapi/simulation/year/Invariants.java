package streamerapi.simulation.year;

import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;

/// Sentences that hold once everything has come to rest.
final class Invariants {

    /// A claim of an attempt lasts 25 seconds, by clocks that are up to a second apart.
    private static final Duration LEASE = Duration.ofSeconds(23);

    private static final Duration SECONDS = Duration.ofSeconds(45);

    /// How long after an attempt the next one is due, of [streamerapi.shared.queues.RetrySchedule].
    private static final List<Duration> RETRIES = LongStream.of(60, 300, 1_800, 7_200, 18_000, 43_200, 86_400)
            .mapToObj(Duration::ofSeconds)
            .toList();

    private static final Duration MINUTES = Duration.ofMinutes(3);

    private final Year year;
    private final World world;
    private final List<LoggedEvent> log;
    private final List<Told> told = new ArrayList<>();
    private final Broken broken = new Broken();

    Invariants(Year year) {
        this.year = year;
        this.world = year.world();
        this.log = year.log();
        for (LoggedEvent event : log) {
            told.add(Told.of(event));
        }
    }

    /// The sentences that do not hold.
    List<String> broken() {
        nothingIsLeftUndone();
        everyEventHasItsPlace();
        everyEventIsDelivered();
        anAttemptIsMadeOnce();
        theLogsOrderIsEverySocketsOrder();
        aRequestIsOneTip();
        oneTipPlaysAtATime();
        theQueueIsAsItsEventsTell();
        new Books(year, told, broken).hold(log);
        nothingGoesToAnEndpointThatEnded();
        anEndedCredentialSeesNothing();
        year.fans().hold(year, broken);
        noSecretIsTold();
        return broken.sentences();
    }

    private void holds(boolean isTrue, String sentence, Object detail) {
        broken.holds(isTrue, sentence, detail);
    }

    private void nothingIsLeftUndone() {
        holds(
                world.stream().waiting() == 0,
                "the stream's records are all handed on",
                world.stream().waiting());
        List<String> dead = new ArrayList<>(world.queues().bodies("WorkDeadLetters"));
        dead.addAll(world.queues().bodies("FanOutDeadLetters"));
        holds(dead.isEmpty(), "no message is given up", dead);
        holds(effects().isEmpty(), "every effect ends", effects());
    }

    private List<String> effects() {
        return world.table().table().items().stream()
                .map(item -> Objects.requireNonNull(item.get("pk")).s() + " "
                        + Objects.requireNonNull(item.get("sk")).s())
                .filter(key -> key.startsWith("EFFECTS "))
                .toList();
    }

    private void everyEventHasItsPlace() {
        Set<String> logged = new HashSet<>();
        log.forEach(event -> logged.add(event.id()));
        for (Row row : year.table().query(Query.of(Keys.events(year.account().tenantId()), "evt_"))) {
            holds(
                    logged.contains(row.key().sort()),
                    "every committed event has its place in the log",
                    row.key().sort());
        }
    }

    private void everyEventIsDelivered() {
        for (Row row : year.table().query(Query.of(Keys.account(year.account().tenantId()), Keys.SUBSCRIBER))) {
            String url = row.textOrNull("url");
            if (url != null && !url.contains("brief")) {
                String host = url.replaceAll("https://|/.*", "");
                Set<String> taken = world.receivers().taken(host);
                for (Told event : told) {
                    if (Prepared.EVENTS.contains(event.type()) && !taken.contains(event.id())) {
                        isExplained(row.key().sort().substring(Keys.SUBSCRIBER.length()), host, event);
                    }
                }
            }
        }
    }

    /// Holds a delivery that was not made to its record.
    private void isExplained(String endpointId, String host, Told event) {
        Row delivery = year.table().get(Keys.delivery(year.account().tenantId(), endpointId, event.id()));
        String status = delivery == null ? "no record" : delivery.text("status");
        Instant next = delivery == null ? null : delivery.instantOrNull("next_attempt_at");
        boolean waits = status.equals("pending")
                && next != null
                && next.isAfter(world.turns().now().minus(Duration.ofHours(8)));
        boolean saysWhy = delivery != null && status.equals("failed") && delivery.textOrNull("error") != null;
        holds(
                waits || saysWhy,
                "every committed event is delivered, or its record says why not, or it waits in time",
                event.id() + " " + event.type() + " to " + host + ": " + status);
    }

    private void anAttemptIsMadeOnce() {
        Map<String, Instant> last = new HashMap<>();
        for (Receivers.Attempt attempt : world.receivers().attempts()) {
            Instant before = last.put(attempt.delivery() + " " + attempt.number(), attempt.at());
            holds(
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
            if (last != null) {
                holds(
                        !last.isTaken(),
                        "a delivery that a receiver took does not come again (if nothing went wrong)",
                        attempt.eventId() + " to " + attempt.host());
                Duration latest = RETRIES.get(last.number() - 1).multipliedBy(2).plus(SECONDS);
                holds(
                        attempt.number() == last.number() + 1
                                && attempt.at().isBefore(last.at().plus(latest)),
                        "the next attempt comes in time (if nothing went wrong)",
                        attempt.eventId() + " to " + attempt.host() + " attempt " + attempt.number());
            }
        }
    }

    private void theLogsOrderIsEverySocketsOrder() {
        Map<String, Integer> places = new LinkedHashMap<>();
        log.forEach(event -> places.put(event.id(), places.size()));
        for (SocketClient client : year.clients()) {
            int furthest = -1;
            Set<String> seen = new LinkedHashSet<>();
            List<String> kept = client.seen().stream()
                    .filter(one -> places.containsKey(one.id()) || !year.fans().isOfErased(one.text()))
                    .map(SocketClient.Seen::id)
                    .toList();
            seen.addAll(kept);
            for (String id : seen) {
                int place = places.getOrDefault(id, -1);
                holds(
                        place > furthest,
                        "the log's order is every socket's order",
                        client.name() + " sees " + id + " late");
                furthest = Math.max(furthest, place);
            }
            if (world.luck().isSpotless()) {
                holds(seen.size() == kept.size(), "nothing comes twice", client.name());
            }
            String first = client.first();
            if (client.isOfAll()) {
                // If the event before it was live is erased, its first one tells from where on it was.
                int from = first == null
                        ? log.size()
                        : places.containsKey(first)
                                ? places.get(first) + 1
                                : seen.stream()
                                        .mapToInt(id -> places.getOrDefault(id, log.size()))
                                        .min()
                                        .orElse(log.size());
                Set<String> missing = new LinkedHashSet<>(
                        log.stream().map(LoggedEvent::id).skip(from).toList());
                missing.removeAll(seen);
                boolean isTold = year.fans().isOfErased(client.beforeGap());
                holds(isTold || missing.isEmpty(), "nothing is left out", client.name() + " misses " + missing);
                holds(first != null, "every client gets in", client.name() + " " + client.error());
            }
        }
    }

    private void aRequestIsOneTip() {
        for (Year.Requested tip : year.requested()) {
            List<ApiUser.Reply> done =
                    tip.replies().stream().filter(ApiUser.Reply::isDone).toList();
            Set<String> texts = new HashSet<>();
            done.forEach(reply -> texts.add(reply.text()));
            holds(texts.size() <= 1, "idempotent answers are equal", tip.key() + " " + texts);
            List<String> created = told.stream()
                    .filter(event -> event.type().equals("tip.created")
                            && event.text("name").equals(tip.name()))
                    .map(Told::id)
                    .toList();
            holds(created.size() <= 1, "a request is one tip", tip.key() + " " + created);
            holds(
                    done.isEmpty() || created.size() == 1,
                    "a tip that was taken is announced",
                    tip.key() + " " + created);
        }
    }

    private void oneTipPlaysAtATime() {
        String playing = null;
        Set<String> finished = new HashSet<>();
        for (Told event : told) {
            String order = event.orderId();
            if (event.type().equals("queue.tts.started")) {
                holds(
                        playing == null,
                        "one tip plays at a time",
                        event.id() + " starts " + order + " during " + playing);
                playing = order;
            } else if (event.type().startsWith("queue.tts.") && order.equals(playing)) {
                playing = null;
            }
            if (event.type().equals("queue.tts.finished")) {
                holds(finished.add(order), "a tip plays once", event.id() + " finishes " + order + " again");
            }
        }
    }

    private void theQueueIsAsItsEventsTell() {
        Set<String> waiting = new LinkedHashSet<>();
        String playing = null;
        for (Told event : told) {
            switch (event.type()) {
                case "tip.created" -> waiting.add(event.orderId());
                case "queue.tts.started" -> playing = event.orderId();
                case "queue.tts.released" -> playing = null;
                case "queue.tts.finished" -> {
                    playing = null;
                    waiting.remove(event.orderId());
                }
                default -> {}
            }
        }
        Set<String> there = new LinkedHashSet<>(year.atRest().waiting());
        waiting.removeIf(year.fans()::isOfErased);
        there.removeIf(year.fans()::isOfErased);
        holds(there.equals(waiting), "a tip waits, or was played", "waiting " + there + ", told " + waiting);
        holds(
                Objects.equals(year.atRest().playing(), playing)
                        || year.fans().isOfErased(year.atRest().playing() + " " + playing),
                "the slot is as its events tell",
                "holds " + year.atRest().playing() + ", told " + playing);
    }

    private void noSecretIsTold() {
        world.table().table().items().forEach(row -> world.secrecy().look("a row", row.toString()));
        holds(
                world.secrecy().told().isEmpty(),
                "no secret is kept or told",
                world.secrecy().told());
    }

    private void nothingGoesToAnEndpointThatEnded() {
        Instant deleted = year.endpointDeleted();
        if (deleted != null) {
            for (Receivers.Attempt attempt : world.receivers().attempts()) {
                holds(
                        !attempt.host().startsWith("brief") || attempt.at().isBefore(deleted.plus(SECONDS)),
                        "nothing goes to an endpoint that ended",
                        attempt.eventId() + " at " + attempt.at());
            }
        }
    }

    private void anEndedCredentialSeesNothing() {
        Instant revoked = year.keyRevoked();
        if (revoked != null) {
            holds(!year.atRest().opensStill(), "an ended credential opens nothing", "the key of " + revoked);
            for (SocketClient client : year.clients()) {
                if (!client.isOfAll()) {
                    client.seen()
                            .forEach(seen -> holds(
                                    seen.at().isBefore(revoked.plus(MINUTES)),
                                    "an ended credential sees nothing that came after",
                                    client.name() + " sees " + seen.id() + " at " + seen.at()));
                }
            }
        }
    }
}
