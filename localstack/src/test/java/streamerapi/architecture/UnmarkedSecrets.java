package streamerapi.architecture;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.schema.Schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Secrets that answers show although no field of theirs is marked as one: caches would keep them, and rows in clear.
///
/// A field's name tells that it is a secret, or its example does.
final class UnmarkedSecrets {

    private static final Pattern NAME = Pattern.compile("(.*_)?(secret|token|password)");
    private static final String SIGNING_SECRET = "whsec_";

    private UnmarkedSecrets() {}

    /// Those of some endpoints, each as `POST /api-keys: secret`.
    static Set<String> of(Collection<Endpoint> endpoints) {
        Set<String> unmarked = new TreeSet<>();
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.answer().showsSecret()) {
                String operation = endpoint.method() + " " + endpoint.template();
                secrets(endpoint).forEach(field -> unmarked.add(operation + ": " + field));
            }
        }
        return unmarked;
    }

    private static List<String> secrets(Endpoint endpoint) {
        List<String> fields = new ArrayList<>();
        endpoint.answer().components().values().forEach(component -> {
            component.references().forEach(schema -> addNamed(schema, fields));
            addShown("", component.example(), fields);
        });
        return fields;
    }

    private static void addNamed(Schema<?> schema, List<String> fields) {
        if (schema.answer().get("properties") instanceof Map<?, ?> properties) {
            properties.keySet().stream()
                    .map(String::valueOf)
                    .filter(name -> NAME.matcher(name).matches())
                    .forEach(fields::add);
        }
        schema.references().forEach(inner -> addNamed(inner, fields));
    }

    private static void addShown(String field, @Nullable Object value, List<String> fields) {
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, inner) -> addShown(String.valueOf(name), inner, fields));
        } else if (value instanceof List<?> list) {
            list.forEach(inner -> addShown(field, inner, fields));
        } else if (value instanceof String text && isSecret(text)) {
            fields.add(field);
        }
    }

    private static boolean isSecret(String text) {
        return text.startsWith(SIGNING_SECRET) || Secret.parse(text).isPresent();
    }
}
