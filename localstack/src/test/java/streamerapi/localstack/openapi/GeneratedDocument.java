package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.schema.Schema;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The OpenAPI document, brought up to what the endpoints, the error codes, the scopes and the events are.
///
/// Operations of endpoints, their schemas and errors are made anew; what has no endpoint (OAuth's own protocol, the
/// webhooks' prose, the introduction) stays as it is written. Components without a reference go.
public final class GeneratedDocument {

    private static final Map<String, String> TAGS = Map.of(
            "tts", "TTS queue",
            "ai-voices", "AI voices",
            "media", "Media queue",
            "webhook-endpoints", "Webhook endpoints",
            "webhook-deliveries", "Webhook endpoints",
            "tips", "Tips",
            "tipping", "Tipping",
            "me", "Identity");
    private static final Map<String, String> TAG_DESCRIPTIONS = Map.of(
            "Viewers", "People who signed in to the platforms, and their credits.",
            "Channel points", "Redemptions of channel point rewards: fulfill or cancel them.",
            "Commands", "Chat commands that answer with a text.",
            "Timers", "Messages that the bot posts to chat again and again.",
            "Bot", "The bot in the streamer's chats.",
            "Chat", "Messages that the bot says in chat.",
            "Leaderboard", "The account's top supporters of a period.",
            "AI voices", "Voices that viewers can choose for their tips. Missing (404) to accounts without them.");
    private static final Pattern REFERENCE = Pattern.compile("#/(components/[^/\"]+/[^/\"]+)");

    private final Map<String, @Nullable Object> document;
    private final List<Route> routes;
    private final Set<String> answered = new HashSet<>();

    private GeneratedDocument(String text, Collection<Api> apis) {
        this.document = Json.readObject(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        this.routes = apis.stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> route.manner().documented())
                .toList();
    }

    /// The document's text, brought up to date.
    public static String of(String text, Collection<Api> apis) {
        GeneratedDocument generated = new GeneratedDocument(text, apis);
        generated.update();
        return PrettyJson.of(generated.document);
    }

    private void update() {
        routes.stream()
                .map(Route::endpoint)
                .filter(Objects::nonNull)
                .flatMap(endpoint -> endpoint.answer().components().values().stream())
                .forEach(component -> component.references().forEach(this::noteAnswered));
        for (Route route : routes) {
            Endpoint endpoint = route.endpoint();
            if (endpoint != null) {
                write(route, endpoint);
            }
        }
        removeWhatHasNoRoute();
        writeErrors();
        writeCatalogue();
        new PortableDocument(document).write();
        prune();
    }

    /// Samples of the objects that the document describes by hand, as answers hold them.
    private Map<String, @Nullable Object> samples() {
        String json = "application/json";
        Object event = at("webhooks", "counter.updated", "post", "requestBody", "content", json)
                .get("example");
        Map<String, @Nullable Object> samples = new LinkedHashMap<>();
        Map<String, @Nullable Object> events = new LinkedHashMap<>();
        events.put("events", List.of(Objects.requireNonNull(event)));
        events.put("has_more", false);
        events.put("next_cursor", null);
        samples.put("EventPage", events);
        return samples;
    }

    private void noteAnswered(Schema<?> schema) {
        if (answered.add(schema.name())) {
            schema.references().forEach(this::noteAnswered);
        }
    }

    private void write(Route route, Endpoint endpoint) {
        Map<String, @Nullable Object> item = item(route.template());
        Map<String, @Nullable Object> samples = samples();
        String bodyName = bodyName(endpoint);
        item.put(
                endpoint.method().toLowerCase(Locale.ROOT),
                new GeneratedOperation(
                                route, endpoint, name -> pathParameter(route.template(), name), bodyName, samples)
                        .json(
                                route.template().startsWith(Endpoint.DASHBOARD)
                                        ? "Dashboard"
                                        : tag(endpoint.template())));
        Endpoint.Input input = endpoint.input();
        if (input != null) {
            schemas()
                    .put(
                            bodyName,
                            input.isPatch()
                                    ? input.schema().patch()
                                    : input.schema().body());
            input.schema().references().forEach(this::writeInput);
        }
        endpoint.answer().components().values().forEach(this::writeAnswer);
    }

