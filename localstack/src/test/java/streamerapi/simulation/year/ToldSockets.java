package streamerapi.simulation.year;

import streamerapi.shared.events.LoggedEvent;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Sentences about sockets, once everything has come to rest.
final class ToldSockets extends YearCheck {

    private final List<LoggedEvent> log;

    ToldSockets(Year year, List<LoggedEvent> log, Broken broken) {
        super(year, broken);
        this.log = log;
    }

    void hold() {
        theLogsOrderIsEverySocketsOrder();
        anEndedCredentialSeesNothing();
    }

    private void theLogsOrderIsEverySocketsOrder() {
        Map<String, Integer> places = new LinkedHashMap<>();
        log.forEach(event -> places.put(event.id(), places.size()));
        for (SocketClient client : year.people().sockets()) {
            List<String> kept = client.seen().stream()
                    .filter(one -> places.containsKey(one.id())
                            || !year.people().fans().isOfErased(one.text()))
                    .map(SocketClient.Seen::id)
                    .toList();
            Set<String> seen = new LinkedHashSet<>(kept);
            int furthest = -1;
            seen.removeAll(world.handedOnLate());
            for (String id : seen) {
                int place = places.getOrDefault(id, -1);
                broken.holds(
                        place > furthest,
                        "the log's order is every socket's order",
                        client.name() + " sees " + id + " late");
                furthest = Math.max(furthest, place);
            }
            if (world.luck().isSpotless()) {
                broken.holds(seen.size() == kept.size(), "nothing comes twice (if nothing went wrong)", client.name());
            }
        }
        for (SocketClient client : year.people().clients()) {
            if (client.isOfAll() || !year.people().streamer().mayBeRevoked()) {
                nothingIsLeftOut(client, places);
            }
        }
    }

    private void nothingIsLeftOut(SocketClient client, Map<String, Integer> places) {
        Set<String> seen = client.seen().stream().map(SocketClient.Seen::id).collect(Collectors.toSet());
        String first = client.first();
        // If the event before it was live is erased, its first one tells from where on it was.
        int from = first == null
                ? log.size()
                : places.containsKey(first)
                        ? places.get(first) + 1
                        : seen.stream()
                                .mapToInt(id -> places.getOrDefault(id, log.size()))
                                .min()
                                .orElse(log.size());
        List<String> missing = log.stream()
                .skip(from)
                .filter(event -> client.isToldOf(event.type()) && !client.knows(event.id()))
                .filter(event -> !world.handedOnLate().contains(event.id()))
                .map(LoggedEvent::id)
                .toList();
        boolean isTold = year.people().fans().isOfErased(client.beforeGap());
        broken.holds(isTold || missing.isEmpty(), "nothing is left out", client.name() + " misses " + missing);
        broken.holds(first != null || !client.isOfAll(), "every client gets in", client.name() + " " + client.error());
    }

    private void anEndedCredentialSeesNothing() {
        Instant revoked = year.people().streamer().keyRevoked();
        if (revoked != null) {
            broken.holds(!year.atRest().opensStill(), "an ended credential opens nothing", "the key of " + revoked);
            for (SocketClient client : year.people().clients()) {
                if (!client.isOfAll()) {
                    List<String> late = client.seenLongAfter(revoked);
                    broken.holds(
                            late.isEmpty(),
                            "an ended credential sees nothing that came after",
                            client.name() + " sees " + late);
                }
            }
        }
    }
}
