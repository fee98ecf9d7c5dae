package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.Map;

/// The version of a record: a digest of the fields that change by a request. Those that change by themselves
/// ([Field#live]) are no part of it.
public final class Version {

    private static final int DIGITS = 32;

    private Version() {}

    /// The version of a record that is shown, as a text of 32 hexadecimal digits.
    ///
    /// @param json the record as [Schema#json] has it
    public static String of(Schema<?> schema, Map<?, ? extends @Nullable Object> json) {
        Map<Object, @Nullable Object> covered = new LinkedHashMap<>(json);
        schema.fields.stream().filter(field -> field.live).forEach(field -> covered.remove(field.name()));
        return Sha256.hex(schema.name() + Json.writeText(covered)).substring(0, DIGITS);
    }

    /// The condition that the fields of a schema are in a row as they were when it was read.
    public static Condition unchanged(Schema<?> schema, Row read) {
        return Condition.all(schema.fields.stream()
                .filter(Field::isStored)
                .map(field -> Condition.unchanged(read, Attribute.any(field.name())))
                .toArray(Condition[]::new));
    }
}
