package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// The body of a PATCH: what it changes of a record. Its values have been checked.
///
/// @param <T> the record
public final class Changes<T> {

    private final Schema<T> schema;
    private final Body body;

    Changes(Schema<T> schema, Body body) {
        this.schema = schema;
        this.body = body;
    }

    /// The record with the changes.
    ///
    /// @param given the fields that the service sets, by name: `updated_at`, say
    public T appliedTo(T before, Map<String, ? extends @Nullable Object> given) {
        return schema.changed(body, before, given);
    }

    /// Whether a field is among the changes, to another value or the same one.
    public boolean names(String field) {
        return schema.isChanged(body, field);
    }
}
