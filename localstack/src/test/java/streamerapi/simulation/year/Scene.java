package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The overlay in the streamer's broadcast: its page plays tips, is left and opened again, and freezes, after which its
/// socket is silent; its key may be rotated meanwhile. In the end it is closed for good.
final class Scene {

    /// Clocks are up to half a second off, and an answer is on its way for up to another.
    private static final Duration ABOUT = Duration.ofMillis(1_500);

    private static final Duration GRACE = Duration.ofSeconds(10);

    /// How long the service takes at most to tell that an overlay is gone, after the window in which it may come back.
    private static final Duration LATEST = Duration.ofSeconds(20);

    private final World world;
    private final YearAccount account;
    private final List<SocketClient> pages = new ArrayList<>();
    private final List<SocketService.Connection> sockets = new ArrayList<>();
    private final Set<String> shownGone = new LinkedHashSet<>();
    private String key;
    private @Nullable Instant rotated;
    private boolean isRotationUndone;
    private boolean opens;
    private boolean isClosed;

    Scene(World world, YearAccount account) {
        this.world = world;
        this.account = account;
        this.key = account.overlayKey();
    }

    List<SocketClient> pages() {
        return pages;
    }

    /// Begins what the page does in this time.
    void come(Duration activity) {
        world.turns().after(world.luck().within(5), this::open);
        int times = 1 + world.luck().number(3);
        for (int i = 0; i < times; i++) {
            world.turns().after(world.luck().moment(activity), this::leave);
        }
        world.turns().start(() -> play(activity));
        if (world.luck().number(4) == 0) {
            world.turns().at(world.luck().within((double) activity.toSeconds()), this::rotate);
        }
        world.turns().after(activity.plusSeconds(90), this::close);
    }

    private void open() {
        if (!isClosed) {
            SocketClient page = SocketClient.ofOverlay(world, "overlay", key, sockets::add);
            pages.add(page);
            page.open();
        }
    }

    /// The page goes, by itself or because its computer freezes, and another one comes soon or after the window.
    private void leave() {
        if (!pages.isEmpty()) {
            if (world.luck().number(3) == 0) {
                pages.getLast().freeze();
            } else {
                pages.getLast().quit();
            }
            Duration pause = world.luck().flips() ? Duration.ZERO : GRACE;
            world.turns().after(pause.plus(world.luck().within(15)), this::open);
        }
    }

    private void close() {
        isClosed = true;
        pages.forEach(SocketClient::quit);
    }

    private void rotate() {
        Instant began = world.turns().now();
        ApiUser.Reply reply =
                world.user().dashboard("POST", "/overlays/" + account.overlayId() + "/rotate-key", null, "rotate");
        if (reply.isDone()) {
            rotated = world.takesBack(began) ? null : world.turns().now();
            isRotationUndone = world.restoration().undoes(began);
            key = String.valueOf(reply.at("key"));
            world.secrecy().add("the overlay's other key", key);
            world.turns().after(world.luck().within(10), this::open);
        }
    }

    /// Plays tips while its page is there; a tip that plays when the page goes is left as it is.
    private void play(Duration activity) {
        world.turns().during(activity, () -> {
            SocketClient page = pages.isEmpty() ? null : pages.getLast();
            ApiUser user = new ApiUser(world, account, key);
            String id = page == null || !page.isLive() ? null : user.firstInQueue();
            if (page != null
                    && id != null
                    && page.isLive()
                    && user.send("POST", "/v1/tts/" + id + "/start", null, null).isDone()) {
                world.turns().sleep(Duration.ofMillis(500L + world.luck().number(6_000)));
                if (page.isLive()) {
                    user.send("POST", "/v1/tts/" + id + "/finish", null, null);
                }
            } else {
                world.frames().await(ApiUser.QUEUE_CHANGES);
            }
        });
    }

    /// Asks whether the overlay is shown as connected, once its page was closed for good, and whether its key opens.
    void look() {
        Map<String, String> asked = Map.of("authorization", "Bearer " + key);
        opens = world.user().once("GET", "/v1/tts/queue", asked, null).isDone();
        String path = "/v1/overlays/" + account.overlayId();
        if (Boolean.TRUE.equals(world.user().send("GET", path, null, null).at("overlay", "connected"))) {
            shownGone.add(account.overlayId());
        }
    }

    /// Whether the overlay's key was made after the moment of a restore, and opens all the same.
    boolean opensThoughUndone() {
        return isRotationUndone && opens;
    }

