package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The types of lists and objects.
sealed interface CompositeType<V> extends Type<V> {

    /// At most `max` texts, each of the one type, read by `entry` after each was checked.
    ///
    /// @param min how many there must be at least
    /// @param component the name of the elements' schema in the OpenAPI document; null if their type describes them
    record Texts(
            Type<String> element,
            int min,
            int max,
            UnaryOperator<List<String>> entry,
            @Nullable String component) implements CompositeType<List<String>> {

        /// Any number of texts.
        Texts(Type<String> element) {
            this(element, 0, Integer.MAX_VALUE, UnaryOperator.identity(), null);
        }

        /// This list, of other sizes.
        Texts between(int least, int most) {
            return new Texts(element, least, most, entry, component);
        }

        /// This list, of texts of a form.
        Texts matching(Pattern whole, String told) {
            if (!(element instanceof ScalarType.Text text)) {
                throw new IllegalArgumentException("The elements are one of a few texts");
            }
            return new Texts(text.matching(whole, told), min, max, entry, component);
        }

        @Override
        public @Nullable List<String> read(Body body, String name) {
            List<Body> elements = body.elementsOrNull(name, min, max);
            return elements == null
                    ? null
                    : entry.apply(elements.stream()
                            .map(one -> Objects.requireNonNull(element.read(one, Body.ELEMENT)))
                            .toList());
        }

        @Override
        public List<String> loaded(Object stored) {
            return ((List<?>) stored).stream().map(element::loaded).toList();
        }

        @Override
        public Map<String, Object> described() {
            Map<String, Object> items =
                    component == null ? element.described() : Type.description("$ref", Schema.ref(component));
            Map<String, Object> description = Type.description("type", "array", "items", items);
            if (min > 0) {
                description.put("minItems", min);
            }
            if (max < Integer.MAX_VALUE) {
                description.put("maxItems", max);
            }
            return description;
        }

        @Override
        public Object sample() {
            return List.of();
        }
    }

    /// `min` to `max` constants of an enumeration.
    record Choices<E extends Enum<E> & Labelled>(ScalarType.Choice<E> element, int min, int max)
            implements CompositeType<List<E>> {

        /// This list, of other sizes.
        Choices<E> between(int least, int most) {
            return new Choices<>(element, least, most);
        }

        @Override
        public @Nullable List<E> read(Body body, String name) {
            List<Body> elements = body.elementsOrNull(name, min, max);
            return elements == null
                    ? null
                    : elements.stream()
                            .map(one -> Objects.requireNonNull(element.read(one, Body.ELEMENT)))
                            .toList();
        }

        @Override
        public Object json(List<E> value) {
            return Labelled.labels(value);
        }

        @Override
        public List<E> loaded(Object stored) {
            return ((List<?>) stored)
                    .stream()
                            .map(label -> Labelled.find(element.constants(), label))
                            .filter(Objects::nonNull)
                            .toList();
        }

        @Override
        public Map<String, Object> described() {
            return new Texts(new ScalarType.OneOf(Labelled.labels(element.constants())))
                    .between(min, max)
                    .described();
        }

        @Override
        public Object sample() {
            return List.of();
        }
    }

    /// At most `max` objects of one schema.
    record Items<E>(Schema<E> element, int max) implements CompositeType<List<E>> {

        @Override
        public @Nullable List<E> read(Body body, String name) {
            List<Body> elements = body.objectsOrNull(name, max);
            return elements == null
                    ? null
                    : elements.stream().map(element::read).toList();
        }

        @Override
        public Object json(List<E> value) {
            return value.stream().map(element::json).toList();
        }

        @Override
        public Object stored(List<E> value) {
            return value.stream().map(element::stored).toList();
        }

        @Override
        public List<E> loaded(Object stored) {
            return ((List<?>) stored)
                    .stream().map(one -> element.loaded(Schema.attributes(one))).toList();
        }

        @Override
        public Map<String, Object> described() {
            return described(Map.of("$ref", Schema.ref(element.name())));
        }

        @Override
        public Map<String, Object> patched() {
            return described(element.body());
        }

        private Map<String, Object> described(Map<String, Object> items) {
            Map<String, Object> description = Type.description("type", "array", "items", items);
            if (max < Integer.MAX_VALUE) {
                description.put("maxItems", max);
            }
            return description;
        }

        @Override
        public List<Schema<?>> references() {
            return List.of(element);
        }

        @Override
        public Object sample() {
            return List.of(element.example(true));
        }
    }

    /// An object of a schema of its own.
    ///
    /// @param merged whether a PATCH changes its fields one by one, instead of taking its place
    record Nested<E>(Schema<E> schema, boolean merged) implements CompositeType<E> {

        @Override
        public @Nullable E changed(Body body, String name, @Nullable E before) {
            if (!merged || before == null) {
                return read(body, name);
            }
            Body object = body.objectOrNull(name);
            return object == null ? null : schema.changed(object, before, Map.of());
        }

        @Override
        public void check(Body body, String name) {
            Body object = merged ? body.objectOrNull(name) : null;
            if (object != null) {
                schema.changes(object);
            } else if (!merged) {
                read(body, name);
            }
        }

        @Override
        public Map<String, Object> patched() {
            return merged ? schema.patch() : described();
        }

        @Override
        public @Nullable E read(Body body, String name) {
            Body object = body.objectOrNull(name);
            return object == null ? null : schema.read(object);
        }

        @Override
        public Object json(E value) {
            return schema.json(value);
        }

        @Override
        public Object stored(E value) {
            return schema.stored(value);
        }

        @Override
        public E loaded(Object stored) {
            return schema.loaded(Schema.attributes(stored));
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("$ref", Schema.ref(schema.name()));
        }

        @Override
        public List<Schema<?>> references() {
            return List.of(schema);
        }

        @Override
        public Object sample() {
            return schema.example(true);
        }
    }

    /// A JSON object that another part of the service has built: answered and kept as it is, never read from a request.
    ///
    /// @param component the name of its schema in the OpenAPI document
    record Json(String component) implements CompositeType<Map<String, @Nullable Object>> {

        @Override
        public @Nullable Map<String, @Nullable Object> read(Body body, String name) {
            throw new IllegalStateException(name + " is never read from a request");
        }

        @Override
        public Map<String, @Nullable Object> loaded(Object stored) {
            return new LinkedHashMap<>(Schema.attributes(stored));
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("$ref", Schema.ref(component));
        }

        @Override
        public @Nullable Object sample() {
            return null;
        }
    }

    /// A JSON object with any fields.
    record Free() implements CompositeType<Map<String, @Nullable Object>> {

        @Override
        public @Nullable Map<String, @Nullable Object> read(Body body, String name) {
            return body.freeObjectOrNull(name);
        }

        @Override
        public Map<String, @Nullable Object> loaded(Object stored) {
            return new LinkedHashMap<>(Schema.attributes(stored));
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("type", "object");
        }

        @Override
        public Object sample() {
            return Map.of();
        }
    }
}
