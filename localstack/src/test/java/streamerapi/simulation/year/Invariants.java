package streamerapi.simulation.year;

import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Sentences that hold once everything has come to rest.
final class Invariants extends YearCheck {

    private final List<LoggedEvent> log;
    private final List<Told> told = new ArrayList<>();

    Invariants(Year year, Broken broken) {
        super(year, broken);
        this.log = year.log();
        for (LoggedEvent event : log) {
            told.add(Told.of(event));
        }
    }

    void hold() {
        nothingIsLeftUndone();
        everyEventHasItsPlace();
        new DeliveredEvents(year, told, broken).hold();
        new ToldSockets(year, log, broken).hold();
        aRequestIsOneTip();
        new Books(year, told, broken).hold(log);
        year.people().hold(year, told, broken);
        if (world.restoration().keepsOrder()) {
            oneTipPlaysAtATime();
            theQueueIsAsItsEventsTell();
            year.people().scene().hold(told, broken);
        }
        if (world.restoration().moment() != null) {
            new RestoredTable(year, broken).hold();
        }
        if (year.archives()) {
            new Archived(year, told, broken).hold();
        }
        world.channel().hold(year, told, broken);
        world.tokens().hold(year, told, broken);
        world.texts().hold(told, broken);
        noSecretIsTold();
        if (world.luck().isSpotless()) {
            holds(
                    world.lambdas().failed().isEmpty(),
                    "no function fails, or answers with a fault (if nothing went wrong)",
                    world.lambdas().failed());
        }
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

    private void aRequestIsOneTip() {
        for (People.Requested tip : year.people().requested()) {
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
                    created.size() == 1 || done.stream().noneMatch(reply -> reply.status() == ApiUser.CREATED),
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
        waiting.removeIf(year.people().fans()::isOfErased);
        there.removeIf(year.people().fans()::isOfErased);
        holds(there.equals(waiting), "a tip waits, or was played", "waiting " + there + ", told " + waiting);
        holds(
                Objects.equals(year.atRest().playing(), playing)
                        || year.people().fans().isOfErased(year.atRest().playing() + " " + playing),
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
}
