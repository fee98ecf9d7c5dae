package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

/// The values of a record's fields, from which the record is made.
public final class FieldValues {

    private final @Nullable Object[] values;

    FieldValues(int size) {
        this.values = new Object[size];
    }

    void set(int index, @Nullable Object value) {
        values[index] = value;
    }

    @Nullable
    Object get(int index) {
        return values[index];
    }
}