    /// Holds what the service told of the overlay to its sockets.
    void hold(List<Told> told, Broken broken) {
        List<Told> events = told.stream()
                .filter(event -> event.type().startsWith("overlay."))
                .toList();
        Told before = null;
        for (Told event : events) {
            broken.holds(
                    isComing(event) != (before != null && isComing(before)),
                    "an overlay's coming and going take turns",
                    event.id() + " " + event.type());
            before = event;
        }
        broken.holds(
                shownGone.isEmpty() && (before == null || !isComing(before) || mayBeUntold(before)),
                "an overlay without a socket is told to be gone, and shown so",
                before == null ? "nothing was told" : before.id() + " came last");
        events.stream().filter(Scene::isComing).forEach(event -> hasSocket(event, broken));
        events.stream()
                .filter(event -> !isComing(event) && !takesBack(event.created()))
                .forEach(event -> hasNoSocket(event, told, broken));
        sockets.forEach(socket -> isTold(socket, events, broken));
        if (world.luck().isSpotless()) {
            everyGoingIsToldInTime(events, broken);
        }
        theRotatedKeySeesNothing(broken);
    }

    /// Whether a table that was restored may not be told that an overlay is gone: a socket was open shortly before the
    /// moment, and went before all functions worked on that table (docs/operating.md "Consequences for the users").
    private boolean mayBeUntold(Told coming) {
        Instant moment = world.restoration().moment();
        return moment != null
                && coming.created().isBefore(moment.plus(ABOUT))
                && sockets.stream().anyMatch(socket -> {
                    Instant end = socket.end(world.turns().now());
                    return socket.began().isBefore(moment)
                            && world.restoration()
                                    .takesBack(end, end.plus(GRACE).plus(LATEST));
                });
    }

    /// Whether a table that was restored may not know an overlay's sockets of this time.
    private boolean takesBack(Instant at) {
        return world.restoration().takesBack(at.minus(GRACE).minus(LATEST), at);
    }

    private static boolean isComing(Told event) {
        return event.type().equals("overlay.connected");
    }

    private void hasSocket(Told coming, Broken broken) {
        Instant at = coming.created();
        Instant now = world.turns().now();
        broken.holds(
                sockets.stream()
                        .anyMatch(socket -> socket.began().isBefore(at.plus(ABOUT))
                                && at.isBefore(socket.known(now).plus(ABOUT))),
                "an overlay comes with a socket",
                coming.id());
    }

    /// An overlay is gone when it has had no socket for ten seconds, and what it claimed is released with that.
    private void hasNoSocket(Told going, List<Told> told, Broken broken) {
        Instant at = going.created();
        for (SocketService.Connection socket : sockets) {
            Instant live = socket.live();
            broken.holds(
                    live == null
                            || live.isAfter(at.minus(ABOUT))
                            || socket.countedUntil(world.turns().now())
                                    .isBefore(at.minus(GRACE).plus(ABOUT)),
                    "an overlay is gone when it has had no socket for ten seconds",
                    going.id() + " and the socket of " + live);
        }
        Instant left = Instant.parse(going.text("disconnected_at")).minus(ABOUT);
        String claimed = null;
        for (Told event : told) {
            if (event.type().equals("queue.tts.started") && event.created().isBefore(left)) {
                claimed = event.isOfOverlay() ? event.orderId() : null;
            } else if (event.type().startsWith("queue.tts.")
                    && event.created().isBefore(at.plus(ABOUT))
                    && event.orderId().equals(claimed)) {
                claimed = null;
            }
        }
        broken.holds(
                claimed == null,
                "what an overlay claimed is released when it is gone",
                going.id() + " with " + claimed);
    }

    private void isTold(SocketService.Connection socket, List<Told> events, Broken broken) {
        Instant live = socket.live();
        if (live != null && !takesBack(live)) {
            Told last = events.stream()
                    .filter(event -> event.created().isBefore(live.plus(ABOUT)))
                    .reduce((first, second) -> second)
                    .orElse(null);
            broken.holds(
                    last != null && (isComing(last) || last.created().isAfter(live.minus(ABOUT))),
                    "an overlay that has a socket is told to be there",
                    "the socket of " + live + " after " + (last == null ? "nothing" : last.id()));
        }
    }

    private void everyGoingIsToldInTime(List<Told> events, Broken broken) {
        for (SocketService.Connection socket : sockets) {
            Instant end = socket.end(world.turns().now());
            Instant latest = end.plus(GRACE).plus(LATEST);
            boolean isLast = socket.live() != null
                    && sockets.stream()
                            .noneMatch(other -> other != socket
                                    && other.began().isBefore(latest)
                                    && other.end(world.turns().now()).isAfter(end));
            broken.holds(
                    !isLast
                            || events.stream()
                                    .anyMatch(event -> !isComing(event)
                                            && event.created().isAfter(end)
                                            && event.created().isBefore(latest)),
                    "an overlay that is gone is told so in time (if nothing went wrong)",
                    "its socket went at " + end);
        }
    }

    private void theRotatedKeySeesNothing(Broken broken) {
        for (SocketClient page : pages) {
            List<String> late = page.isOf(key) ? List.of() : page.seenLongAfter(rotated);
            broken.holds(late.isEmpty(), "a key that was rotated sees nothing that came after", late);
        }
    }
}
