package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The media queue: viewers ask for videos in chat and programs through the API, the overlay and a program play them,
/// and a moderator skips, removes, bans and replays them, and pauses the queue.
final class Videos {

    private static final String CHANGES = "media\\.created|queue\\.media\\.(finished|released|skipped)";
    private static final String LINK = "https://youtu.be/video-0000";
    private static final int LINKS = 6;
    private static final int LINK_ID = 11;

    private final World world;
    private final YearAccount account;
    private final Map<String, ApiUser.@Nullable Reply> requested = new TreeMap<>();
    private final Map<String, String> ofTips = new TreeMap<>();
    private final Set<String> banned = new TreeSet<>();
    private final List<String> letIn = new ArrayList<>();
    private ApiUser.@Nullable Reply queue;
    private List<String> history = List.of();

    Videos(World world, YearAccount account) {
        this.world = world;
        this.account = account;
    }

    /// The place of a video.
    private enum Place {
        WAITING,
        CLAIMED,
        OVER,
        REMOVED
    }

    /// Begins what people do with videos in this time.
    void come(Duration activity) {
        int requests = 5 + world.luck().number(6);
        for (int i = 0; i < requests; i++) {
            String name = "Fan " + i;
            String link = link();
            boolean isChat = i % 3 == 0;
            world.turns().at(world.luck().moment(activity), () -> {
                if (isChat) {
                    requested.put(name, null);
                    world.channel().write(name, "!sr " + link, false);
                } else {
                    requested.put(name, request(name, link));
                }
            });
        }
        world.turns().start(() -> play(new ApiUser(world, account, account.overlayKey()), activity));
        world.turns().start(() -> play(world.user(), activity));
        world.turns().start(() -> moderate(activity));
    }

    private String link() {
        return LINK + world.luck().number(LINKS);
    }

    /// The link to a video that comes with the tip of a person.
    String comingWith(String name) {
        String link = link();
        ofTips.put(name, link);
        return link;
    }

    private ApiUser.Reply request(String name, String link) {
        return world.user().send("POST", "/v1/media", """
                {"url": "%s", "name": "%s"}""".formatted(link, name), name);
    }

    /// The site that has the videos, which at times does not answer.
    static PaymentProcessor.Reply site(World world) {
        boolean fails = world.luck().strikesOneIn(10);
        return new PaymentProcessor.Reply(fails ? 503 : 200, "{\"title\":\"A video\"}", false);
    }

    /// Plays one of the first that wait, as a consumer does that goes on by itself. Another page of it may start or end
    /// the same one while it ends.
    private void play(ApiUser user, Duration activity) {
        world.turns().during(activity, () -> {
            List<String> ids = ids(user.send("GET", "/v1/media/queue", null, null), "items");
            String id = ids.isEmpty() ? "" : ids.get(world.luck().number(Math.min(2, ids.size())));
            if (!id.isEmpty() && act(user, id, "start").isDone()) {
                world.turns().sleep(Duration.ofMillis(200L + world.luck().number(9_000)));
                if (world.luck().flips()) {
                    String other = world.luck().flips() ? "start" : "finish";
                    world.turns().at(world.luck().within(0.05), () -> act(user, id, other));
                }
                act(user, id, world.luck().number(5) == 0 ? "release" : "finish");
            } else {
                world.frames().await(CHANGES);
            }
        });
    }

    private static ApiUser.Reply act(ApiUser user, String id, String what) {
        return user.send("POST", "/v1/media/" + id + "/" + what, null, null);
    }

    private static List<String> ids(ApiUser.Reply reply, String field) {
        return reply.at(field) instanceof List<?> items
                ? items.stream()
                        .map(item -> String.valueOf(Json.asObject(item).get("order_id")))
                        .toList()
                : List.of();
    }

    private void moderate(Duration activity) {
        world.turns().during(activity, () -> {
            world.turns().sleep(world.luck().within(40));
            ApiUser user = world.user();
            switch (world.luck().number(7)) {
                case 0, 1 -> user.send("POST", "/v1/media/skip", null, null);
                case 2 -> user.send("POST", "/v1/media/pause", null, null);
                case 3 -> user.send("POST", "/v1/media/resume", null, null);
                case 4 -> played().stream().findFirst().ifPresent(id -> act(user, id, "replay"));
                case 5 ->
                    last().ifPresent(item -> user.send("DELETE", "/v1/media/" + item.get("order_id"), null, null));
                default -> last().ifPresent(this::ban);
            }
        });
    }

    private List<String> played() {
        return ids(world.user().send("GET", "/v1/media/history?limit=100", null, null), "media");
    }

    private Optional<Map<String, @Nullable Object>> last() {
        return world.user().send("GET", "/v1/media/queue", null, null).at("items") instanceof List<?> items
                        && !items.isEmpty()
                ? Optional.of(Json.asObject(items.getLast()))
                : Optional.empty();
    }

    private void ban(Map<String, @Nullable Object> item) {
        String url = String.valueOf(item.get("media_url"));
        banned.add(url.substring(url.length() - LINK_ID));
        if (world.user()
                        .dashboard("POST", "/media/" + item.get("order_id") + "/ban", "{}")
                        .isDone()
                && request("Banned", url).isDone()) {
            letIn.add(url);
        }
    }

    /// Reads the queue once everything is at rest.
    void lookAtRest() {
        queue = world.user().send("GET", "/v1/media/queue", null, null);
        history = played();
    }

