package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The people of a simulation, and what they know of what they did.
final class People {

    /// When one more tip and line of chat come, to see who is still told of them.
    static final Duration AFTERWARDS = Duration.ofMinutes(4);

    /// The number of the first payment. All have two digits, so that no id begins like another one.
    private static final int FIRST_PAYMENT = 10;

    private final World world;
    private final Scale scale;
    private final Cut cut;
    private final YearAccount account;
    private final Streamer streamer;
    private final Fans fans;
    private final Scene scene;
    private final Strangers strangers;
    private final Neighbour neighbour;
    private final Tally tally;
    private final Apps apps;
    private final Videos videos;
    private final Timers timers;
    private final List<SocketClient> clients = new ArrayList<>();
    private final List<Requested> requested = new ArrayList<>();
    private int count;

    People(World world, Scale scale, Cut cut, YearAccount account, YearAccount other) {
        this.world = world;
        this.scale = scale;
        this.cut = cut;
        this.account = account;
        this.streamer = new Streamer(world, account);
        this.fans = new Fans(world);
        this.scene = new Scene(world, account);
        this.strangers = new Strangers(world, account);
        this.neighbour = new Neighbour(world, other);
        this.tally = new Tally(world);
        this.apps = new Apps(world, account, tally);
        this.videos = new Videos(world, account);
        this.timers = new Timers(world);
    }

    /// A tip that was asked for, and each answer to it that no restored table takes back.
    ///
    /// @param video the link that comes with it, or null
    record Requested(
            String key,
            String name,
            String message,
            @Nullable String video,
            List<ApiUser.Reply> replies) {}

    Streamer streamer() {
        return streamer;
    }

    Fans fans() {
        return fans;
    }

    Scene scene() {
        return scene;
    }

    List<SocketClient> clients() {
        return clients;
    }

    /// All clients with a socket, overlays' pages too.
    List<SocketClient> sockets() {
        List<SocketClient> all = new ArrayList<>(clients);
        all.addAll(scene.pages());
        all.addAll(apps.sockets().toList());
        return all;
    }

    List<Requested> requested() {
        return requested;
    }

    /// Looks at everything once it is at rest, as people do.
    void look() {
        scene.look();
        if (scale.isBusy()) {
            apps.lookAtRest();
            videos.lookAtRest();
        }
    }

    /// Holds the service to what they know of what they did.
    void hold(Year year, List<Told> told, Broken broken) {
        fans.hold(year, broken);
        strangers.hold(told, broken);
        neighbour.hold(told, broken);
        apps.hold(broken);
        videos.hold(year, told, broken);
        timers.hold(broken);
        tally.hold(year, told, broken);
    }

    /// How many there were, those who stayed away among them.
    int count() {
        return count;
    }

    /// Has a person come, unless the seed draws that they stay away, or this part of it is without them.
    private void person(Runnable comes) {
        person(scale.brings(world.luck()), comes);
    }

    private void person(boolean isThere, Runnable comes) {
        boolean isCut = cut.without().contains(count++);
        if (isThere && !isCut) {
            comes.run();
        }
    }

