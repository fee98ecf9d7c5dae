import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A value of the OpenAPI document. A reference (`$ref`) is followed; what stands beside it goes before what it leads to.
record Spec(Map<String, Object> document, Object value) {

    /// The document of a file, in which the address of the local stack is replaced by what stands for the address that a
    /// page is asked for at.
    static Spec read(Path file) throws IOException {
        String text = Files.readString(file).replace("http://localhost:3000", CallSnippets.ORIGIN);
        Map<String, Object> document = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        return new Spec(document, document);
    }

    /// The value of a field; an empty object if there is none.
    Spec at(String name) {
        return has(name) ? of(fields().get(name)) : of(Map.of());
    }

    boolean has(String name) {
        return fields().get(name) != null;
    }

    boolean isEmpty() {
        return value instanceof Map<?, ?> map && map.isEmpty();
    }

    /// The text of a field, or a number's digits; an empty text if there is none.
    String text(String name) {
        return has(name) ? fields().get(name).toString() : "";
    }

    Optional<String> find(String name) {
        return Optional.of(text(name)).filter(text -> !text.isEmpty());
    }

    /// The fields of an object, in the document's order; none if this is no object.
    Map<String, Spec> entries() {
        Map<String, Spec> entries = new LinkedHashMap<>();
        fields().forEach((name, field) -> entries.put(name, of(field)));
        return entries;
    }

    /// The elements of a field that is an array; the field itself if it is a single value.
    List<Spec> list(String name) {
        if (!has(name)) {
            return List.of();
        }
        Object field = fields().get(name);
        return field instanceof List<?> list ? list.stream().map(this::of).toList() : List.of(of(field));
    }

    List<String> texts(String name) {
        return list(name).stream().map(element -> String.valueOf(element.value)).toList();
    }

    /// Whether a field is a reference and not written out.
    boolean isReference(String name) {
        return has(name) && fields().get(name) instanceof Map<?, ?> map && map.containsKey("$ref");
    }

    /// This object with a field of its own in place of another's.
    Spec with(String name, Object field) {
        Map<String, Object> changed = new LinkedHashMap<>(fields());
        changed.put(name, field);
        return new Spec(document, changed);
    }

    private Spec of(Object found) {
        if (!(found instanceof Map<?, ?> map) || !(map.get("$ref") instanceof String reference)) {
            return new Spec(document, found);
        }
        Object target = document;
        for (String step : reference.substring(2).split("/", -1)) {
            target = object(target).get(step.replace("~1", "/").replace("~0", "~"));
        }
        Map<String, Object> merged = new LinkedHashMap<>(object(of(target).value));
        object(found).forEach((name, field) -> {
            if (!name.equals("$ref")) {
                merged.put(name, field);
            }
        });
        return new Spec(document, merged);
    }

    private Map<String, Object> fields() {
        return value instanceof Map<?, ?> ? object(value) : Map.of();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}
