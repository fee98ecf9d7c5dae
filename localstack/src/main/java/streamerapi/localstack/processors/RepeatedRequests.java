package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.time.Duration;
import java.time.InstantSource;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The requests that came with an idempotency key, and their answers. A processor forgets them after a while, and takes
/// a key for a new one then.
final class RepeatedRequests {

    private static final String REQUEST = "request";
    private static final String STATUS = "status";
    private static final String BODY = "body";
    private static final String UNTIL = "until";

    /// @param request all that must be alike in a repetition
    record Kept(String request, StandInAnswer answer) {}

    private final Records records;
    private final InstantSource clock;
    private final IdentityHashMap<StandInCall, String> running = new IdentityHashMap<>();

    RepeatedRequests(StandInState state, String part, InstantSource clock) {
        records = new Records(state, part);
        this.clock = clock;
    }

    /// The request that came first with a key, and its answer.
    Optional<Kept> of(String key) {
        return records.get(key)
                .filter(kept -> clock.millis() < kept.path(UNTIL).asLong())
                .map(kept -> new Kept(
                        kept.path(REQUEST).asText(),
                        new StandInAnswer(
                                kept.path(STATUS).asInt(),
                                headers(kept),
                                kept.path(BODY).asText())));
    }

    private static Map<String, String> headers(ObjectNode kept) {
        Map<String, String> headers = new TreeMap<>();
        kept.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return headers;
    }

    /// @param life how long the key is known
    void keep(String key, String request, StandInAnswer answer, Duration life) {
        ObjectNode kept = JsonNodeFactory.instance
                .objectNode()
                .put(REQUEST, request)
                .put(STATUS, answer.status())
                .put(BODY, answer.body())
                .put(UNTIL, clock.instant().plus(life).toEpochMilli());
        ObjectNode headers = kept.putObject("headers");
        answer.headers().forEach(headers::put);
        records.put(key, kept);
    }

    /// Whether a call with a key is not answered yet.
    synchronized boolean isRunning(String key) {
        return running.values().stream().anyMatch(key::equals);
    }

    synchronized void begun(StandInCall call, String key) {
        running.put(call, key);
    }

    synchronized void ended(StandInCall call) {
        running.remove(call);
    }
}