    private void writeAnswer(Answer.Component component) {
        component.references().forEach(this::writeAnswer);
        if (component.schema() != null) {
            schemas().put(component.name(), component.schema());
        }
    }

    private void writeInput(Schema<?> schema) {
        if (!answered.contains(schema.name())) {
            schemas().put(schema.name(), schema.body());
        }
        schema.references().forEach(this::writeInput);
    }

    private void writeAnswer(Schema<?> schema) {
        schemas().put(schema.name(), schema.answer());
        schema.references().forEach(this::writeAnswer);
    }

    private String bodyName(Endpoint endpoint) {
        Endpoint.Input input = endpoint.input();
        if (input == null) {
            return "";
        }
        String name = input.schema().name();
        if (input.isPatch()) {
            return name + "Changes";
        }
        return answered.contains(name) || input.schema().hasReadOnlyFields() ? "New" + name : name;
    }

    private Map<String, @Nullable Object> item(String path) {
        Map<String, @Nullable Object> paths = at("paths");
        if (!paths.containsKey(path)) {
            Map<String, @Nullable Object> item = new LinkedHashMap<>();
            if (path.startsWith(Endpoint.DASHBOARD)) {
                item.put(
                        "servers",
                        Json.asObject(paths.get(Endpoint.DASHBOARD + "/sign-in"))
                                .get("servers"));
            }
            paths.put(path, item);
        }
        return Json.asObject(paths.get(path));
    }

    private String tag(String template) {
        String segment = template.split("/", -1)[1];
        String tag = TAGS.getOrDefault(
                segment, (segment.substring(0, 1).toUpperCase(Locale.ROOT) + segment.substring(1)).replace('-', ' '));
        List<@Nullable Object> tags = list("tags");
        if (tags.stream().noneMatch(known -> tag.equals(Json.asObject(known).get("name")))) {
            tags.add(new LinkedHashMap<>(Map.of("name", tag)));
        }
        for (Object known : tags) {
            Map<String, @Nullable Object> described = Json.asObject(known);
            String description = TAG_DESCRIPTIONS.get(described.get("name"));
            if (description != null) {
                described.putIfAbsent("description", description);
            }
        }
        return tag;
    }

    private String pathParameter(String template, String name) {
        Map<String, @Nullable Object> parameters = at("components", "parameters");
        parameters.values().forEach(known -> Json.asObject(known).putIfAbsent("example", "text"));
        String preferred = template.contains("/media/") ? "MediaOrderId" : "";
        if (name.equals("orderId") && !preferred.isEmpty()) {
            return preferred;
        }
        for (Map.Entry<String, @Nullable Object> known : parameters.entrySet()) {
            Map<String, @Nullable Object> parameter = Json.asObject(known.getValue());
            boolean ofCounters = known.getKey().equals("CounterName");
            if (name.equals(parameter.get("name"))
                    && "path".equals(parameter.get("in"))
                    && ofCounters == template.contains("/counters/")) {
                return known.getKey();
            }
        }
        String component = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Path";
        Map<String, @Nullable Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", "path");
        parameter.put("required", true);
        parameter.put("description", "An unknown one answers 404.");
        parameter.put("schema", Map.of("type", "string"));
        parameter.put("example", "text");
        parameters.put(component, parameter);
        return component;
    }

    private void removeWhatHasNoRoute() {
        Set<String> known = routes.stream()
                .map(route -> route.method().toLowerCase(Locale.ROOT) + " " + route.template())
                .collect(Collectors.toSet());
        Map<String, @Nullable Object> paths = at("paths");
        paths.forEach((path, item) -> Json.asObject(item)
                .keySet()
                .removeIf(method -> !method.equals("servers") && !known.contains(method + " " + path)));
        paths.values().removeIf(item -> Json.asObject(item).keySet().stream().allMatch(key -> key.equals("servers")));
    }

