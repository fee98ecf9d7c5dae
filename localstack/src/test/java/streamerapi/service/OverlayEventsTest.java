package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the frames of an overlay's socket: the events that its widgets show, live and replayed, and nothing that was
/// kept off the stream (contract "Overlays' own rights").
@NullMarked
class OverlayEventsTest {

    private static final List<String> ALERTS = List.of(
            "alpha.follow",
            "alpha.sub",
            "alpha.resub",
            "alpha.gift_sub",
            "alpha.cheer",
            "alpha.raid",
            "beta.follow",
            "beta.sub",
            "beta.resub",
            "beta.gift_sub",
            "beta.paid_gift");
    private static final List<String> TTS = List.of(
            "tip.created",
            "tip.tts_ready",
            "queue.tts.started",
            "queue.tts.finished",
            "queue.tts.removed",
            "queue.tts.released",
            "queue.tts.skipped",
            "queue.tts.paused",
            "queue.tts.resumed",
            "queue.tts.cleared",
            "queue.tts.moved");
    private static final List<String> MEDIA = List.of(
            "media.created",
            "queue.media.started",
            "queue.media.finished",
            "queue.media.removed",
            "queue.media.released",
            "queue.media.paused",
            "queue.media.resumed",
            "queue.media.skipped",
            "queue.media.shown",
            "queue.media.hidden");
    private static final List<String> PAID = List.of("tip.created", "tip.refunded");

    /// The events that each widget shows.
    private static final Map<String, Set<String>> SHOWN = Map.ofEntries(
            Map.entry("alert", Set.copyOf(ALERTS)),
            Map.entry("tts", Set.copyOf(TTS)),
            Map.entry("media", Set.copyOf(MEDIA)),
            Map.entry("goal", Set.copyOf(PAID)),
            Map.entry("leaderboard", Set.copyOf(PAID)),
            Map.entry("ticker", union(ALERTS, List.of("tip.created"))),
            Map.entry("events", union(ALERTS, List.of("tip.created"))),
            Map.entry("chat", Set.of()),
            Map.entry("labels", union(ALERTS, PAID)),
            Map.entry("follow_goal", Set.copyOf(ALERTS)),
            Map.entry("sub_goal", Set.copyOf(ALERTS)),
            Map.entry("timer", union(ALERTS, PAID)),
            Map.entry("counter", Set.of("counter.updated")),
            Map.entry("qr", Set.of()),
            Map.entry("celebration", Set.of()));

    /// The events that no overlay is ever sent.
    private static final List<String> KEPT_OFF =
            List.of("tip.held", "tip.reviewed", "tip.blocked", "tip.filtered", "warning");

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void aSocketIsSentWhatItsWidgetsShowAndNothingElse() {
        Map<List<String>, Made> overlays = overlays();
        Map<List<String>, TestSocket> sockets = new LinkedHashMap<>();
        overlays.forEach((widgets, made) -> {
            TestSocket socket = made.signIn(null);
            Map<String, @Nullable Object> ready =
                    Json.asObject(socket.next("ready").get("data"));
            assertThat(Json.asObject(ready.get("snapshot")).keySet())
                    .as("snapshot of " + widgets)
                    .isEqualTo(snapshotOf(widgets));
            sockets.put(widgets, socket);
        });
        String before = String.valueOf(
                Json.asObject(Json.read(account.events().getFirst())).get("id"));

        everythingHappens();

        sockets.forEach((widgets, socket) -> {
            Set<String> expected = expected(widgets, "celebrate");
            assertThat(typesUntilAll(expected, socket)).as("live of " + widgets).isEqualTo(expected);
        });
        sockets.values().forEach(TestSocket::close);
        overlays.forEach((widgets, made) -> {
            try (TestSocket again = made.signIn(before)) {
                again.next("ready");
                assertThat(new TreeSet<>(again.typesUntil("replay_complete")))
                        .as("replay of " + widgets)
                        .isEqualTo(expected(widgets, "replay_complete"));
            }
        });
    }

    @Test
    void noWidgetShowsWhatWasKeptOffTheStream() {
        SHOWN.forEach((widget, types) -> assertThat(types).as(widget).doesNotContainAnyElementsOf(KEPT_OFF));
        assertThat(Arrays.stream(EventType.values()).map(EventType::label)).containsAll(KEPT_OFF);
    }

