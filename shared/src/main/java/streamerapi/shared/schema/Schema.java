package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/// The shape of a record: each field once, with its type, bounds and meaning.
///
/// From it follow how a body is read and refused, the JSON of an answer, the row of the table, and the schema of the
/// OpenAPI document. It is made of plain method references, without reflection.
///
/// ```java
/// static final Schema<Counter> SCHEMA = Schema.of("Counter", "A number that chat counts with.", s -> {
///     var name = s.text("name", Counter::name).between(1, 64);
///     var value = s.integer("value", Counter::value);
///     return in -> new Counter(name.of(in), value.of(in));
/// });
/// ```
///
/// @param <T> the record
public final class Schema<T> {

    private static final String COMPONENTS = "#/components/schemas/";

    private final String name;
    private final String doc;
    final List<Field<T, ?>> fields;
    private final Function<FieldValues, T> maker;

    private Schema(String name, String doc, List<Field<T, ?>> fields, Function<FieldValues, T> maker) {
        this.name = name;
        this.doc = doc;
        this.fields = fields;
        this.maker = maker;
    }

    /// A schema.
    ///
    /// @param name its name in the OpenAPI document
    /// @param doc what the record is, in a sentence; empty if its name says so
    /// @param shape adds the fields, and says how a record is made of their values
    public static <T> Schema<T> of(String name, String doc, Function<Shape<T>, Function<FieldValues, T>> shape) {
        Shape<T> fields = new Shape<>();
        Function<FieldValues, T> maker = shape.apply(fields);
        return new Schema<>(name, doc, fields.fields(), maker);
    }

    /// The schema of a record that is only shown: no request and no row is read as one.
    ///
    /// @param shape adds the fields, which are the service's own
    public static <T> Schema<T> shown(String name, String doc, Consumer<Shape<T>> shape) {
        return of(name, doc, fields -> {
            shape.accept(fields);
            fields.fields().forEach(Field::readOnly);
            return values -> {
                throw new IllegalStateException(name + " is only shown");
            };
        });
    }

    /// The reference to a schema in the OpenAPI document.
    static String ref(String component) {
        return COMPONENTS + component;
    }

    /// Its name in the OpenAPI document.
    public String name() {
        return name;
    }

