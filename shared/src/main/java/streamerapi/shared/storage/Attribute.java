package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// An attribute of rows: its name and the type of its values. It is a constant of the class whose rows have it, and the
/// one way to read or write it.
///
/// ```java
/// private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
/// ```
///
/// @param <T> its values
public sealed class Attribute<T> {

    private final String name;
    private final Function<Object, T> loaded;
    private final Function<T, Object> stored;
    private final @Nullable T absent;
    private final Predicate<Object> known;

    private Attribute(String name, Function<Object, T> loaded, Function<T, Object> stored, @Nullable T absent) {
        this(name, loaded, stored, absent, value -> true);
    }

    private Attribute(
            String name,
            Function<Object, T> loaded,
            Function<T, Object> stored,
            @Nullable T absent,
            Predicate<Object> known) {
        this.name = name;
        this.loaded = loaded;
        this.stored = stored;
        this.absent = absent;
        this.known = known;
    }

    private Attribute(String name, Function<Object, T> loaded) {
        this(name, loaded, value -> value, null);
    }

    /// A text.
    public static Attribute<String> text(String name) {
        return new Attribute<>(name, String.class::cast);
    }

    /// A whole number; 0 if it is not there.
    public static Whole whole(String name) {
        return new Whole(name);
    }

    /// A whole number that fits an `int`; unlike [#whole], one that is not there is none.
    public static Attribute<Integer> int32(String name) {
        return new Attribute<>(name, stored -> ((Number) stored).intValue());
    }

    /// Whole numbers that are counted through: `d0`, `d1`, up to `d31`.
    ///
    /// @param last the last one's number
    public static List<Whole> wholes(String prefix, int last) {
        return IntStream.rangeClosed(0, last)
                .mapToObj(number -> new Whole(prefix + number))
                .toList();
    }

    /// A list of whole numbers; empty if it is not there.
    public static Attribute<List<Long>> numbers(String name) {
        return new Attribute<>(
                name,
                stored -> ((List<?>) stored)
                        .stream().map(number -> ((Number) number).longValue()).toList(),
                numbers -> numbers,
                List.of());
    }

    /// A flag; false if it is not there.
    public static Flag flag(String name) {
        return new Flag(name);
    }

    /// A decimal number.
    public static Attribute<BigDecimal> decimal(String name) {
        return new Attribute<>(name, BigDecimal.class::cast);
    }

    /// A time, stored as its epoch milliseconds.
    public static Attribute<Instant> time(String name) {
        return new Attribute<>(name, Attribute::instant, Instant::toEpochMilli, null);
    }

    /// A list of times, stored as their epoch milliseconds; empty if it is not there.
    public static Attribute<List<Instant>> times(String name) {
        return new Attribute<>(
                name,
                stored -> ((List<?>) stored).stream().map(Attribute::instant).toList(),
                times -> times.stream().map(Instant::toEpochMilli).toList(),
                List.of());
    }

    /// A list of texts; empty if it is not there.
    public static Attribute<List<String>> texts(String name) {
        return new Attribute<>(
                name,
                stored -> ((List<?>) stored).stream().map(String.class::cast).toList(),
                texts -> texts,
                List.of());
    }

    /// A constant of an enumeration, stored as its label.
    public static <E extends Labelled> Attribute<E> label(String name, List<E> constants) {
        return new Attribute<>(
                name, stored -> Objects.requireNonNull(Labelled.find(constants, stored), name), Labelled::label, null);
    }

    /// A constant of an enumeration that says something and decides nothing. One that a later version has stored counts
    /// as not there, because a deployment can go back.
    public static <E extends Labelled> Attribute<E> knownLabel(String name, List<E> constants) {
        return new Attribute<>(
                name,
                stored -> Objects.requireNonNull(Labelled.find(constants, stored), name),
                Labelled::label,
                null,
                stored -> Labelled.find(constants, stored) != null);
    }

    /// A map; empty if it is not there.
    public static Attribute<Map<String, Object>> map(String name) {
        return new Attribute<>(name, Attribute::fields, fields -> fields, Map.of());
    }

    /// A list of elements that are stored as maps; empty if it is not there.
    public static <E> Attribute<List<E>> list(
            String name, Function<Map<String, Object>, E> loaded, Function<E, Map<String, Object>> stored) {
        return new Attribute<>(
                name,
                list -> ((List<?>) list)
                        .stream().map(one -> loaded.apply(fields(one))).toList(),
                elements -> elements.stream().map(stored).toList(),
                List.of());
    }

    /// A value of any type, as the table has it: for code that knows its attributes by name alone, such as a schema.
    public static Attribute<Object> any(String name) {
        return new Attribute<>(
                name,
                stored -> stored,
                value -> value instanceof Instant time ? (Object) time.toEpochMilli() : value,
                null);
    }

    /// Its name in the table.
    public final String name() {
        return name;
    }

    /// Whether this version knows the value that a row has.
    final boolean knows(Object value) {
        return known.test(value);
    }

    /// The value that a row has.
    final T loaded(Object value) {
        return loaded.apply(value);
    }

    /// The value as a row has it.
    final Object stored(T value) {
        return stored.apply(value);
    }

    /// The value of a row that does not have the attribute.
    ///
    /// @throws NullPointerException if each row has it
    final T absent() {
        return Objects.requireNonNull(absent, name);
    }

    @Override
    public final String toString() {
        return name;
    }

    /// A whole number.
    public static final class Whole extends Attribute<Long> {
        private Whole(String name) {
            super(name, stored -> ((Number) stored).longValue(), value -> value, 0L);
        }
    }

    /// A flag.
    public static final class Flag extends Attribute<Boolean> {
        private Flag(String name) {
            super(name, Boolean.class::cast, value -> value, false);
        }
    }

    private static Instant instant(Object millis) {
        return Instant.ofEpochMilli(((Number) millis).longValue());
    }

    private static Map<String, Object> fields(Object stored) {
        Map<String, Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) stored).forEach((field, value) -> fields.put((String) field, Objects.requireNonNull(value)));
        return fields;
    }
}
