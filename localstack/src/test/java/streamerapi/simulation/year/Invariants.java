package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
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

/// Sentences that hold once everything has come to rest.
final class Invariants {

    /// A claim of an attempt lasts 25 seconds, by clocks that are up to a second apart.
    private static final Duration LEASE = Duration.ofSeconds(23);

    private static final Duration SECONDS = Duration.ofSeconds(45);
    private static final Duration MINUTES = Duration.ofMinutes(3);

    private final Year year;
    private final World world;
    private final List<LoggedEvent> log;
    private final List<Told> told = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();

    /// An event's payload.
    private record Told(String id, String type, Map<String, @Nullable Object> data) {

        String text(String name) {
            return String.valueOf(data.get(name));
        }

        String orderId() {
            Object id = data.get("order_id");
            return String.valueOf(id == null && data.get("tip") instanceof Map<?, ?> tip ? tip.get("order_id") : id);
        }

        BigDecimal amount() {
            return data.get("amount") instanceof BigDecimal amount ? amount : BigDecimal.ZERO;
        }
    }

    Invariants(Year year) {
        this.year = year;
        this.world = year.world();
        this.log = year.log();
        for (LoggedEvent event : log) {
            told.add(new Told(
                    event.id(),
                    event.type(),
                    Json.asObject(Json.asObject(Json.read(event.body())).get("data"))));
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
        theSumsAgree();
        whoIsChargedHasTheirTipOrTheirMoney();
        nothingGoesToAnEndpointThatEnded();
        anEndedCredentialSeesNothing();
        return broken;
    }

    private void holds(boolean isTrue, String sentence, Object detail) {
        if (!isTrue) {
            broken.add(sentence + ": " + detail);
        }
    }

    private void nothingIsLeftUndone() {
        holds(
                world.stream().waiting() == 0,
                "the stream's records are all handed on",
                world.stream().waiting());
        List<String> dead = new ArrayList<>(world.queues().bodies("WorkDeadLetters"));
        dead.addAll(world.queues().bodies("WorkDeadLetters"));
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
                    if (Prepared.EVENTS.contains(event.type) && !taken.contains(event.id)) {
                        isExplained(row.key().sort().substring(Keys.SUBSCRIBER.length()), host, event);
                    }
                }
            }
        }
    }

    /// Holds a delivery that was not made to its record.
    private void isExplained(String endpointId, String host, Told event) {
        Row delivery = year.table().get(Keys.delivery(year.account().tenantId(), endpointId, event.id));
        String status = delivery == null ? "no record" : delivery.text("status");
        Instant next = delivery == null ? null : delivery.instantOrNull("next_attempt_at");
        boolean waits = status.equals("pending")
                && next != null
                && next.isAfter(world.turns().now().minus(Duration.ofHours(8)));
        boolean saysWhy = delivery != null && status.equals("failed") && delivery.textOrNull("error") != null;
        holds(
                waits || saysWhy,
                "every committed event is delivered, or its record says why not, or it waits in time",
                event.id + " " + event.type + " to " + host + ": " + status);
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
    }

    private void theLogsOrderIsEverySocketsOrder() {
        Map<String, Integer> places = new LinkedHashMap<>();
        log.forEach(event -> places.put(event.id(), places.size()));
        for (SocketClient client : year.clients()) {
            int furthest = -1;
            Set<String> seen = new LinkedHashSet<>();
            client.seen().forEach(one -> seen.add(one.id()));
            for (String id : seen) {
                int place = places.getOrDefault(id, -1);
                holds(
                        place > furthest,
                        "the log's order is every socket's order",
                        client.name() + " sees " + id + " late");
                furthest = Math.max(furthest, place);
            }
            if (world.luck().isSpotless()) {
                holds(seen.size() == client.seen().size(), "nothing comes twice", client.name());
            }
            String first = client.first();
            if (client.isOfAll()) {
                Set<String> missing = new LinkedHashSet<>(
                        first == null
                                ? List.of()
                                : log.stream()
                                        .map(LoggedEvent::id)
                                        .skip(places.getOrDefault(first, -1) + 1L)
                                        .toList());
                missing.removeAll(seen);
                holds(missing.isEmpty(), "nothing is left out", client.name() + " misses " + missing);
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
                    .filter(event -> event.type.equals("tip.created")
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
            if (event.type.equals("queue.tts.started")) {
                holds(playing == null, "one tip plays at a time", event.id + " starts " + order + " during " + playing);
                playing = order;
            } else if (event.type.startsWith("queue.tts.") && order.equals(playing)) {
                playing = null;
            }
            if (event.type.equals("queue.tts.finished")) {
                holds(finished.add(order), "a tip plays once", event.id + " finishes " + order + " again");
            }
        }
    }

    private void theSumsAgree() {
        BigDecimal announced = BigDecimal.ZERO;
        for (Told event : told) {
            boolean isPaid = Boolean.TRUE.equals(event.data.get("is_paid"));
            announced = switch (event.type) {
                case "tip.created" -> isPaid ? announced.add(event.amount()) : announced;
                case "tip.refunded" -> announced.subtract(event.amount());
                default -> announced;
            };
        }
        BigDecimal ledger = new Ledger(year.table(), () -> world.turns().now())
                .sum(year.account().tenantId(), List.of("EUR"), null, null);
        holds(ledger.compareTo(announced) == 0, "the ledger is the sum of the events", ledger + " and " + announced);
        BigDecimal board = year.leaderboard();
        holds(ledger.compareTo(board) == 0, "the ledger is the leaderboard's sum", ledger + " and " + board);
        BigDecimal charged = BigDecimal.valueOf(3L * named("Viewer ").size());
        for (CardProcessor.Payment payment : world.processor().payments()) {
            charged = charged.add(payment.kept());
        }
        holds(ledger.compareTo(charged) <= 0, "what counts was charged and not given back", ledger + " of " + charged);
    }

    private List<String> named(String prefix) {
        return told.stream()
                .filter(event ->
                        event.type.equals("tip.created") && event.text("name").startsWith(prefix))
                .map(Told::id)
                .toList();
    }

    private void whoIsChargedHasTheirTipOrTheirMoney() {
        for (CardProcessor.Payment payment : world.processor().payments()) {
            if (payment.kept().signum() > 0) {
                String donor = "Donor " + payment.id();
                boolean hasTip = !named(donor).isEmpty();
                boolean isNamed = told.stream()
                        .anyMatch(event -> (event.type.equals("tip.reviewed") || event.type.equals("warning"))
                                && event.data.toString().contains(payment.id()));
                boolean waits = year.heldTips().contains(donor);
                boolean isKept = told.stream()
                        .anyMatch(event -> event.type.equals("tip.reviewed")
                                && event.text("decision").equals("rejected")
                                && event.text("payment_state").equals("captured"));
                holds(
                        hasTip || isNamed || waits || isKept,
                        "who is charged has their tip or their money back",
                        payment.id() + " keeps " + payment.kept());
            }
        }
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