    /// Holds the queue to what its events tell.
    void hold(Year year, List<Told> told, Broken broken) {
        ApiUser.Reply now = queue;
        if (requested.isEmpty() || now == null) {
            return;
        }
        requested.forEach((name, reply) -> isOneVideo(name, reply, told, broken));
        ofTips.forEach((name, link) -> comesWithItsTip(name, link, told, broken));
        List<String> parked = parked(year);
        broken.holds(parked.isEmpty(), "a video waits for a moderator as long as its tip", parked);
        broken.holds(letIn.isEmpty(), "a video that is banned is refused", letIn);
        Map<String, Place> places = new LinkedHashMap<>();
        String current = null;
        boolean isPaused = false;
        for (Told event : told) {
            String type = event.type().replaceFirst("^(queue\\.)?media\\.", "");
            if (type.equals(event.type())) {
                continue;
            }
            isPaused = type.equals("paused") || (isPaused && !type.equals("resumed"));
            String id = type.equals("skipped") ? String.valueOf(current) : event.orderId();
            Place before = places.get(id);
            Place after = after(type);
            if (after != null) {
                broken.holds(
                        isFrom(type, before),
                        "a video plays once, or is where somebody has put it",
                        event.id() + ": " + id + " is " + type + " and was " + before);
                places.put(id, after);
                current = type.equals("started") ? id : id.equals(current) ? null : current;
            }
        }
        holds(places, Set.of(Place.WAITING, Place.CLAIMED), ids(now, "items"), broken);
        holds(places, Set.of(Place.OVER), history, broken);
        broken.holds(
                Objects.equals(now.at("current_order_id"), current),
                "the player has what was started last and is not over",
                "it has " + now.at("current_order_id") + ", told " + current);
        broken.holds(
                Objects.equals(now.at("is_paused"), isPaused),
                "the media queue is paused as its events tell",
                isPaused);
    }

    private static void isOneVideo(String name, ApiUser.@Nullable Reply reply, List<Told> told, Broken broken) {
        long created = told.stream()
                .filter(event -> event.type().equals("media.created")
                        && event.text("donor_name").equals(name)
                        && event.text("is_replay").equals("false"))
                .count();
        broken.holds(created <= 1, "a request is one video", name + " has " + created);
        broken.holds(created == 1 || reply == null || !reply.isDone(), "a video that was taken is announced", name);
    }

    /// Holds the video of a tip to the tip: it has the tip's id, and comes if the tip does, unless a moderator keeps it
    /// out.
    private void comesWithItsTip(String name, String link, List<Told> told, Broken broken) {
        Set<String> tips = Told.tips(told, name).stream().map(Told::orderId).collect(Collectors.toSet());
        Set<String> videos = told.stream()
                .filter(event -> event.type().equals("media.created")
                        && event.text("donor_name").equals(name)
                        && event.text("is_replay").equals("false"))
                .map(Told::orderId)
                .collect(Collectors.toSet());
        broken.holds(tips.containsAll(videos), "a video of a tip comes with it", name + " " + videos + " of " + tips);
        Optional<Told> held = told.stream()
                .filter(event ->
                        event.type().equals("tip.held") && event.text("name").equals(name))
                .findFirst();
        if (held.isPresent() && held.get().text("has_media").equals("true")) {
            world.story().reached("a video waits with its tip for a moderator");
        }
        boolean isDue = held.map(event -> event.text("has_media").equals("true"))
                        .orElse(!banned.contains(link.substring(link.length() - LINK_ID)))
                && told.stream()
                        .noneMatch(event -> event.type().equals("tip.reviewed")
                                && event.text("name").equals(name)
                                && event.text("allow_media").equals("false"));
        broken.holds(
                !isDue || videos.containsAll(tips), "a tip comes with its video", name + " " + videos + " of " + tips);
    }

    /// Videos that wait for a moderator with tips that do not.
    private List<String> parked(Year year) {
        return Archived.rows(year, Keys.MEDIA).stream()
                .filter(row -> row.find(Table.PLACE) == null && row.find(Attribute.time("removed_at")) == null)
                .map(row -> row.key().sort().substring(Keys.MEDIA.length()))
                .filter(orderId -> !year.atRest().heldTips().contains(orderId))
                .toList();
    }

    private static void holds(Map<String, Place> places, Set<Place> which, List<String> there, Broken broken) {
        Set<String> expected = new LinkedHashSet<>(places.keySet());
        expected.removeIf(id -> !which.contains(places.get(id)));
        broken.holds(
                expected.equals(new LinkedHashSet<>(there)),
                "a video waits or is over as its events tell",
                which + " " + there + ", told " + expected);
    }

    /// The place that an event gives a video; null for one that is about the queue.
    private static @Nullable Place after(String type) {
        return switch (type) {
            case "created", "released" -> Place.WAITING;
            case "started" -> Place.CLAIMED;
            case "finished", "skipped" -> Place.OVER;
            case "removed" -> Place.REMOVED;
            default -> null;
        };
    }

    private static boolean isFrom(String type, @Nullable Place before) {
        return switch (type) {
            case "created" -> before == null;
            case "started" -> before == Place.WAITING || before == Place.CLAIMED;
            case "removed" -> before == Place.WAITING;
            default -> before == Place.CLAIMED;
        };
    }
}
