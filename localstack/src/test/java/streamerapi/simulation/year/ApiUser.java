package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/// What people do with the HTTP API: requests, which are sent again with their idempotency key if no answer comes, and
/// the messages of connectors. Bodies are text, so that the order of their fields is one in every JVM.
final class ApiUser {

    /// The status of a tip that was let in; one that waits for a moderator has another.
    static final int CREATED = 201;

    /// Events after which the queue is another one.
    static final String QUEUE_CHANGES = "tip\\.created|queue\\.tts\\.(finished|released)";

    private static final int TRIES = 8;
    private static final Reply NO_ANSWER = new Reply(503, Map.of(), "", Map.of());

    private static final String MESSAGE = """
            {"id": "%s", "type": "%s", "tenant_id": "%s", "occurred_at": "%s", "data": %s}""";

    private final World world;
    private final YearAccount account;
    private final String key;

    ApiUser(World world, YearAccount account) {
        this(world, account, account.apiKey());
    }

    /// @param key of the account, with which its requests are sent
    ApiUser(World world, YearAccount account, String key) {
        this.world = world;
        this.account = account;
        this.key = key;
    }

    YearAccount account() {
        return account;
    }

    /// An answer of the API.
    record Reply(int status, Map<String, @Nullable Object> fields, String text, Map<String, @Nullable Object> headers) {

        boolean isDone() {
            return status / 100 == 2;
        }

        @Nullable
        Object at(String... names) {
            Object found = fields;
            for (String name : names) {
                found = found instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return found;
        }
    }

    /// Sends a request with the key until it is answered.
    Reply send(String method, String path, @Nullable String body, @Nullable String idempotencyKey) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("authorization", "Bearer " + key);
        if (idempotencyKey != null) {
            headers.put("idempotency-key", idempotencyKey);
        }
        return patiently(method, path, headers, body);
    }

    /// The tip that waits at the head of the queue, by its id; null if none waits.
    @Nullable
    String firstInQueue() {
        Object items = send("GET", "/v1/tts/queue", null, null).at("items");
        return items instanceof List<?> list && !list.isEmpty()
                ? String.valueOf(Json.asObject(list.getFirst()).get("order_id"))
                : null;
    }

    /// Sends a request of the owner's session until it is answered.
    Reply dashboard(String method, String path, @Nullable String body) {
        return dashboard(method, path, body, null);
    }

