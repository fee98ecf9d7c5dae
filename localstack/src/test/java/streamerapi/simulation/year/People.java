package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The people of a simulation, and what they know of what they did.
final class People {

    /// When one more tip and line of chat come, to see who is still told of them.
    static final Duration AFTERWARDS = Duration.ofMinutes(4);

    private final World world;
    private final Scale scale;
    private final Cut cut;
    private final YearAccount account;
    private final Fans fans;
    private final Scene scene;
    private final Strangers strangers;
    private final Neighbour neighbour;
    private final List<SocketClient> clients = new ArrayList<>();
    private final List<Requested> requested = new ArrayList<>();
    private final Map<String, BigDecimal> wantedBack = new HashMap<>();
    private @Nullable Instant endpointDeleted;
    private @Nullable Instant keyRevoked;
    private int count;

    People(World world, Scale scale, Cut cut, YearAccount account, YearAccount other) {
        this.world = world;
        this.scale = scale;
        this.cut = cut;
        this.account = account;
        this.fans = new Fans(world);
        this.scene = new Scene(world, account);
        this.strangers = new Strangers(world, account);
        this.neighbour = new Neighbour(world, other);
    }

    /// A tip that was asked for, and each answer to it.
    record Requested(String key, String name, String message, List<ApiUser.Reply> replies) {}

    Fans fans() {
        return fans;
    }

    Scene scene() {
        return scene;
    }

    Strangers strangers() {
        return strangers;
    }

    Neighbour neighbour() {
        return neighbour;
    }

    List<SocketClient> clients() {
        return clients;
    }

    List<Requested> requested() {
        return requested;
    }

    /// How many there were, those who stayed away among them.
    int count() {
        return count;
    }

    @Nullable
    Instant endpointDeleted() {
        return endpointDeleted;
    }

    @Nullable
    Instant keyRevoked() {
        return keyRevoked;
    }

    /// How much of a tip the streamer wanted given back.
    BigDecimal wantedBack(String orderId) {
        return wantedBack.getOrDefault(orderId, BigDecimal.ZERO);
    }

    /// Has a person come, unless the seed draws that they stay away, or this part of it is without them.
    private void person(Runnable comes) {
        boolean isThere = scale.brings(world.luck());
        boolean isCut = cut.without().contains(count++);
        if (isThere && !isCut) {
            comes.run();
        }
    }

    /// Has all of them come in this time.
    void come(Duration activity) {
        double seconds = activity.toSeconds();
        double crowd = scale.crowd(world.luck(), seconds);
        for (int i = 0; i < 2 + world.luck().number(2); i++) {
            SocketClient client = new SocketClient(world, "client-" + i, account.apiKey());
            person(() -> join(client, seconds));
        }
        person(() -> join(new SocketClient(world, "guest", account.secondKey()), seconds));
        int tips = 3 + world.luck().number(8);
        for (int i = 0; i < tips; i++) {
            Requested tip = new Requested("key-" + i, "Viewer " + i, ModeratedTexts.message(i), new ArrayList<>());
            person(() -> tip(tip, crowd));
        }
        Requested late = new Requested("key-late", "Viewer late", "Hello", new ArrayList<>());
        person(() -> {
            requested.add(late);
            world.turns().at(activity.plus(AFTERWARDS), () -> request(late));
        });
        int payments = 1 + world.luck().number(5);
        for (int i = 0; i < payments; i++) {
            String id = "pay_" + i;
            person(() -> donate(id, crowd));
        }
        for (int i = 0; i < 2; i++) {
            person(() -> world.turns().start(() -> play(world.user(), activity)));
        }
        for (int i = 0; i < 1 + world.luck().number(2); i++) {
            person(() -> world.turns().start(() -> moderate(activity)));
        }
        person(() -> world.turns().start(() -> giveBack(activity)));
        person(() -> fans.come(activity));
        if (world.luck().flips()) {
            person(() -> at(seconds, this::deleteEndpoint));
        }
        if (world.luck().flips()) {
            person(() -> revokeWhileOneSignsIn(seconds));
        }
        person(() -> scene.come(activity));
        person(() -> world.channel().come(activity));
        person(() -> at(seconds, strangers::come));
        person(() -> world.tokens().come(activity));
        if (world.luck().isSpotless() && activity.toSeconds() % 2 == 1) {
            person(() -> neighbour.come(activity));
        }
        if (world.luck().number(3) == 0) {
            person(() -> at(seconds / 2, () -> holdAll(activity)));
        }
    }

