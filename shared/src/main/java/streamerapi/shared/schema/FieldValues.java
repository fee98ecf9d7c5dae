package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

/// The values of a record's fields, from which the record is made.
public final class FieldValues {

    private final @Nullable Object[] values;

    private final @Nullable Body body;

    /// @param body what they were read from; null if a row holds them
    FieldValues(int size, @Nullable Body body) {
        this.values = new Object[size];
        this.body = body;
    }

    /// A refusal of values that do not go together.
    ///
    /// @param name the field that is told, from the object on that the record is
    /// @param why what is wrong with it, after the field's name
    public RuntimeException refused(String name, String why) {
        return body == null ? new IllegalStateException("A row's " + name + " " + why) : body.refused(name, why);
    }

    void set(int index, @Nullable Object value) {
        values[index] = value;
    }

    @Nullable
    Object get(int index) {
        return values[index];
    }
}
