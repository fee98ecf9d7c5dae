package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.Set;

/// The properties of one kind of resource or event that the local stack understands.
///
/// @param wired         paths of the properties that it acts on; a segment `*` stands for any name
/// @param withoutEffect paths of the properties that mean nothing on a laptop, each with all that stands below it
record Coverage(Set<String> wired, Set<String> withoutEffect) {

    /// The path of the first property that the local stack does not know.
    Optional<String> unsupported(JsonNode properties) {
        return unsupported("", properties);
    }

    private Optional<String> unsupported(String path, JsonNode node) {
        if (withoutEffect.contains(path) || (wired.contains(path) && (node.isValueNode() || node.isEmpty()))) {
            return Optional.empty();
        }
        if (node.isArray()) {
            return node.valueStream()
                    .flatMap(item -> unsupported(path, item).stream())
                    .findFirst();
        }
        if (node.isObject() && !node.isEmpty()) {
            return node.propertyStream()
                    .flatMap(entry -> unsupported(join(path, named(path, entry.getKey())), entry.getValue()).stream())
                    .findFirst();
        }
        boolean named = wired.contains(path.substring(0, path.lastIndexOf('.') + 1) + "*");
        return path.isEmpty() || named ? Optional.empty() : Optional.of(path);
    }

    /// `*` if any name may stand above other properties.
    private String named(String path, String name) {
        String any = join(path, "*") + ".";
        return wired.stream().anyMatch(known -> known.startsWith(any)) ? "*" : name;
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
