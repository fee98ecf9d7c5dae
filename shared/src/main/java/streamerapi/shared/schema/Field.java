package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A field of a record: its name in JSON and in the table, its type, how the record tells it, and what holds of it.
///
/// A body that makes the record has the field, unless it has a default ([#orElse]), may be null ([#orNull]), or is the
/// service's own ([#readOnly]).
///
/// @param <T> the record
/// @param <V> the field's values
public final class Field<T, V extends @Nullable Object> {

    final int index;
    private final String name;
    private final Function<? super T, ? extends @Nullable Object> getter;
    Type<Object> type;
    boolean nullable;
    private boolean readOnly;
    boolean secret;
    private boolean stored = true;
    private boolean shown = true;
    boolean absentIfNull;
    boolean live;
    boolean sparse;
    private @Nullable Object fallback;
    final Annotations annotations = new Annotations();

    @SuppressWarnings("unchecked") // a field's values are of its type's, which its maker sees to
    Field(int index, String name, Type<?> type, Function<? super T, ? extends @Nullable Object> getter) {
        this.index = index;
        this.name = name;
        this.type = (Type<Object>) type;
        this.getter = getter;
    }

    /// The field's value of a record that is being made.
    @SuppressWarnings({"unchecked", "NullAway"}) // null only if V allows it: Schema checks presence before
    public V of(FieldValues in) {
        return (V) in.get(index);
    }

    /// The field's meaning, in a sentence for the OpenAPI document: units, ranges, source.
    public Field<T, V> doc(String text) {
        annotations.doc = text;
        return this;
    }

    /// A value for the document's examples, as JSON has it.
    public Field<T, V> example(Object value) {
        annotations.example = value;
        return this;
    }

    /// A value for samples of events ([Schema#sample]), in place of the example.
    public Field<T, V> sample(V value) {
        annotations.sample = value;
        return this;
    }

    /// Leaves the field out of samples of events: the document requires it of no event.
    public Field<T, V> unsampled() {
        annotations.unsampled = true;
        return this;
    }

    /// The schema in the OpenAPI document that describes the field's values, if several records have such a field.
    public Field<T, V> component(String schema) {
        annotations.component = schema;
        return this;
    }

    /// Marks a text as an address (RFC 3986).
    public Field<T, V> uri() {
        annotations.format = "uri";
        return this;
    }

    /// The bounds: of a text its least and most characters, of a number its least and most, of a list its sizes.
    public Field<T, V> between(long min, long max) {
        return as(Bounds.of(type, min, max));
    }

    /// The most characters of a text, or elements of a list, which may be empty.
    public Field<T, V> max(long max) {
        return between(0, max);
    }

    /// The form of a text, or of each text of a list: the whole of it matches the pattern.
    ///
    /// @param form says so to people, after "must": `have 1 to 64 characters of a to z`
    public Field<T, V> matching(Pattern pattern, String form) {
        return as(
                switch (type()) {
                    case ScalarType.Text text -> text.matching(pattern, form);
                    case CompositeType.Texts texts -> texts.matching(pattern, form);
                    default -> throw new IllegalArgumentException(name + " is no text");
                });
    }

    /// The value of a request that does not send the field.
    public Field<T, V> orElse(V value) {
        this.fallback = value;
        return this;
    }

    /// Lets the field be null: a request that does not send it, or sends null, makes it so.
    @SuppressWarnings("unchecked") // the same field, which allows null from here on
    public Field<T, @Nullable V> orNull() {
        this.nullable = true;
        return (Field<T, @Nullable V>) this;
    }

    /// Lets the field be null: an answer leaves it out then.
    public Field<T, @Nullable V> orAbsent() {
        this.absentIfNull = true;
        return orNull();
    }

    /// Marks a field that changes by itself: its record's entity tag does not cover it.
    public Field<T, V> live() {
        this.live = true;
        return this;
    }

    /// Marks a field that the service sets: requests do not send it.
    public Field<T, V> readOnly() {
        this.readOnly = true;
        return this;
    }

    /// Marks a secret: an answer with it is kept by no cache and no row in clear.
    public Field<T, V> secret() {
        this.secret = true;
        return this;
    }

    /// Marks a field that no row holds: it follows from the key.
    public Field<T, V> notStored() {
        this.stored = false;
        return this;
    }

