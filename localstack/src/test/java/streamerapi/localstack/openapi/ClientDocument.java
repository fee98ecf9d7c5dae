package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/// The part of the OpenAPI document that a client's types are made of: the REST API without the dashboard, and of each
/// operation its parameters, its body and what it answers when it does what it is asked.
public final class ClientDocument {

    private static final Pattern REFERENCE = Pattern.compile("#/components/([^/\"]+)/([^/\"]+)");
    private static final Set<String> ELSEWHERE = Set.of("dashboard", "oauth", "ingest", ".well-known", "openapi.json");

    private final Map<String, @Nullable Object> document;

    private ClientDocument(String openApi) {
        this.document = Json.readObject(openApi.getBytes(StandardCharsets.UTF_8));
    }

    /// The text of the part.
    public static String of(String openApi) {
        ClientDocument part = new ClientDocument(openApi);
        part.reduce();
        return PrettyJson.of(part.document);
    }

    private void reduce() {
        Map<String, @Nullable Object> paths = object(document.get("paths"));
        paths.keySet().removeIf(path -> ELSEWHERE.contains(path.split("/", -1)[1]));
        document.remove("webhooks");
        document.remove("tags");
        paths.values().forEach(item -> object(item).values().forEach(this::reduceOperation));
        Map<String, @Nullable Object> components = object(document.get("components"));
        Map<String, @Nullable Object> kept = new LinkedHashMap<>();
        Map<String, @Nullable Object> roots = new LinkedHashMap<>();
        roots.put("paths", paths);
        roots.put("event", Map.of("$ref", "#/components/schemas/Event"));
        Set<String> seen = new LinkedHashSet<>();
        keep(roots, components, kept, seen);
        document.put("components", kept);
    }

    private void reduceOperation(@Nullable Object operation) {
        if (!(operation instanceof Map<?, ?>)) {
            return;
        }
        Map<String, @Nullable Object> changed = object(operation);
        changed.remove("tags");
        changed.remove("security");
        if (changed.get("parameters") instanceof List<?> parameters) {
            changed.put(
                    "parameters",
                    parameters.stream()
                            .filter(parameter ->
                                    !"header".equals(resolved(parameter).get("in")))
                            .toList());
        }
        Map<String, @Nullable Object> responses = object(changed.get("responses"));
        responses.keySet().removeIf(status -> !status.startsWith("2"));
        responses.replaceAll((status, response) -> {
            Map<String, @Nullable Object> plain = new LinkedHashMap<>(resolved(response));
            plain.remove("headers");
            return plain;
        });
    }

    private Map<String, @Nullable Object> resolved(@Nullable Object node) {
        Map<String, @Nullable Object> found = object(node);
        if (!(found.get("$ref") instanceof String reference)) {
            return found;
        }
        Object target = document;
        for (String name : reference.substring(2).split("/", -1)) {
            target = object(target)
                    .get(name.replace("~1", "/").replace("%7B", "{").replace("%7D", "}"));
        }
        return resolved(target);
    }

    private static void keep(
            Object root,
            Map<String, @Nullable Object> components,
            Map<String, @Nullable Object> kept,
            Set<String> seen) {
        REFERENCE.matcher(Json.writeText(root)).results().forEach(found -> {
            if (seen.add(found.group())) {
                Object component = Objects.requireNonNull(
                        object(components.get(found.group(1))).get(found.group(2)), found.group());
                object(kept.computeIfAbsent(found.group(1), kind -> new LinkedHashMap<>()))
                        .put(found.group(2), component);
                keep(component, components, kept, seen);
            }
        });
    }

    private static Map<String, @Nullable Object> object(@Nullable Object node) {
        return Json.asObject(Objects.requireNonNull(node));
    }
}
