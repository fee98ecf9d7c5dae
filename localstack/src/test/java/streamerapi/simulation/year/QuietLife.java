package streamerapi.simulation.year;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Tips that come, are claimed and played while nothing goes wrong: three requests and three events each, to two
/// endpoints and one socket, without speech.
public final class QuietLife {

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    private QuietLife() {}

    /// Lives through so many tips, one after the other, and counts.
    public static AwsCounts ofTips(int tips) {
        Prepared prepared = Prepared.one();
        World world = World.silent(prepared.rows(), prepared.account());
        world.end();
        try {
            world.turns().start(() -> begin(world));
            world.turns().runUntil(Turns.BEGINNING.plus(LONG_ENOUGH));
            world.meter().begin();
            world.turns().start(() -> {
                for (int i = 0; i < tips; i++) {
                    tip(world, i);
                }
            });
            world.turns().runUntil(Turns.BEGINNING.plus(LONG_ENOUGH).plus(LONG_ENOUGH.multipliedBy(tips)));
            return world.meter().counted();
        } finally {
            world.close();
        }
    }

    private static void begin(World world) {
        Object endpoints =
                world.user().send("GET", "/v1/webhook-endpoints", null, null).at("endpoints");
        Object first = ((List<?>) Objects.requireNonNull(endpoints)).getFirst();
        done(world.user().send("DELETE", "/v1/webhook-endpoints/" + ((Map<?, ?>) first).get("id"), null, null));
        new SocketClient(world, "client", world.user().account().apiKey()).open();
    }

    private static void tip(World world, int number) {
        String body = """
                {"name": "Viewer %d", "message": "Hello"}""".formatted(number);
        Object id = done(world.user().send("POST", "/v1/tips", body, null)).at("tip", "order_id");
        for (String step : List.of("/start", "/finish")) {
            world.turns().sleep(Duration.ofSeconds(5));
            done(world.user().send("POST", "/v1/tts/" + id + step, null, null));
        }
        world.turns().sleep(Duration.ofSeconds(5));
    }

    private static ApiUser.Reply done(ApiUser.Reply reply) {
        if (!reply.isDone()) {
            throw new IllegalStateException(reply.text());
        }
        return reply;
    }
}
