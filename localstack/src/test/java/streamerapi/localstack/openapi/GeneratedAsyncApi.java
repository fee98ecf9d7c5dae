package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The AsyncAPI 3 document: the frames of the realtime stream and the deliveries of webhooks.
///
/// The events' schemas are those of the OpenAPI document, so that both describe one thing. The other frames have their
/// schemas in src/test/resources/frames.json.
public final class GeneratedAsyncApi {

    private static final Pattern REFERENCE = Pattern.compile("\"#/components/schemas/([A-Za-z0-9]+)[\"/]");
    private static final String SCHEMAS = "#/components/schemas/";

    private final Map<String, @Nullable Object> known;
    private final Map<String, @Nullable Object> frames;
    private final List<String> sent;
    private final List<String> received;

    private GeneratedAsyncApi(String openApi, String frames) {
        Map<String, @Nullable Object> document = read(openApi);
        this.known = Json.asObject(Json.asObject(Objects.requireNonNull(document.get("components")))
                .get("schemas"));
        Map<String, @Nullable Object> all = read(frames);
        this.frames = Json.asObject(Objects.requireNonNull(all.get("schemas")));
        this.sent = names(all.get("sent"));
        this.received = names(all.get("received"));
    }

    /// The document's text.
    ///
    /// @param openApi the OpenAPI document
    /// @param frames the frames beside events
    public static String of(String openApi, String frames) {
        return PrettyJson.of(new GeneratedAsyncApi(openApi, frames).document());
    }

    private Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("asyncapi", "3.0.0");
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("title", "Streamer API: events");
        info.put("version", "1.0");
        info.put(
                "description",
                "Every event as a signed webhook and on the realtime stream: the same ids, the same bytes, at least"
                        + " once. Drop an event whose `id` you have seen.");
        info.put("license", Map.of("name", "Apache-2.0"));
        info.put("tags", List.of(Map.of("name", "events")));
        document.put("info", info);
        document.put("defaultContentType", "application/json");
        Map<String, @Nullable Object> server = new LinkedHashMap<>();
        server.put("host", "localhost:3000");
        server.put("protocol", "ws");
        server.put("pathname", "/realtime");
        server.put(
                "description", "The local stack. On AWS the address is the output `RealtimeUrl`, with protocol wss.");
        document.put("servers", Map.of("local", server));
        document.put("channels", channels());
        document.put("operations", operations());
        document.put("components", components());
        return document;
    }

    private Map<String, @Nullable Object> channels() {
        Map<String, @Nullable Object> realtime = new LinkedHashMap<>();
        realtime.put("address", "/");
        realtime.put("title", "The realtime stream");
        realtime.put("description", "One WebSocket. The first frame signs in; then events come.");
        realtime.put("servers", List.of(Map.of("$ref", "#/servers/local")));
        Map<String, Object> all = new LinkedHashMap<>();
        received.forEach(name -> all.put(name, message(name)));
        sent.forEach(name -> all.put(name, message(name)));
        events().forEach(name -> all.put(name, message(name)));
        realtime.put("messages", all);
        Map<String, @Nullable Object> webhook = new LinkedHashMap<>();
        webhook.put("address", null);
        webhook.put("title", "A webhook endpoint");
        webhook.put(
                "description",
                "An address of yours: each event is one POST, with the headers of the OpenAPI document.");
        Map<String, Object> deliveries = new LinkedHashMap<>();
        events().forEach(name -> deliveries.put(name, message(name)));
        webhook.put("messages", deliveries);
        Map<String, @Nullable Object> channels = new LinkedHashMap<>();
        channels.put("realtime", realtime);
        channels.put("webhook", webhook);
        return channels;
    }

    private Map<String, @Nullable Object> operations() {
        Map<String, @Nullable Object> operations = new LinkedHashMap<>();
        operations.put("receiveFrame", operation("receive", "realtime", "What a client sends.", received));
        List<String> frames = new ArrayList<>(sent);
        frames.addAll(events());
        operations.put("sendFrame", operation("send", "realtime", "What the service sends on a socket.", frames));
        operations.put("deliverEvent", operation("send", "webhook", "What the service delivers.", events()));
        return operations;
    }

    private static Map<String, @Nullable Object> operation(
            String action, String channel, String summary, List<String> messages) {
        Map<String, @Nullable Object> operation = new LinkedHashMap<>();
        operation.put("action", action);
        operation.put("channel", Map.of("$ref", "#/channels/" + channel));
        operation.put("summary", summary);
        operation.put(
                "messages",
                messages.stream()
                        .map(name -> Map.of("$ref", "#/channels/" + channel + "/messages/" + name))
                        .toList());
        return operation;
    }

    private Map<String, @Nullable Object> components() {
        Map<String, @Nullable Object> messages = new LinkedHashMap<>();
        frames.forEach((name, schema) -> {
            if (sent.contains(name) || received.contains(name)) {
                messages.put(
                        name, described(name, (String) Json.asObject(schema).get("title"), Json.asObject(schema)));
            }
        });
        for (EventType type : EventType.values()) {
            String name = GeneratedEvents.schemaName(type);
            messages.put(name, described(name, type.label(), Json.asObject(known.get(name))));
        }
        Map<String, @Nullable Object> components = new LinkedHashMap<>();
        components.put("messages", messages);
        components.put("schemas", schemas());
        return components;
    }

    private static Map<String, @Nullable Object> described(
            String name, @Nullable String title, Map<String, @Nullable Object> schema) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("name", title == null ? name : title);
        message.put("title", name);
        message.put("summary", schema.get("description"));
        message.put("payload", Map.of("$ref", SCHEMAS + name));
        return message;
    }

    /// The schemas of all messages and those that they refer to.
    private Map<String, @Nullable Object> schemas() {
        Map<String, @Nullable Object> schemas = new TreeMap<>();
        List<String> open = new ArrayList<>(frames.keySet());
        open.addAll(events());
        while (!open.isEmpty()) {
            String name = open.removeLast();
            if (!schemas.containsKey(name)) {
                Object schema =
                        Objects.requireNonNull(frames.containsKey(name) ? frames.get(name) : known.get(name), name);
                schemas.put(name, portable(schema));
                REFERENCE.matcher(Json.writeText(schema)).results().forEach(found -> open.add(found.group(1)));
            }
        }
        return schemas;
    }

    /// A schema without OpenAPI's own keywords: its discriminator is an object, AsyncAPI's is a text.
    private static @Nullable Object portable(@Nullable Object node) {
        if (node instanceof Map<?, ?>) {
            Map<String, @Nullable Object> changed = new LinkedHashMap<>();
            Map<String, @Nullable Object> ordered =
                    node instanceof LinkedHashMap<?, ?> ? Json.asObject(node) : new TreeMap<>(Json.asObject(node));
            ordered.forEach((name, child) -> changed.put(name, portable(child)));
            if (changed.get("discriminator") instanceof Map<?, ?>) {
                changed.remove("discriminator");
            }
            return changed;
        }
        return node instanceof List<?> list
                ? list.stream().map(GeneratedAsyncApi::portable).toList()
                : node;
    }

    private static List<String> events() {
        return Arrays.stream(EventType.values())
                .map(GeneratedEvents::schemaName)
                .toList();
    }

    private static Map<String, Object> message(String name) {
        return Map.of("$ref", "#/components/messages/" + name);
    }

    private static List<String> names(@Nullable Object list) {
        return ((List<?>) Objects.requireNonNull(list))
                .stream().map(String::valueOf).toList();
    }

    private static Map<String, @Nullable Object> read(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }
}
