package streamerapi.localstack.standins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The list of what was asked of a stand-in, the newest last, and how it was told to answer.
public final class StandInLog {

    private static final int MAX_CALLS = 10_000;

    /// How calls are answered that a test lets fail.
    public enum Misbehaviour {
        /// Answered with the told status and body; the call does nothing.
        REFUSED,
        /// The call does what it should; its answer comes after 8 seconds.
        HANG,
        /// The call does what it should; the connection is closed without an answer.
        DROP
    }

    /// @param answer what is answered if the call is [Misbehaviour#REFUSED]
    public record OrderedAnswer(Misbehaviour misbehaviour, StandInAnswer answer) {}

    private static final class Script {
        private final OrderedAnswer told;
        private int left;

        private Script(OrderedAnswer told, int left) {
            this.told = told;
            this.left = left;
        }
    }

    private record Line(String messageId, String sender, String text) {}

    /// @param idempotencyKey empty if it had none
    private record Entry(String at, String method, String path, int status, String idempotencyKey) {}

    private final InstantSource clock;
    private final Deque<Entry> calls = new ArrayDeque<>();
    private final Deque<Line> lines = new ArrayDeque<>();
    private final Map<String, Script> scripts = new TreeMap<>();

    /// @param clock what calls are dated by
    public StandInLog(InstantSource clock) {
        this.clock = clock;
    }

    public synchronized void add(StandInCall call, int status) {
        String key = call.header("Idempotency-Key");
        calls.add(new Entry(
                clock.instant().toString(),
                call.method(),
                call.path(),
                status,
                key.isEmpty() ? call.header("PayPal-Request-Id") : key));
        if (calls.size() > MAX_CALLS) {
            calls.remove();
        }
    }

    /// Notes a line of chat that an app said.
    public synchronized void said(String messageId, String sender, String text) {
        lines.add(new Line(messageId, sender, text));
        if (lines.size() > MAX_CALLS) {
            lines.remove();
        }
    }

    public synchronized ObjectNode chat() {
        ObjectNode chat = JsonNodeFactory.instance.objectNode();
        ArrayNode list = chat.putArray("lines");
        lines.forEach(line -> list.addObject()
                .put("message_id", line.messageId)
                .put("sender", line.sender)
                .put("text", line.text));
        return chat;
    }

    public synchronized ObjectNode json() {
        ObjectNode log = JsonNodeFactory.instance.objectNode();
        ArrayNode list = log.putArray("calls");
        calls.forEach(call -> {
            ObjectNode one = list.addObject()
                    .put("at", call.at)
                    .put("method", call.method)
                    .put("path", call.path)
                    .put("status", call.status);
            if (!call.idempotencyKey.isEmpty()) {
                one.put("idempotency_key", call.idempotencyKey);
            }
        });
        return log;
    }

    /// How this call is to be answered, once; null as usual.
    public synchronized @Nullable OrderedAnswer told(StandInCall call) {
        for (String name : List.of(call.route(), call.path())) {
            Script script = scripts.get(name);
            if (script != null && script.left > 0) {
                script.left--;
                return script.told;
            }
        }
        return null;
    }

    /// Takes an order such as `{"path": "/helix/users", "status": 503, "times": 2}`.
    ///
    /// @throws StandInRefusal if it cannot be followed
    public synchronized void tell(JsonNode order) {
        String path = order.path("path").asText();
        if (!path.startsWith("/")) {
            throw new StandInRefusal(StandInAnswer.text(400, "path is missing, such as /helix/users\n"));
        }
        String method = order.path("method").asText();
        scripts.put(
                method.isEmpty() ? path : method + " " + path,
                new Script(told(order), order.path("times").asInt(1)));
    }

    private static OrderedAnswer told(JsonNode order) {
        List<OrderedAnswer> told = new ArrayList<>();
        int status = order.path("status").asInt();
        if (status >= 200 && status <= 599) {
            StandInAnswer plain = StandInAnswer.json(status, body(order));
            Map<String, String> headers = new TreeMap<>(plain.headers());
            order.path("headers")
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().asText()));
            told.add(new OrderedAnswer(Misbehaviour.REFUSED, new StandInAnswer(status, headers, plain.body())));
        }
        if (order.path("hang").asBoolean()) {
            told.add(new OrderedAnswer(Misbehaviour.HANG, StandInAnswer.empty(200)));
        }
        if (order.path("drop").asBoolean()) {
            told.add(new OrderedAnswer(Misbehaviour.DROP, StandInAnswer.empty(200)));
        }
        if (told.size() != 1) {
            throw new StandInRefusal(StandInAnswer.text(400, "Say one of status (200 to 599), hang and drop\n"));
        }
        return told.getFirst();
    }

    private static JsonNode body(JsonNode order) {
        return order.has("body") ? order.path("body") : JsonNodeFactory.instance.objectNode();
    }
}