    private void tip(Requested tip, double seconds) {
        requested.add(tip);
        Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 1_000)));
        int times = world.luck().number(3) == 0 ? 2 : 1;
        for (int time = 0; time < times; time++) {
            Duration again = when.plus(world.luck().within(time));
            world.turns().at(again, () -> request(tip));
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
        world.turns().at(when, this::revokeKey);
        SocketClient last = new SocketClient(world, "guest", account.secondKey());
        clients.add(last);
        world.turns().after(when.plus(world.luck().within(0.2)), last::open);
    }

    private void at(double withinSeconds, Runnable action) {
        Duration when = Duration.ofMillis(world.luck().number((int) (withinSeconds * 1_000)));
        world.turns().at(when, action);
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
        String body = """
                {"name": "%s", "message": "%s", "amount": 3, "paid": true}""".formatted(tip.name, tip.message);
        tip.replies.add(world.user().send("POST", "/v1/tips", body, tip.key));
    }

    /// Plays what waits, as one of two devices that share the queue.
    private void play(ApiUser user, Duration activity) {
        Instant end = world.turns().now().plus(activity);
        while (world.turns().now().isBefore(end)) {
            String id = user.firstInQueue();
            if (id != null
                    && user.send("POST", "/v1/tts/" + id + "/start", null, null).isDone()) {
                boolean isSkipped = world.luck().number(4) == 0;
                world.turns()
                        .sleep(Duration.ofMillis(
                                isSkipped ? 5 : 200L + world.luck().number(3_000)));
                String ending = world.luck().number(5) == 0 ? "/release" : "/finish";
                user.send("POST", "/v1/tts/" + id + ending, null, null);
            } else {
                world.frames().await(ApiUser.QUEUE_CHANGES);
            }
        }
    }

    /// Has a part of what donors paid given back, as a streamer does who has thought it over.
    private void giveBack(Duration activity) {
        Instant end = world.turns().now().plus(activity);
        while (world.turns().now().isBefore(end)) {
            world.frames().await("queue\\.tts\\.finished");
            Object tips =
                    world.user().send("GET", "/v1/tts/history", null, null).at("tips");
            for (Object tip : tips instanceof List<?> list ? list : List.of()) {
                Map<String, ?> fields = Json.asObject(tip);
                String id = String.valueOf(fields.get("order_id"));
                if (String.valueOf(fields.get("name")).startsWith("Donor") && !wantedBack.containsKey(id)) {
                    wantedBack.put(id, BigDecimal.ONE);
                    world.user().dashboard("POST", "/tips/" + id + "/refund", """
                            {"amount": 1}""", "refund-" + id);
                    break;
                }
            }
        }
    }

    private void moderate(Duration activity) {
        Instant end = world.turns().now().plus(activity);
        while (world.turns().now().isBefore(end)) {
            Object tips = world.user().dashboard("GET", "/held-tips", null).at("tips");
            if (!(tips instanceof List<?> list) || list.isEmpty()) {
                world.frames().await("tip\\.held");
            } else if (list.getFirst() instanceof Map<?, ?> first) {
                world.turns().sleep(Duration.ofMillis(1_000L + world.luck().number(3_000)));
                String id = String.valueOf(first.get("order_id"));
                boolean isApproved = world.luck().flips();
                world.user().dashboard("POST", "/held-tips/" + id + (isApproved ? "/approve" : "/reject"), "{}");
            }
        }
    }

    /// Has every tip wait for a moderator for a while, as a streamer does whose chat gets rough.
    private void holdAll(Duration activity) {
        for (boolean isOn : List.of(true, false)) {
            world.user().dashboard("PATCH", "/settings", """
                    {"review": {"hold_all": %s}}""".formatted(isOn));
            world.turns().sleep(activity.dividedBy(4));
        }
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
}
