package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.TableService;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One simulation: a few minutes in which people use the service and things go wrong, and a day and a half in which
/// nothing does, so that everything comes to rest.
final class Year {

    private static final Duration REST = Duration.ofHours(36);

    /// When one more tip comes, to see who is still told of it.
    private static final Duration AFTERWARDS = Duration.ofMinutes(4);

    /// When every effect has ended that says nothing else. The first schedule of the rest comes an hour after its
    /// begin.
    private static final Duration MINUTES = Duration.ofMinutes(20);

    private static final Duration EARLIER = Duration.ofMinutes(10);

    private final long seed;
    private final Cut cut;
    private final World world;
    private final YearAccount account;
    private final List<SocketClient> clients = new ArrayList<>();
    private final Fans fans;
    private final List<Requested> requested = new ArrayList<>();
    private @Nullable Instant endpointDeleted;
    private @Nullable Instant keyRevoked;
    private final Map<String, BigDecimal> wantedBack = new HashMap<>();
    private AtRest atRest = AtRest.UNREAD;
    private int people;

    private Year(long seed, Mutation mutation, Cut cut) {
        Prepared prepared = Prepared.one();
        this.seed = seed;
        this.cut = cut;
        this.account = prepared.account();
        this.world = new World(seed, cut.misfortunes(), mutation, prepared.rows(), account);
        this.fans = new Fans(world);
    }

    /// A tip that was asked for, and each answer to it.
    record Requested(String key, String name, List<ApiUser.Reply> replies) {}

    /// What came of a simulation.
    ///
    /// @param people how many there were, those who stayed away among them
    /// @param digest of all that happened
    /// @param broken sentences that do not hold, with what breaks them
    /// @param story what a reader wants to know
    record Report(long seed, Cut cut, int people, String digest, long turns, List<String> broken, String story) {

        boolean holds() {
            return broken.isEmpty();
        }

        /// The report of a smaller part of the seed if that breaks the same sentence; else this one.
        private Report orLess(Cut less, Mutation mutation) {
            Report other = run(seed, mutation, less);
            return other.sentences().contains(sentences().getFirst()) ? other : this;
        }

        private List<String> sentences() {
            return broken.stream()
                    .map(text -> text.contains(": ") ? text.substring(0, text.indexOf(": ")) : text)
                    .toList();
        }

        @Override
        public String toString() {
            return cut.toCommandLine(seed) + "\n" + String.join("\n", broken) + "\n" + story;
        }
    }

    /// Lives through a seed.
    static Report run(long seed, Mutation mutation) {
        return run(seed, mutation, Cut.none(seed));
    }

    /// Lives through a part of a seed.
    static Report run(long seed, Mutation mutation, Cut cut) {
        return new Year(seed, mutation, cut).run();
    }

    /// Lives through a seed that breaks a sentence again, with as little going wrong as still breaks it, with as few
    /// people, and for as short a time.
    static Report shrunk(long seed, Mutation mutation) {
        Report least = run(seed, mutation);
        if (least.holds()) {
            return least;
        }
        for (int misfortunes = 0; misfortunes < least.cut.misfortunes(); misfortunes++) {
            least = least.orLess(least.cut.withMisfortunes(misfortunes), mutation);
        }
        for (int person = 0; person < least.people; person++) {
            least = least.orLess(least.cut.without(person), mutation);
        }
        for (int percent = 20; percent < least.cut.percent(); percent += 20) {
            least = least.orLess(least.cut.ofPercent(percent), mutation);
        }
        return least;
    }

    private Report run() {
        Instant begin = Turns.BEGINNING.plus(EARLIER);
        world.turns().runUntil(begin);
        Duration activity = cut.of(Duration.ofSeconds(40 + world.luck().number(100)));
        List<String> broken = new ArrayList<>();
        try {
            people(activity);
            world.schedule(Duration.ofMinutes(1), activity);
            world.turns().runUntil(begin.plus(activity));
            world.end();
            world.turns().runUntil(begin.plus(activity).plusSeconds(60));
            Meanwhile meanwhile = new Meanwhile(this);
            if (world.luck().isSpotless()) {
                meanwhile.holdDeliveries();
            }
            world.schedule(Duration.ofHours(1), REST);
            world.turns().runUntil(begin.plus(activity).plus(MINUTES));
            meanwhile.holdEffects();
            broken.addAll(meanwhile.broken().sentences());
            world.turns().runUntil(begin.plus(activity).plus(REST));
            world.turns().start(null, () -> atRest = AtRest.read(world.user()));
            world.turns().runUntil(world.turns().now().plusSeconds(60));
            broken.addAll(new Invariants(this).broken());
        } catch (IllegalStateException e) {
            broken.add("the simulation goes on: " + e + " because of " + e.getCause());
        } finally {
            world.close();
        }
        return new Report(
                seed,
                cut,
                people,
                world.story().digest(),
                world.turns().taken(),
                broken,
                world.story().about(words(broken)));
    }

