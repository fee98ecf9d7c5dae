package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;
import streamerapi.shared.tasks.Host;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/// Starts the functions that a stream needs when it begins, and every five minutes while it is live, so that no tip
/// meets one that has to start: one `OPTIONS` request for each group of endpoints, or two at the same time, which start
/// two copies. It needs no credential and reads no table. The functions behind the queues and the table's stream are
/// started by the message that leads here.
///
/// Three requests are made at a time: a new AWS account runs ten functions at once, and some of them have work.
///
/// The functions are those of all accounts: if they were started for another stream in the last minute, they are not
/// started again, so hundreds of streams, or one whose connector tells of it over and over, ask as often as one.
///
/// The times at which a stream's functions are started again follow from its beginning, and the message for such a time
/// is kept once. So a stream that is told of twice, or that is on both platforms, is followed once.
final class WakeUp {

    /// The only field of the messages that ask for it.
    static final String TASK = "stream";

    /// How long copies that have nothing to do are left alone.
    static final Duration EVERY = Duration.ofMinutes(5);

    /// How long after a start no stream needs another one.
    static final Duration AWAKE = Duration.ofMinutes(1);

    private static final Key STARTED = new Key("FUNCTIONS", "STARTED");
    private static final Attribute<Instant> STARTED_AT = Attribute.time("started_at");

    private static final int AT_ONCE = 3;

    /// The paths of the functions, in the order in which a stream needs them.
    private static final List<String> PATHS = List.of(
            "/v1/tips",
            "/v1/tts/queue",
            "/v1/media/queue",
            "/v1/tipping",
            "/v1/overlays",
            "/v1/counters",
            "/v1/leaderboard",
            "/v1/realtime/token",
            "/overlay",
            "/hooks/twitch/wake");

    private static final String TENANT = "tenant_id";
    private static final String LIVE_SINCE = "live_since";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

    /// After so long no further request is begun: the worker has a minute for all that it does.
    private static final Duration MAX_CALLING = Duration.ofSeconds(8);

    private final String origin;
    private final int copies;

    /// @param origin of the service: `https://api.example.com`
    /// @param copies how many of each function are started, 0 for none
    WakeUp(String origin, int copies) {
        this.origin = origin;
        this.copies = copies;
    }

    /// Starts them, and tells how many answered. One that does not is started by its first request, as without this.
    long call() {
        long end = Host.nanoTime() + MAX_CALLING.toNanos();
        Queue<String> paths = new ConcurrentLinkedQueue<>();
        PATHS.forEach(path -> paths.addAll(Collections.nCopies(copies, path)));
        List<Async<Integer>> callers = IntStream.range(0, AT_ONCE)
                .mapToObj(caller -> Async.start(() -> answered(paths, end)))
                .toList();
        return callers.stream().mapToLong(Async::join).sum();
    }

    private int answered(Queue<String> paths, long end) {
        int answered = 0;
        for (String path = paths.poll(); path != null && Host.nanoTime() - end < 0; path = paths.poll()) {
            answered += answers(path) ? 1 : 0;
        }
        return answered;
    }

    /// The message that asks for it.
    ///
    /// @param liveSince when the stream began that it is done for; null for the one that is live when it comes
    static String message(String tenantId, @Nullable Instant liveSince) {
        Map<String, @Nullable Object> stream = new LinkedHashMap<>();
        stream.put(TENANT, tenantId);
        stream.put(LIVE_SINCE, liveSince == null ? null : liveSince.toEpochMilli());
        return Json.writeText(Map.of(TASK, stream));
    }

    /// The account whose stream begins; empty for a message about one that goes on.
    ///
    /// @param stream what stands in the message under [#TASK]
    static Optional<String> begun(Map<String, @Nullable Object> stream) {
        return stream.get(LIVE_SINCE) == null ? Optional.of(Json.text(stream, TENANT)) : Optional.empty();
    }

    /// Starts them for a stream, and asks for it again if that is still live.
    ///
    /// @param stream what stands in the message under [#TASK]
    /// @return how many answered; empty if none was asked: the stream is over, or they were started a moment ago
    OptionalLong goOn(
            Map<String, @Nullable Object> stream,
            Table table,
            BotPresence presence,
            LaterMessages later,
            InstantSource clock) {
        String tenantId = Json.text(stream, TENANT);
        Instant liveSince = presence.read(tenantId).streamingSince();
        Object asked = stream.get(LIVE_SINCE);
        boolean isOver = liveSince == null
                || BotState.isOver(liveSince, clock.instant())
                || !(asked instanceof BigDecimal since && since.longValueExact() == liveSince.toEpochMilli());
        if (asked != null && isOver) {
            return OptionalLong.empty();
        }
        OptionalLong awake = begins(table, clock.instant()) ? OptionalLong.of(call()) : OptionalLong.empty();
        if (liveSince != null && copies > 0) {
            later.keep(tenantId, TASK, next(liveSince, clock.instant()), message(tenantId, liveSince));
        }
        return awake;
    }

    /// Whether this start is not so soon after another one that the functions are awake.
    private static boolean begins(Table table, Instant now) {
        return table.update(Write.update(STARTED)
                        .set(STARTED_AT, now)
                        .when(Condition.any(
                                Condition.absent(STARTED_AT), Condition.below(STARTED_AT, now.minus(AWAKE)))))
                .done();
    }

    /// The stream's first time that is neither past nor so near that a message which comes late would have two.
    private static Instant next(Instant liveSince, Instant now) {
        long past = Math.ceilDiv(
                Duration.between(liveSince, now.plus(EVERY.dividedBy(2))).toMillis(), EVERY.toMillis());
        return liveSince.plus(EVERY.multipliedBy(past));
    }

    private boolean answers(String path) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(origin + path).toURL().openConnection();
            connection.setRequestMethod("OPTIONS");
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
            connection.setReadTimeout((int) READ_TIMEOUT.toMillis());
            int status = connection.getResponseCode();
            connection.disconnect();
            return status / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }
}