    /// Marks a field that rows hold and answers do not: a body may set it, unless it is read-only too.
    public Field<T, V> notShown() {
        this.shown = false;
        return this;
    }

    String name() {
        return name;
    }

    boolean isStored() {
        return stored;
    }

    boolean isShown() {
        return shown;
    }

    /// Whether each object of the schema has it.
    boolean isAlwaysShown() {
        return shown && !absentIfNull && !annotations.unsampled;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /// Whether a body that makes the record must have it.
    boolean isRequired() {
        return !readOnly && !nullable && fallback == null;
    }

    @Nullable
    Object valueOf(T owner) {
        return getter.apply(owner);
    }

    /// The value of a body that makes the record.
    @Nullable
    Object read(Body body) {
        Object sent = type.read(body, name);
        if (sent != null) {
            return sent;
        }
        if (isRequired()) {
            throw body.refused(name, "is required");
        }
        return fallback;
    }

    /// The value of a body that changes the record: the earlier one if none is sent, or a null that cannot be.
    @Nullable
    Object changed(Body body, T before) {
        if (!body.wasSent(name)) {
            return valueOf(before);
        }
        Object sent = type.changed(body, name, valueOf(before));
        Object otherwise = isEmptied(body) ? "" : valueOf(before);
        return sent != null || nullable ? sent : otherwise;
    }

    /// Whether a form empties the field: a text that may have no characters, and was left blank.
    private boolean isEmptied(Body body) {
        return body.isForm() && isRequired() && type() instanceof ScalarType.Text text && text.min() == 0;
    }

    @Nullable
    Object json(T owner) {
        Object value = valueOf(owner);
        return value == null ? null : type.json(value);
    }

    @Nullable
    Object stored(T owner) {
        Object value = valueOf(owner);
        return value == null || (sparse && value.equals(fallback)) ? null : type.stored(value);
    }

    @Nullable
    Object loaded(@Nullable Object attribute) {
        return attribute == null ? fallback : type.loaded(attribute);
    }

    List<Schema<?>> references() {
        return type.references();
    }

    /// The field's JSON Schema.
    ///
    /// @param withDefault whether the default is told, which null stands for too: in bodies alone
    Map<String, Object> described(boolean withDefault) {
        return described(
                type.described(), withDefault, (nullable && !absentIfNull) || (withDefault && fallback != null));
    }

    /// The field's JSON Schema in a PATCH.
    Map<String, Object> patched() {
        return described(type.patched(), false, true);
    }

    private Map<String, Object> described(Map<String, Object> ofType, boolean withDefault, boolean orNull) {
        Object told = withDefault && fallback != null ? type.json(fallback) : null;
        return annotations.on(ofType, !shown, orNull, told);
    }

    /// Whether a body changes the field. A null changes one that can be null.
    boolean isChanged(Body body) {
        return body.wasSent(name) && (nullable || isEmptied(body) || type.read(body, name) != null);
    }

    /// Refuses a body whose value of the field has not the field's form, and a form that leaves it blank but must not.
    void check(Body body) {
        type.check(body, name);
        if (body.isForm() && isRequired() && !isEmptied(body) && body.isBlank(name)) {
            throw body.refused(name, "must not be blank");
        }
    }

    /// Adds a value to an example of the record.
    ///
    /// @param whole whether the example is of an answer, which leaves no field out
    void addExample(Map<String, @Nullable Object> to, boolean whole) {
        if (annotations.example != null) {
            to.put(name, annotations.example);
        } else if (fallback != null && whole) {
            to.put(name, type.json(fallback));
        } else if ((whole && !absentIfNull) || isRequired()) {
            to.put(name, nullable ? null : type.sample());
        }
    }

    /// Adds a value to a sample of an event. A field that may be left out is left out if it has no sample.
    void addSample(Map<String, @Nullable Object> to) {
        boolean isMissing = !annotations.addSample(name, type, to) && !absentIfNull;
        if (isMissing && !nullable) {
            throw new IllegalStateException("The field has no sample: " + name);
        } else if (isMissing) {
            to.put(name, null);
        }
    }

    /// The type as what it is: a switch over `Type<Object>` would know records of other types impossible.
    private Type<?> type() {
        return type;
    }

    @SuppressWarnings("unchecked") // the same kind of type, bounded otherwise
    private Field<T, V> as(Type<?> bounded) {
        this.type = (Type<Object>) bounded;
        return this;
    }
}