    /// Sends a request of the owner's session until it is answered, one that must not take effect twice with a key.
    Reply dashboard(String method, String path, @Nullable String body, @Nullable String idempotencyKey) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (idempotencyKey != null) {
            headers.put("idempotency-key", idempotencyKey);
        }
        headers.put("cookie", account.cookie());
        headers.put("x-csrf-token", account.csrfToken());
        return patiently(method, "/dashboard/api" + path, headers, body);
    }

    /// Sends a connector's message until it is taken.
    ///
    /// @param data as JSON
    void ingest(String source, String id, String type, String data) {
        String text =
                MESSAGE.formatted(id, type, account.tenantId(), world.turns().now(), data);
        Reply reply = new Reply(0, Map.of(), "", Map.of());
        for (int tries = 0; tries < 3 * TRIES && !reply.isDone(); tries++) {
            String signature = Signature.header(
                    List.of(Objects.requireNonNull(account.ingestSecrets().get(source))),
                    world.turns().now(),
                    text.getBytes(StandardCharsets.UTF_8));
            reply = once("POST", "/ingest/" + source, Map.of("service-signature", signature), text);
            if (!reply.isDone()) {
                if (reply.status() == 400) {
                    throw new IllegalStateException(type + " is refused: " + reply.text());
                }
                world.turns().sleep(Duration.ofSeconds(2L << Math.min(tries, 8)));
            }
        }
    }

    /// Sends a request until it is answered.
    Reply patiently(String method, String path, Map<String, String> headers, @Nullable String body) {
        Reply reply = new Reply(0, Map.of(), "", Map.of());
        for (int tries = 0; tries < TRIES; tries++) {
            reply = once(method, path, headers, body);
            if (reply.status() < 500 && reply.status() != 429) {
                return reply;
            }
            world.turns().sleep(Duration.ofMillis(300L << tries));
        }
        return reply;
    }

    Reply once(String method, String path, Map<String, String> headers, @Nullable String body) {
        world.turns().sleep(world.luck().latency());
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        String function = Wiring.functionOf(pathOf(path));
        world.lambdas()
                .invoke(
                        function,
                        event(method, path, headers, body),
                        come -> answer.complete(come == null ? new byte[0] : come));
        world.turns().join(answer, Duration.ofSeconds(30));
        byte[] bytes = answer.getNow(new byte[0]);
        world.turns().sleep(world.luck().latency());
        world.secrecy().look("the answer of " + path, new String(bytes, StandardCharsets.UTF_8));
        if (path.equals("/v1/tts/queue")) {
            world.texts().shown("the queue", new String(bytes, StandardCharsets.UTF_8));
        }
        boolean isLost = world.luck().losesAnswer();
        Reply come = bytes.length == 0 ? NO_ANSWER : reply(bytes);
        if (come.status() >= 500 && come != NO_ANSWER && !"unavailable".equals(come.at("code"))) {
            world.lambdas().failed().add(method + " " + path + " is answered " + come.status() + " " + come.text());
        }
        Reply reply = isLost ? NO_ANSWER : come;
        world.story()
                .tell(method + " " + path + (body == null || body.length() > 60 ? "" : " " + body) + ": "
                        + reply.status() + (isLost ? ", but the answer is lost" : ""));
        return reply;
    }

    private static String pathOf(String address) {
        return address.replaceFirst("\\?.*", "");
    }

    private static Reply reply(byte[] bytes) {
        Map<String, @Nullable Object> answer = Json.readObject(bytes);
        String text = String.valueOf(answer.getOrDefault("body", ""));
        int status = ((Number) Objects.requireNonNull(answer.get("statusCode"))).intValue();
        Map<String, @Nullable Object> fields =
                text.startsWith("{") ? Json.readObject(text.getBytes(StandardCharsets.UTF_8)) : Map.of();
        Map<String, @Nullable Object> headers = new LinkedHashMap<>();
        if (answer.get("headers") instanceof Map<?, ?> all) {
            headers.putAll(Json.asObject(all));
        }
        if (answer.get("cookies") instanceof List<?> cookies && !cookies.isEmpty()) {
            headers.put("cookies", cookies);
        }
        return new Reply(status, fields, text, headers);
    }

    private byte[] event(String method, String address, Map<String, String> headers, @Nullable String body) {
        String path = pathOf(address);
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("version", "2.0");
        event.put("routeKey", "ANY " + path).put("rawPath", path);
        event.put("rawQueryString", address.substring(path.length()).replaceFirst("\\?", ""));
        ObjectNode sent = event.putObject("headers");
        headers.forEach((name, value) -> {
            if (!name.equals("cookie")) {
                sent.put(name, value);
            }
        });
        sent.put("host", "api.example.com").put("x-forwarded-for", "192.0.2.7").put("x-forwarded-proto", "https");
        if (headers.containsKey("cookie")) {
            event.putArray("cookies").add(headers.get("cookie"));
        }
        if (body != null) {
            if (!sent.has("content-type")) {
                sent.put("content-type", "application/json");
            }
            event.put("body", body);
        }
        ObjectNode context = event.putObject("requestContext")
                .put("requestId", "q" + world.turns().taken())
                .put("stage", "$default")
                .put("domainName", "api.example.com")
                .put("timeEpoch", world.turns().now().toEpochMilli());
        context.putObject("http")
                .put("method", method)
                .put("path", path)
                .put("protocol", "HTTP/1.1")
                .put("sourceIp", "192.0.2.7")
                .put("userAgent", "year");
        event.put("isBase64Encoded", false);
        return QueueService.bytes(event);
    }
}
