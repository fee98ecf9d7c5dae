package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Version;

import java.util.Map;

/// The strong entity tag of the resource that an answer shows (RFC 9110, 8.8.3): the [Version] of the resource.
///
/// @param schema the resource's
public record EntityTag(Schema<?> schema) {

    /// The header's name.
    static final String HEADER = "ETag";

    /// The tag of the one object that a body holds.
    ///
    /// @param body `{"<name>": {…}}`; a secret may stand beside the object
    String of(Map<String, ? extends @Nullable Object> body) {
        Map<?, ?> resource = body.values().stream()
                .filter(Map.class::isInstance)
                .map(Map.class::cast)
                .findFirst()
                .orElseThrow();
        return '"' + Version.of(schema, resource) + '"';
    }
}
