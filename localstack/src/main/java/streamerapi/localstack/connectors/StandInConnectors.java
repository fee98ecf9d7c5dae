package streamerapi.localstack.connectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.json.Timestamps;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Plays every connector: accepts the service's calls at `/connectors/{source}`, answers that they succeeded, and lists
/// the latest 10,000 at `GET /connectors/log`, oldest first.
///
/// `POST /connectors/control` with `{"tenant_id", "action", "answer"}` sets the answer to an account's calls from then
/// on: `sent`, `not_sent`, `error` (500), a status such as `404`, `none` (the connection is closed) or `hang` (an
/// answer comes after 8 seconds). Without `action` it applies to all actions.
///
/// It plays a moderation service too, at `/connectors/moderation`, which allows every tip unless another answer is set
/// for the action `moderation`: `allow`, `hold`, `block`, `error`, `none` or `nonsense`.
public final class StandInConnectors extends Handler.Wrapper {

    /// The prefix of its paths.
    public static final String PATH = "/connectors/";

    /// The name of the list of calls, after [#PATH].
    public static final String LOG = "log";

    /// The variable that has a connector's address, by source.
    public static final Map<String, String> SOURCES = Arrays.stream(Connector.values())
            .collect(Collectors.toUnmodifiableMap(Connector::label, Connector::variable));

    private static final String CONTROL = "control";
    private static final String MODERATION = "moderation";
    private static final Duration HANG = Duration.ofSeconds(8);
    private static final int MAX_CALLS = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Told(String tenantId, String action) {}

    private final InstantSource clock;
    private final Deque<JsonNode> calls = new ArrayDeque<>();
    private final Map<Told, String> answers = new ConcurrentHashMap<>();

    /// @param next answers every other path
    public StandInConnectors(Handler next, InstantSource clock) {
        super(next);
        this.clock = clock;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        if (!path.startsWith(PATH)) {
            return super.handle(request, response, callback);
        }
        String name = path.substring(PATH.length());
        switch (name) {
            case LOG -> answer(response, callback, 200, log().toString());
            case CONTROL -> {
                JsonNode told = JSON.readTree(body(request));
                answers.put(
                        new Told(
                                told.path("tenant_id").asText(),
                                told.path("action").asText()),
                        told.path("answer").asText());
                answer(response, callback, 200, "{\"success\": true}");
            }
            default -> {
                if (name.equals(MODERATION)) {
                    asked(JSON.readTree(body(request)), request, response, callback);
                } else if (SOURCES.containsKey(name)) {
                    called(name, JSON.readTree(body(request)), request, response, callback);
                } else {
                    answer(response, callback, 404, "{}");
                }
            }
        }
        return true;
    }

    private void called(String source, JsonNode message, Request request, Response response, Callback callback) {
        ObjectNode call = JSON.createObjectNode()
                .put("at", Timestamps.format(clock.instant()))
                .put("platform", source)
                .put("action", message.path("action").asText())
                .put("id", message.path("id").asText())
                .put("tenant_id", message.path("tenant_id").asText());
        call.set("data", message.path("data"));
        log(call);
        String tenantId = message.path("tenant_id").asText();
        String told = answers.get(new Told(tenantId, message.path("action").asText()));
        if (told == null) {
            told = answers.getOrDefault(new Told(tenantId, ""), "sent");
        }
        answer(told, "{\"sent\": " + told.equals("sent") + "}", request, response, callback);
    }

    private void asked(JsonNode question, Request request, Response response, Callback callback) {
        ObjectNode call = JSON.createObjectNode()
                .put("at", Timestamps.format(clock.instant()))
                .put("platform", MODERATION)
                .put("action", MODERATION)
                .put("tenant_id", question.path("tenant_id").asText());
        call.set("data", question);
        log(call);
        String told = answers.getOrDefault(new Told(question.path("tenant_id").asText(), MODERATION), "allow");
        String body = "{\"action\": \"" + told + "\", \"reason\": \"The stand-in was told so.\"}";
        answer(told, body, request, response, callback);
    }

    private void log(ObjectNode call) {
        synchronized (calls) {
            calls.add(call);
            if (calls.size() > MAX_CALLS) {
                calls.remove();
            }
        }
    }

    private static void answer(String told, String body, Request request, Response response, Callback callback) {
        if (told.matches("[1-5][0-9][0-9]")) {
            answer(response, callback, Integer.parseInt(told), "{}");
            return;
        }
        switch (told) {
            case "error" -> answer(response, callback, 500, "{}");
            case "hang" ->
                CompletableFuture.delayedExecutor(HANG.toSeconds(), TimeUnit.SECONDS)
                        .execute(() -> answer(response, callback, 200, body));
            case "none" -> {
                request.getConnectionMetaData().getConnection().close();
                callback.succeeded();
            }
            default -> answer(response, callback, 200, body);
        }
    }

    private ObjectNode log() {
        ObjectNode log = JSON.createObjectNode();
        ArrayNode list = log.putArray("calls");
        synchronized (calls) {
            calls.forEach(list::add);
        }
        return log;
    }

    private static byte[] body(Request request) throws IOException {
        try (InputStream stream = Content.Source.asInputStream(request)) {
            return stream.readAllBytes();
        }
    }

    private static void answer(Response response, Callback callback, int status, String body) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", "application/json");
        response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
    }
}
