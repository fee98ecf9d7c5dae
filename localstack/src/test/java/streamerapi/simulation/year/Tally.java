package streamerapi.simulation.year;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// A counter that moderators change in chat, programs through the API, and the streamer in the dashboard, most of them
/// at once.
final class Tally {

    private static final String NAME = "deaths";
    private static final String PATH = "/counters/" + NAME + "/increment";

    private final World world;
    private int made;
    private long done;
    private long unsure;
    private long changes;

    Tally(World world) {
        this.world = world;
    }

    /// Begins what people count in this time.
    void come(Duration activity) {
        int all = 8 + world.luck().number(8);
        Duration moment = activity.multipliedBy(world.luck().number(100)).dividedBy(100);
        for (int i = 0; i < all; i++) {
            int way = i % 3;
            world.turns().at(moment.plus(world.luck().within(way + 1)), () -> {
                switch (way) {
                    case 0 -> command();
                    case 1 -> add(world.user());
                    default -> note(world.user().dashboard("POST", PATH, body(), key()));
                }
            });
        }
    }

    private void command() {
        world.channel().write("Moderator", "!" + NAME + "+", true);
        done++;
        changes++;
    }

    /// Adds one through the API.
    ApiUser.Reply add(ApiUser user) {
        return note(user.send("POST", "/v1" + PATH, body(), key()));
    }

    private static String body() {
        return "{\"amount\": 1}";
    }

    private String key() {
        return "count-" + made++;
    }

    private ApiUser.Reply note(ApiUser.Reply reply) {
        done += reply.isDone() ? 1 : 0;
        unsure += reply.status() >= 500 ? 1 : 0;
        changes += reply.isDone() ? 1 : 0;
        return reply;
    }

    /// Holds the counter to its changes: those that were answered, and as many more as got no answer.
    void hold(Year year, List<Told> told, Broken broken) {
        if (changes == 0) {
            return;
        }
        Row row = Objects.requireNonNull(
                year.table().get(Keys.counter(year.account().tenantId(), NAME)));
        long value = row.get(Attribute.whole("value"));
        broken.holds(
                value >= done && value <= done + unsure,
                "a counter is the sum of its changes",
                NAME + " is " + value + ", of " + done + " and " + unsure + " without an answer");
        List<String> values = told.stream()
                .filter(event -> event.type().equals("counter.updated"))
                .map(event -> event.text("value"))
                .toList();
        broken.holds(
                values.size() == value + 1 && values.getLast().equals(String.valueOf(value)),
                "each change of a counter is told once",
                NAME + " is " + value + ", and its events tell " + values);
    }
}