    /// Ids that the broken sentences name.
    private static List<String> words(List<String> broken) {
        List<String> words = new ArrayList<>();
        for (String sentence : broken) {
            for (String word : sentence.split("[ ,:\\[\\]{}=]+")) {
                if (word.matches("(evt|tip|pay)_[0-9a-z_]+|key-[0-9]+")) {
                    words.add(word);
                }
            }
        }
        words.addAll(List.of("killed", "gives up", "again", "twice", "times out"));
        return words;
    }

    /// Has a person come, unless this part of the seed is without them.
    private void person(Runnable comes) {
        if (!cut.without().contains(people++)) {
            comes.run();
        }
    }

    private void people(Duration activity) {
        double seconds = activity.toSeconds();
        for (int i = 0; i < 2 + world.luck().number(2); i++) {
            SocketClient client = new SocketClient(world, "client-" + i, account.apiKey(), null);
            person(() -> join(client, seconds));
        }
        person(() -> join(new SocketClient(world, "guest", account.secondKey(), null), seconds));
        int tips = 3 + world.luck().number(8);
        for (int i = 0; i < tips; i++) {
            Requested tip = new Requested("key-" + i, "Viewer " + i, new ArrayList<>());
            person(() -> tip(tip, seconds));
        }
        Requested late = new Requested("key-late", "Viewer late", new ArrayList<>());
        person(() -> {
            requested.add(late);
            world.turns().after(activity.plus(AFTERWARDS), () -> world.turns().start(null, () -> request(late)));
        });
        int payments = 1 + world.luck().number(5);
        for (int i = 0; i < payments; i++) {
            String id = "pay_" + i;
            person(() -> donate(id, seconds));
        }
        for (int i = 0; i < 2; i++) {
            person(() -> world.turns().start(null, () -> play(activity)));
        }
        for (int i = 0; i < 1 + world.luck().number(2); i++) {
            person(() -> world.turns().start(null, () -> moderate(activity)));
        }
        person(() -> world.turns().start(null, () -> giveBack(activity)));
        person(() -> fans.come(activity));
        if (world.luck().flips()) {
            person(() -> at(seconds, this::deleteEndpoint));
        }
        if (world.luck().flips()) {
            person(() -> revokeWhileOneSignsIn(seconds));
        }
    }

