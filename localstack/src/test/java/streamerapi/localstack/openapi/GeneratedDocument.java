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

import java.nio.charset.StandardCharsets;
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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The OpenAPI document: what the endpoints, the error codes, the scopes and the events say, and the parts that nothing
/// in Java says (`openapi-parts.json`, which people write): the introduction, OAuth's own protocol, headers, ids. It is
/// output alone: no document that was made before is read.
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
    private static final Pattern REFERENCE = Pattern.compile("#/(components/[^/\"]+/[^/\"]+)");

    private final Map<String, @Nullable Object> document;
    private final List<Object> dashboardServers;
    private final GeneratedEvents events;
    private final List<Route> routes;
    private final Set<String> answered = new HashSet<>();

    private GeneratedDocument(String parts, Collection<Api> apis) {
        Map<String, @Nullable Object> written = Json.readObject(parts.getBytes(StandardCharsets.UTF_8));
        this.document = written;
        this.dashboardServers = List.of(Objects.requireNonNull(written.remove("dashboard_server")));
        this.events = new GeneratedEvents(Json.asObject(written.remove("events")));
        this.routes = apis.stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> route.manner().documented())
                .toList();
    }

    /// The document's text.
    ///
    /// @param parts what is written by hand
    public static String of(String parts, Collection<Api> apis) {
        GeneratedDocument generated = new GeneratedDocument(parts, apis);
        generated.make();
        return PrettyJson.of(generated.document);
    }

    private void make() {
        Set<String> written = components();
        Map<String, @Nullable Object> others = Json.asObject(document.put("paths", new LinkedHashMap<>()));
        document.put("webhooks", events.webhooks());
        document.put("components", document.remove("components"));
        schemas().putAll(events.schemas());
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
        writeOthers(others);
        writeErrors();
        writeCatalogue();
        new PortableDocument(document).write();
        prune();
        written.removeAll(components());
        if (!written.isEmpty()) {
            throw new IllegalStateException("Nothing refers to these parts: " + written);
        }
        at("components")
                .replaceAll((kind, components) -> new LinkedHashMap<>(new TreeMap<>(Json.asObject(components))));
    }

    /// The components as pointers name them.
    private Set<String> components() {
        Set<String> names = new TreeSet<>();
        at("components")
                .forEach((kind, all) -> Json.asObject(all).keySet().forEach(name -> names.add(kind + "/" + name)));
        return names;
    }

    /// Adds the operations that have no endpoint, each of which has a route.
    private void writeOthers(Map<String, @Nullable Object> others) {
        Set<String> known = routes.stream()
                .map(route -> route.method().toLowerCase(Locale.ROOT) + " " + route.template())
                .collect(Collectors.toSet());
        others.forEach((path, item) -> Json.asObject(item).forEach((method, operation) -> {
            if (!method.equals("servers") && !known.contains(method + " " + path)) {
                throw new IllegalStateException("No route leads to " + method + " " + path);
            }
            item(path).put(method, operation);
        }));
    }

    /// Samples of the objects that have no schema of their own, as answers hold them.
    private Map<String, @Nullable Object> samples() {
        Map<String, @Nullable Object> page = new LinkedHashMap<>();
        page.put("events", List.of(events.example(EventType.COUNTER_UPDATED)));
        page.put("has_more", false);
        page.put("next_cursor", null);
        Map<String, @Nullable Object> samples = new LinkedHashMap<>();
        samples.put("EventPage", page);
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
        return answered.contains(name) || input.schema().hasReadOnlyFields() ? name + "Request" : name;
    }

    private Map<String, @Nullable Object> item(String path) {
        Map<String, @Nullable Object> paths = at("paths");
        if (!paths.containsKey(path)) {
            Map<String, @Nullable Object> item = new LinkedHashMap<>();
            if (path.startsWith(Endpoint.DASHBOARD)) {
                item.put("servers", dashboardServers);
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

    /// The event types that a subscription can name.
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
        at("components", "schemas", "EventDescriptions").put("minProperties", types.size());
        at("components", "schemas", "ScopeDescriptions").put("minProperties", Scope.values().length);
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