    private void writeErrors() {
        String text = Json.writeText(document);
        Map<String, @Nullable Object> examples = at("components", "examples");
        Set<ErrorCode> used = new TreeSet<>();
        for (ErrorCode code : ErrorCode.values()) {
            String schema = GeneratedErrors.schemaName(code);
            if (text.contains("#/components/schemas/" + schema + "\"")) {
                used.add(code);
                schemas().putIfAbsent(schema, GeneratedErrors.schema(code));
                examples.putIfAbsent(code.label(), GeneratedErrors.example(code));
            }
        }
        Map<String, @Nullable Object> info = at("info");
        info.put(
                "description",
                GeneratedErrors.withTable((String) Objects.requireNonNull(info.get("description")), used));
    }

    /// What a subscription can name.
    static List<String> subscribed() {
        return Stream.concat(
                        Stream.of("*"),
                        Arrays.stream(EventType.values())
                                .filter(EventType::subscribable)
                                .map(EventType::label))
                .toList();
    }

    private void writeCatalogue() {
        List<String> types =
                Arrays.stream(EventType.values()).map(EventType::label).toList();
        at("components", "schemas", "EventType").put("enum", types);
        at("components", "schemas", "SubscribedEventType").put("enum", subscribed());
        at("components", "schemas", "Scope")
                .put("enum", Scope.all().stream().map(Scope::label).toList());
        allowTestEvents();
        at("components", "schemas", "EventDescriptions").put("minProperties", types.size());
        at("components", "schemas", "ScopeDescriptions").put("minProperties", Scope.values().length);
    }

    /// Every event's data can say that it is a test.
    private void allowTestEvents() {
        for (Map.Entry<String, @Nullable Object> schema : schemas().entrySet()) {
            Map<String, @Nullable Object> data = Json.asObject(schema.getValue());
            boolean isData =
                    schema.getKey().endsWith("Data") && !schema.getKey().equals("WarningData");
            boolean isClosed = data.containsKey("additionalProperties") || data.containsKey("unevaluatedProperties");
            if (isData && isClosed) {
                Map<String, @Nullable Object> properties = data.get("properties") == null
                        ? new LinkedHashMap<>()
                        : new LinkedHashMap<>(Json.asObject(data.get("properties")));
                properties.put(
                        "test",
                        Map.of(
                                "const",
                                true,
                                "description",
                                "Only in test events: of `POST /events/trigger`, of a ping, and of a tip of `POST /tips/test`."));
                data.put("properties", properties);
            }
        }
    }

    /// Removes components that have no reference, until each has one.
    private void prune() {
        boolean pruned = true;
        while (pruned) {
            String text = Json.writeText(document);
            Set<String> used = new LinkedHashSet<>();
            REFERENCE.matcher(text).results().forEach(found -> used.add(found.group(1)));
            pruned = false;
            for (Map.Entry<String, @Nullable Object> kind : at("components").entrySet()) {
                if (!kind.getKey().equals("securitySchemes")) {
                    pruned |= Json.asObject(kind.getValue())
                            .keySet()
                            .removeIf(name -> !used.contains("components/" + kind.getKey() + "/" + name));
                }
            }
        }
    }

    private Map<String, @Nullable Object> schemas() {
        return at("components", "schemas");
    }

    private Map<String, @Nullable Object> at(String... path) {
        Map<String, @Nullable Object> found = document;
        for (String name : path) {
            found = Json.asObject(Objects.requireNonNull(found.get(name), name));
        }
        return found;
    }

    @SuppressWarnings("unchecked") // JSON arrays are read as lists
    private List<@Nullable Object> list(String name) {
        return (List<@Nullable Object>) Objects.requireNonNull(document.get(name));
    }
}