    private void tip(Requested tip, double seconds) {
        requested.add(tip);
        Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 1_000)));
        int times = world.luck().number(3) == 0 ? 2 : 1;
        for (int time = 0; time < times; time++) {
            Duration again = when.plus(world.luck().within(time));
            world.turns().after(again, () -> world.turns().start(null, () -> request(tip)));
        }
    }

    private void donate(String id, double seconds) {
        boolean isHeld = world.luck().flips();
        Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 800)));
        world.turns().after(when, () -> world.processor().pay(id, BigDecimal.valueOf(2 + id.length()), isHeld));
        if (world.luck().flips()) {
            boolean isDispute = world.luck().flips();
            Duration later = when.plus(world.luck().within(seconds));
            world.turns().after(later, () -> world.processor().giveBack(id, isDispute));
        }
    }

    private void revokeWhileOneSignsIn(double seconds) {
        Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 1_000)));
        world.turns().after(when, () -> world.turns().start(null, this::revokeKey));
        SocketClient last = new SocketClient(world, "guest", account.secondKey(), null);
        clients.add(last);
        world.turns().after(when.plus(world.luck().within(0.2)), last::open);
    }

    private void at(double withinSeconds, Runnable action) {
        Duration when = Duration.ofMillis(world.luck().number((int) (withinSeconds * 1_000)));
        world.turns().after(when, () -> world.turns().start(null, action));
    }

    private void join(SocketClient client, double seconds) {
        clients.add(client);
        world.turns().after(world.luck().within(2), client::open);
        for (int i = 0; i < world.luck().number(5); i++) {
            Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 1_000)));
            world.turns().after(when, client::leave);
        }
    }

    private void request(Requested tip) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", tip.name);
        body.put("message", "Hello");
        body.put("amount", 3);
        body.put("paid", true);
        tip.replies.add(world.user().send("POST", "/v1/tips", body, tip.key));
    }

    /// Plays what waits, as one of two devices that share the queue.
    private void play(Duration activity) {
        Instant end = world.turns().now().plus(activity);
        while (world.turns().now().isBefore(end)) {
            world.turns().sleep(Duration.ofMillis(500L + world.luck().number(4_000)));
            Object items = world.user().send("GET", "/v1/tts/queue", null, null).at("items");
            if (items instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof Map<?, ?> first) {
                String id = String.valueOf(first.get("order_id"));
                ApiUser.Reply started = world.user().send("POST", "/v1/tts/" + id + "/start", null, null);
                boolean isSkipped = world.luck().number(4) == 0;
                world.turns()
                        .sleep(Duration.ofMillis(
                                isSkipped ? 5 : 200L + world.luck().number(3_000)));
                if (started.isDone()) {
                    String ending = world.luck().number(5) == 0 ? "/release" : "/finish";
                    world.user().send("POST", "/v1/tts/" + id + ending, null, null);
                }
            }
        }
    }

    /// Has a part of what donors paid given back, as a streamer does who has thought it over.
    private void giveBack(Duration activity) {
        Instant end = world.turns().now().plus(activity);
        while (world.turns().now().isBefore(end)) {
            world.turns().sleep(Duration.ofMillis(2_000L + world.luck().number(12_000)));
            Object tips =
                    world.user().send("GET", "/v1/tts/history", null, null).at("tips");
            for (Object tip : tips instanceof List<?> list ? list : List.of()) {
                Map<String, ?> fields = Json.asObject(tip);
                String id = String.valueOf(fields.get("order_id"));
                if (String.valueOf(fields.get("name")).startsWith("Donor") && !wantedBack.containsKey(id)) {
                    wantedBack.put(id, BigDecimal.ONE);
                    world.user().dashboard("POST", "/tips/" + id + "/refund", Map.of("amount", 1), "refund-" + id);
                    break;
                }
            }
        }
    }

    private void moderate(Duration activity) {
        Instant end = world.turns().now().plus(activity);
        while (world.turns().now().isBefore(end)) {
            world.turns().sleep(Duration.ofMillis(1_000L + world.luck().number(6_000)));
            Object tips = world.user().dashboard("GET", "/held-tips", null).at("tips");
            if (tips instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof Map<?, ?> first) {
                String id = String.valueOf(first.get("order_id"));
                boolean isApproved = world.luck().flips();
                world.user().dashboard("POST", "/held-tips/" + id + (isApproved ? "/approve" : "/reject"), Map.of());
            }
        }
    }

    AtRest atRest() {
        return atRest;
    }

    /// How much of a tip the streamer wanted given back.
    BigDecimal wantedBack(String orderId) {
        return wantedBack.getOrDefault(orderId, BigDecimal.ZERO);
    }

    private void deleteEndpoint() {
        Object endpoints =
                world.user().send("GET", "/v1/webhook-endpoints", null, null).at("endpoints");
        if (endpoints instanceof List<?> list) {
            for (Object endpoint : list) {
                if (endpoint instanceof Map<?, ?> fields
                        && String.valueOf(fields.get("url")).contains("brief")) {
                    ApiUser.Reply deleted =
                            world.user().send("DELETE", "/v1/webhook-endpoints/" + fields.get("id"), null, null);
                    endpointDeleted = deleted.status() < 500 ? world.turns().now() : endpointDeleted;
                }
            }
        }
    }

    private void revokeKey() {
        ApiUser.Reply reply = world.user().dashboard("DELETE", "/api-keys/" + account.secondKeyId(), null);
        keyRevoked = reply.isDone() ? world.turns().now() : null;
    }

    World world() {
        return world;
    }

    YearAccount account() {
        return account;
    }

    Fans fans() {
        return fans;
    }

    List<SocketClient> clients() {
        return clients;
    }

    List<Requested> requested() {
        return requested;
    }

    @Nullable
    Instant endpointDeleted() {
        return endpointDeleted;
    }

    @Nullable
    Instant keyRevoked() {
        return keyRevoked;
    }

    Table table() {
        return TableService.over(world.table().transport());
    }

    /// The account's events in the order of the log.
    List<LoggedEvent> log() {
        return new EventLog(table()).after(account.tenantId(), EventLog.BEGINNING, 100_000);
    }
}