    @Test
    void theWordsOfHeldAndBlockedTipsStayAway() {
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("filter", Map.of("block", List.of("homeaddress"), "replace", List.of("darnword"))))
                .expect(200);
        Made made = make(List.of("alert", "tts", "media", "goal", "leaderboard", "ticker", "counter", "celebration"));
        try (TestSocket socket = made.signIn(null)) {
            socket.next("ready");
            account.api()
                    .post("/tips", Map.of("name", "Bea", "message", "homeaddress 12"))
                    .refuses(422, "tip_blocked");
            account.api()
                    .post("/tips", Map.of("name", "Cleo", "message", "a darnword here", "unknown_one", 1))
                    .expect(201);
            account.dashboard()
                    .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                    .expect(200);
            account.api()
                    .post("/tips", Map.of("name", "Dora", "message", "privatetext"))
                    .expect(202);
            account.api().post("/overlays/celebrate").expect(200);
            List<String> sent = new ArrayList<>();
            do {
                sent.add(socket.nextText());
            } while (!sent.getLast().contains("\"celebrate\""));
            assertThat(String.join("\n", sent))
                    .contains("Cleo", "tip.created")
                    .doesNotContain("homeaddress", "darnword", "privatetext", "Bea", "Dora", "unknown_one");
        }
        assertThat(account.eventTypes()).contains("tip.held", "tip.blocked", "tip.filtered", "warning");
    }

    @Test
    void sinceReachesTenMinutesBack() {
        Made made = make(List.of("tts"));
        account.tip("Ada");
        String id = idOf("tip.created");
        account.tip("Grace");
        account.events();

        service.clock().advance(Duration.ofMinutes(9).plusSeconds(30));
        try (TestSocket socket = made.signIn(id)) {
            socket.next("ready");
            assertThat(socket.typesUntil("replay_complete")).containsExactly("tip.created", "replay_complete");
        }
        service.clock().advance(Duration.ofSeconds(31));
        try (TestSocket socket = made.signIn(id)) {
            socket.next("ready");
            socket.next("replay_gap");
        }
        try (TestSocket software = TestSocket.open(service)) {
            software.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", id));
            software.next("ready");
            assertThat(software.typesUntil("replay_complete")).contains("tip.created");
        }
    }

    @Test
    void beyondTenMinutesTheEventsOfTheLastTenComeBeforeTheGap() {
        Made made = make(List.of("tts"));
        account.tip("Long ago");
        String id = idOf("tip.created");
        service.clock().advance(Duration.ofHours(1));
        account.tip("Too early");
        service.clock().advance(Duration.ofMinutes(11));
        try (TestSocket socket = made.signIn(id)) {
            socket.next("ready");
            socket.next("replay_gap");
        }
        account.tip("Missed");
        account.events();
        try (TestSocket socket = made.signIn(id)) {
            socket.next("ready");
            assertThat(socket.next("tip.created").toString()).contains("Missed");
            socket.next("replay_gap");
        }
        for (String unknown : List.of(erased(id), erased(idOf("tip.created")), "evt_00000000000000000000000000")) {
            try (TestSocket socket = made.signIn(unknown)) {
                socket.next("ready");
                assertThat(socket.next("tip.created").toString()).contains("Missed");
                socket.next("replay_gap");
            }
        }
    }

    /// The id of an event of the same time that the log has not, as after the erasure of the person whom it named.
    private static String erased(String id) {
        return id.substring(0, id.length() - 10) + "0000000000";
    }

    @Test
    void otherWidgetsAreForTheSocketsThatComeAfterThem() {
        Made made = make(List.of("counter"));
        account.dashboard()
                .patch("/dashboard/api/overlays/" + made.id, Map.of("widgets", List.of("tts")))
                .expect(200);
        try (TestSocket socket = made.signIn(null)) {
            socket.next("ready");
            account.tip("Ada");
            socket.next("tip.created");
        }
    }

    /// Every type of event that can be triggered, and a warning.
    private void everythingHappens() {
        for (EventType type : EventType.values()) {
            if (type.subscribable()) {
                account.api()
                        .post("/events/trigger", Map.of("type", type.label()))
                        .expect(202);
            }
        }
        account.api().post("/tts/pause", Map.of("unknown_one", 1)).expect(200);
        account.api().post("/tips/test", Map.of("unknown_two", 1)).expect(201);
        account.events();
        account.api().post("/overlays/celebrate").expect(200);
    }

    /// The types of the next frames, until all that are expected have come: the command to celebrate takes a way of its
    /// own, and can come before events that are older.
    private static Set<String> typesUntilAll(Set<String> expected, TestSocket socket) {
        Set<String> types = new TreeSet<>();
        while (!types.containsAll(expected)) {
            types.add(String.valueOf(socket.next().get("type")));
        }
        return types;
    }

    private Map<List<String>, Made> overlays() {
        Map<List<String>, Made> overlays = new LinkedHashMap<>();
        SHOWN.keySet().forEach(widget -> overlays.put(List.of(widget), make(List.of(widget))));
        overlays.put(List.of(), make(List.of()));
        overlays.put(List.of("goal", "counter"), make(List.of("goal", "counter")));
        overlays.put(List.copyOf(SHOWN.keySet()), make(List.copyOf(SHOWN.keySet())));
        return overlays;
    }

    private static Set<String> expected(List<String> widgets, String last) {
        List<String> shown = widgets.isEmpty() ? List.of("alert", "tts", "media", "goal", "celebration") : widgets;
        Set<String> types = new TreeSet<>(Set.of(last));
        shown.forEach(widget -> types.addAll(SHOWN.getOrDefault(widget, Set.of())));
        return types;
    }

    private static Set<String> snapshotOf(List<String> widgets) {
        Set<String> parts = new TreeSet<>();
        if (widgets.isEmpty() || widgets.contains("tts")) {
            parts.add("tts");
        }
        if (widgets.isEmpty() || widgets.contains("media")) {
            parts.add("media");
        }
        if (widgets.contains("counter")) {
            parts.add("counters");
        }
        return parts;
    }

    private static Set<String> union(List<String> one, List<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return Set.copyOf(all);
    }

    private String idOf(String type) {
        return account.events().stream()
                .map(text -> Json.asObject(Json.read(text)))
                .filter(event -> type.equals(event.get("type")))
                .map(event -> String.valueOf(event.get("id")))
                .findFirst()
                .orElseThrow();
    }

    /// An overlay that was made, and its key.
    private record Made(String id, String key) {

        private TestSocket signIn(@Nullable String since) {
            Map<String, Object> frame = new LinkedHashMap<>(Map.of("data", Map.of("overlayKey", key)));
            if (since != null) {
                frame.put("since", since);
            }
            return TestSocket.open(service).send(frame);
        }
    }

    private Made make(List<String> widgets) {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Scene", "widgets", widgets))
                .expect(201);
        return new Made(String.valueOf(made.at("overlay.id")), String.valueOf(made.at("key")));
    }
}