    /// Has all of them come in this time.
    void come(Duration activity) {
        double seconds = activity.toSeconds();
        double rush = scale.rush(world.luck(), seconds);
        for (int i = 0; i < 2 + world.luck().number(2); i++) {
            SocketClient client = new SocketClient(world, "client-" + i, account.apiKey());
            person(() -> join(client, seconds));
        }
        person(() -> join(new SocketClient(world, "guest", account.secondKey()), seconds));
        int tips = scale.tips(world.luck());
        for (int i = 0; i < tips; i++) {
            Requested tip =
                    new Requested("key-" + i, "Viewer " + i, ModeratedTexts.message(i), null, new ArrayList<>());
            person(() -> tip(tip, rush));
        }
        Requested late = new Requested("key-late", "Viewer late", "Hello", null, new ArrayList<>());
        person(() -> {
            requested.add(late);
            world.turns().at(activity.plus(AFTERWARDS), () -> request(late));
        });
        int payments = scale.payments(world.luck());
        for (int i = 0; i < payments; i++) {
            String id = "pay_" + (FIRST_PAYMENT + i);
            person(() -> donate(world.card(), id, "Donor " + id, null, rush));
        }
        for (int i = 0; i < 2; i++) {
            person(() -> world.turns().start(() -> play(world.user(), activity)));
        }
        for (int i = 0; i < 1 + world.luck().number(2); i++) {
            person(() -> world.turns().start(() -> streamer.moderate(activity)));
        }
        person(() -> world.turns().start(() -> streamer.giveBack(activity)));
        person(() -> fans.come(activity, scale));
        if (world.luck().flips()) {
            person(() -> at(seconds, streamer::deleteEndpoint));
        }
        if (world.luck().flips()) {
            person(() -> revokeWhileOneSignsIn(seconds));
        }
        person(() -> scene.come(activity));
        person(() -> world.channel().come(activity, scale.redemptions(world.luck())));
        person(() -> at(seconds, strangers::come));
        person(() -> world.tokens().come(activity));
        if (world.luck().isSpotless() && activity.toSeconds() % 2 == 1) {
            person(() -> neighbour.come(activity));
        }
        if (world.luck().number(3) == 0) {
            person(() -> at(seconds / 2, () -> streamer.holdAll(activity)));
        }
        int byWallet = scale.paymentsByWallet(world.luck());
        for (int i = 0; i < byWallet; i++) {
            int number = FIRST_PAYMENT + i;
            person(true, () -> donateByWallet(number, seconds));
        }
        if (scale.isBusy()) {
            for (String app : List.of("app-deck", "app-bot", "app-public")) {
                person(true, () -> apps.come(app, app.equals("app-public"), activity));
            }
            person(true, () -> videos.come(activity));
            for (int i = 0; i < 1 + world.luck().number(3); i++) {
                String name = "Viewer video" + i;
                String message = ModeratedTexts.message(i);
                Requested tip =
                        new Requested("key-video-" + i, name, message, videos.comingWith(name), new ArrayList<>());
                person(true, () -> tip(tip, seconds));
            }
            person(true, () -> timers.come(activity));
            person(true, () -> tally.come(activity));
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

    private Duration donate(
            PaymentProcessor processor, String id, String donor, @Nullable String video, double seconds) {
        boolean isHeld = world.luck().flips();
        Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 800)));
        world.turns().after(when, () -> processor.pay(id, donor, BigDecimal.valueOf(2 + id.length()), video, isHeld));
        if (world.luck().flips()) {
            boolean isDispute = world.luck().flips();
            Duration later = when.plus(world.luck().within(seconds));
            world.turns().after(later, () -> processor.giveBack(id, isDispute));
        }
        return when;
    }

    /// Pays with a wallet, by ids that the processor of cards has too. The streamer ends some holds there, and gives
    /// some of the money back just before the donor wants all of it.
    private void donateByWallet(int number, double seconds) {
        String id = "pay_" + number;
        String donor = "Donor wallet_" + number;
        String video = scale.isBusy() && world.luck().flips() ? videos.comingWith(donor) : null;
        Duration when = donate(world.wallet(), id, donor, video, seconds);
        if (world.luck().flips()) {
            world.turns()
                    .after(
                            when.plus(world.luck().within(8)),
                            () -> world.wallet().endHold(id));
        }
        if (world.luck().flips()) {
            Duration later = when.plus(world.luck().within(seconds));
            world.turns().after(later, () -> world.wallet().giveBack(id, false));
            world.turns()
                    .after(
                            later.plus(world.luck().within(0.1)),
                            () -> world.wallet().giveBack(id, true));
        }
    }

    private void revokeWhileOneSignsIn(double seconds) {
        Duration when = Duration.ofMillis(world.luck().number((int) (seconds * 1_000)));
        world.turns().at(when, streamer::revokeKey);
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
        String video = tip.video == null ? "" : ", \"media\": {\"url\": \"" + tip.video + "\"}";
        String body = """
                {"name": "%s", "message": "%s", "amount": 3, "paid": true%s}""".formatted(tip.name, tip.message, video);
        Instant began = world.turns().now();
        ApiUser.Reply reply = world.user().send("POST", "/v1/tips", body, tip.key);
        if (!world.takesBack(began)) {
            tip.replies.add(reply);
        }
    }

    /// Plays what waits, as one of two devices that share the queue.
    private void play(ApiUser user, Duration activity) {
        world.turns().during(activity, () -> {
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
        });
    }
}