    /// A record from a body that holds all of it.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    public T read(Body body) {
        return read(body, Map.of());
    }

    /// A record from a body and what the service adds.
    ///
    /// @param given the values of read-only fields, by name
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    public T read(Body body, Map<String, ? extends @Nullable Object> given) {
        know(body);
        FieldValues values = new FieldValues(fields.size(), body);
        for (Field<T, ?> field : fields) {
            values.set(field.index, field.isReadOnly() ? given.get(field.name()) : field.read(body));
        }
        return maker.apply(values);
    }

    /// The changes of a PATCH, whose values are checked here and now.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    public Changes<T> changes(Body body) {
        know(body);
        for (Field<T, ?> field : fields) {
            if (!field.isReadOnly() && body.wasSent(field.name())) {
                field.check(body);
            }
        }
        return new Changes<>(this, body);
    }

    /// Makes all of its fields known: a refusal of one leaves those behind it unread.
    private void know(Body body) {
        fields.stream().filter(field -> !field.isReadOnly()).forEach(field -> body.wasSent(field.name()));
    }

    T changed(Body body, T before, Map<String, ? extends @Nullable Object> given) {
        FieldValues values = new FieldValues(fields.size(), body);
        for (Field<T, ?> field : fields) {
            Object value;
            if (field.isReadOnly()) {
                value = given.containsKey(field.name()) ? given.get(field.name()) : field.valueOf(before);
            } else {
                value = field.changed(body, before);
            }
            values.set(field.index, value);
        }
        return maker.apply(values);
    }

    boolean isChanged(Body body, String field) {
        return fields.stream().anyMatch(one -> one.name().equals(field) && one.isChanged(body));
    }

    /// The record as JSON.
    public Map<String, @Nullable Object> json(T record) {
        Map<String, @Nullable Object> json = LinkedHashMap.newLinkedHashMap(fields.size());
        for (Field<T, ?> field : fields) {
            Object value = field.isShown() ? field.json(record) : null;
            if (field.isShown() && !(value == null && field.absentIfNull)) {
                json.put(field.name(), value);
            }
        }
        return json;
    }

    /// The record as a row. Nulls are not stored.
    public Row row(Key key, T record) {
        return new Row(key, stored(record));
    }

    /// The record that a row holds.
    public T of(Row row) {
        return loaded(row.attributes());
    }

    /// The record that a row holds, with what follows from its key.
    ///
    /// @param given the values of fields that no row holds, by name
    public T of(Row row, Map<String, ? extends @Nullable Object> given) {
        return loaded(row.attributes(), given);
    }

    /// The write that turns a row with one record into a row with the other: the attributes that differ. Null if none
    /// do.
    public @Nullable Write difference(Key key, T before, T after) {
        Write write = Write.update(key);
        boolean differs = false;
        for (Field<T, ?> field : fields) {
            Object now = field.stored(after);
            if (field.isStored() && !Objects.equals(field.stored(before), now)) {
                write.set(Attribute.any(field.name()), now);
                differs = true;
            }
        }
        return differs ? write : null;
    }

    Map<String, Object> stored(T record) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (Field<T, ?> field : fields) {
            Object value = field.isStored() ? field.stored(record) : null;
            if (value != null) {
                attributes.put(field.name(), value);
            }
        }
        return attributes;
    }

    T loaded(Map<String, Object> attributes) {
        return loaded(attributes, Map.of());
    }

    private T loaded(Map<String, Object> attributes, Map<String, ? extends @Nullable Object> given) {
        FieldValues values = new FieldValues(fields.size(), null);
        for (Field<T, ?> field : fields) {
            values.set(
                    field.index,
                    field.isStored() ? field.loaded(attributes.get(field.name())) : given.get(field.name()));
        }
        return maker.apply(values);
    }

    @SuppressWarnings("unchecked") // the table's maps have texts as keys
    static Map<String, Object> attributes(Object stored) {
        return (Map<String, Object>) stored;
    }

    /// Whether a JSON object of it shows a secret.
    public boolean showsSecret() {
        return fields.stream()
                .anyMatch(field -> field.secret || field.references().stream().anyMatch(Schema::showsSecret));
    }

    /// Whether the service sets some of its fields, so that a body that makes it has fewer than an answer.
    public boolean hasReadOnlyFields() {
        return fields.stream().anyMatch(Field::isReadOnly);
    }

    /// The schemas that its fields refer to.
    public List<Schema<?>> references() {
        return fields.stream()
                .<Schema<?>>flatMap(field -> field.references().stream())
                .toList();
    }

    /// Its JSON Schema in answers: every field is there.
    public Map<String, Object> answer() {
        Map<String, Object> properties = new LinkedHashMap<>();
        answer(properties);
        Map<String, Object> schema = object(properties, alwaysShown());
        schema.put("additionalProperties", false);
        return schema;
    }

    /// The names of the fields that every answer has.
    public List<String> alwaysShown() {
        return fields.stream().filter(Field::isAlwaysShown).map(Field::name).toList();
    }

    /// Adds the JSON Schemas of its fields in answers, by name.
    public void answer(Map<String, Object> properties) {
        fields.stream().filter(Field::isShown).forEach(field -> properties.put(field.name(), field.described(false)));
    }

    /// The JSON Schema of a body that makes one.
    public Map<String, Object> body() {
        return object(
                settable(field -> field.described(true)),
                fields.stream().filter(Field::isRequired).map(Field::name).toList());
    }

    /// The JSON Schema of a PATCH: any of its fields; null leaves one as it is, or takes back one that can be null.
    public Map<String, Object> patch() {
        return object(settable(Field::patched), List.of());
    }

    private Map<String, Object> settable(Function<Field<T, ?>, Map<String, Object>> described) {
        Map<String, Object> properties = new LinkedHashMap<>();
        fields.stream()
                .filter(field -> !field.isReadOnly())
                .forEach(field -> properties.put(field.name(), described.apply(field)));
        return properties;
    }

    /// A sample of it as JSON, from its fields' examples and defaults; fields without either are left out, unless they
    /// can be null.
    ///
    /// @param whole whether the service's own fields are in it
    public Map<String, @Nullable Object> example(boolean whole) {
        Map<String, @Nullable Object> example = new LinkedHashMap<>();
        for (Field<T, ?> field : fields) {
            if (field.isShown() && (whole || !field.isReadOnly())) {
                field.addExample(example, whole);
            }
        }
        return example;
    }

    /// A sample of it as events have it, from its fields' samples, or else their examples.
    public Map<String, @Nullable Object> sample() {
        Map<String, @Nullable Object> sample = new LinkedHashMap<>();
        fields.forEach(field -> field.addSample(sample));
        return sample;
    }

    private Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        if (!doc.isEmpty()) {
            schema.put("description", doc);
        }
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("properties", properties);
        return schema;
    }
}
