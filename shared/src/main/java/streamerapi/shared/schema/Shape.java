package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The fields of a schema while it is being made, in the order of the JSON.
///
/// @param <T> the record
public final class Shape<T> {

    private static final int MAX_LABEL = 255;

    private final List<Field<T, ?>> fields = new ArrayList<>();
    private boolean sparse;

    Shape() {}

    /// Has rows leave out each field, of those added from here on, that has its default ([Field#orElse]). A row without
    /// the field is read as one that has the default.
    public void sparse() {
        this.sparse = true;
    }

    /// A text of one line or more: 1 character at least, unless [Field#max] lets it be empty.
    public Field<T, String> text(String name, Function<? super T, ? extends @Nullable String> getter) {
        return add(name, new ScalarType.Text(1, Integer.MAX_VALUE, null, null, UnaryOperator.identity()), getter);
    }

    /// A text of any length, which may be empty.
    public Field<T, String> anyText(String name, Function<? super T, ? extends @Nullable String> getter) {
        return text(name, getter).max(Integer.MAX_VALUE);
    }

    /// One text or whole number, always.
    public Field<T, Object> constant(String name, Object value) {
        return this.<Object>add(name, new Constant(value), owner -> value).sample(value);
    }

    /// A text that is checked, or brought into a form, as it enters.
    ///
    /// @param entry the text as it is kept; throws a `bad_request` if it is not acceptable
    public Field<T, String> text(
            String name, Function<? super T, ? extends @Nullable String> getter, UnaryOperator<String> entry) {
        return add(name, new ScalarType.Text(1, Integer.MAX_VALUE, null, null, entry), getter);
    }

    /// A text that viewers wrote: control characters are refused, bidirectional ones left out.
    public Field<T, String> viewerText(String name, Function<? super T, ? extends @Nullable String> getter) {
        return add(name, new ScalarType.ViewerText(1, Integer.MAX_VALUE), getter);
    }

    /// One of a few texts.
    public Field<T, String> oneOf(
            String name, Function<? super T, ? extends @Nullable String> getter, List<String> choices) {
        return add(name, new ScalarType.OneOf(choices), getter);
    }

    /// A constant of an enumeration.
    public <E extends Enum<E> & Labelled> Field<T, E> choice(
            String name, Function<? super T, ? extends @Nullable E> getter, List<E> constants) {
        return add(name, new ScalarType.Choice<>(constants, null), getter);
    }

    /// A constant of an enumeration that can get more of them in a later version. A row that such a version wrote is
    /// read all the same, because a deployment can go back.
    ///
    /// @param unknown stands for a constant that is not known yet
    public <E extends Enum<E> & Labelled> Field<T, E> choice(
            String name, Function<? super T, ? extends @Nullable E> getter, List<E> constants, E unknown) {
        return add(name, new ScalarType.Choice<>(constants, unknown), getter);
    }

    /// A list of constants of an enumeration. Those that a later version has stored are left out.
    public <E extends Enum<E> & Labelled> Field<T, List<E>> choices(
            String name, Function<? super T, ? extends @Nullable List<E>> getter, List<E> constants) {
        return add(
                name,
                new CompositeType.Choices<>(new ScalarType.Choice<>(constants, null), 0, Integer.MAX_VALUE),
                getter);
    }

    /// A whole number.
    public Field<T, Long> integer(String name, Function<? super T, ? extends @Nullable Long> getter) {
        return add(name, new ScalarType.Whole(Long.MIN_VALUE, Long.MAX_VALUE), getter);
    }

    /// A whole number that fits an `int`.
    public Field<T, Integer> int32(String name, Function<? super T, ? extends @Nullable Integer> getter) {
        return add(name, new ScalarType.Int32(new ScalarType.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE)), getter);
    }

    /// An amount of money, from 0 unless bounded otherwise, with at most two decimals.
    public Field<T, BigDecimal> money(String name, Function<? super T, ? extends @Nullable BigDecimal> getter) {
        return add(name, new ScalarType.Decimal(0, Long.MAX_VALUE, Numbers.MONEY_SCALE), getter);
    }

    /// A list of amounts of money, each from 0 to `most` with at most two decimals.
    public Field<T, List<BigDecimal>> amounts(
            String name, Function<? super T, ? extends @Nullable List<BigDecimal>> getter, long most) {
        return add(name, new Amounts(new ScalarType.Decimal(0, most, Numbers.MONEY_SCALE), Integer.MAX_VALUE), getter);
    }

    /// A part of a whole in percent, from 0 to 100 unless bounded otherwise, with at most one decimal.
    public Field<T, BigDecimal> percent(String name, Function<? super T, ? extends @Nullable BigDecimal> getter) {
        return add(name, new ScalarType.Decimal(0, 100, 1), getter);
    }

    /// A rate at which amounts are converted, from 0 unless bounded otherwise, with at most 8 decimals.
    public Field<T, BigDecimal> rate(String name, Function<? super T, ? extends @Nullable BigDecimal> getter) {
        return add(name, new ScalarType.Decimal(0, Long.MAX_VALUE, Numbers.RATE_SCALE), getter);
    }

    /// True or false.
    public Field<T, Boolean> flag(String name, Function<? super T, ? extends @Nullable Boolean> getter) {
        return add(name, new ScalarType.Flag(), getter);
    }

    /// A moment.
    public Field<T, Instant> time(String name, Function<? super T, ? extends @Nullable Instant> getter) {
        return add(name, new ScalarType.Time(), getter);
    }

    /// A list of texts, each of 1 character at least.
    public Field<T, List<String>> texts(String name, Function<? super T, ? extends @Nullable List<String>> getter) {
        Type<String> element = new ScalarType.Text(1, Integer.MAX_VALUE, null, null, UnaryOperator.identity());
        return add(name, new CompositeType.Texts(element), getter);
    }

    /// A list of texts of any length, which may be empty.
    public Field<T, List<String>> anyTexts(String name, Function<? super T, ? extends @Nullable List<String>> getter) {
        Type<String> element = new ScalarType.Text(0, Integer.MAX_VALUE, null, null, UnaryOperator.identity());
        return add(name, new CompositeType.Texts(element), getter);
    }

    /// A list of texts, each one of a few.
    public Field<T, List<String>> texts(
            String name, Function<? super T, ? extends @Nullable List<String>> getter, List<String> choices) {
        return add(name, new CompositeType.Texts(new ScalarType.OneOf(choices)), getter);
    }

    /// A list of texts, each of at most `maxLength` characters.
    public Field<T, List<String>> texts(
            String name, Function<? super T, ? extends @Nullable List<String>> getter, int maxLength) {
        Type<String> element = new ScalarType.Text(1, maxLength, null, null, UnaryOperator.identity());
        return add(name, new CompositeType.Texts(element), getter);
    }

    /// A list of texts, each of at most `maxLength` characters, that is checked or brought into a form as it enters.
    ///
    /// @param entry the list as it is kept; throws a `bad_request` if it is not acceptable
    public Field<T, List<String>> texts(
            String name,
            Function<? super T, ? extends @Nullable List<String>> getter,
            int maxLength,
            UnaryOperator<List<String>> entry) {
        Type<String> element = new ScalarType.Text(1, maxLength, null, null, UnaryOperator.identity());
        return add(name, new CompositeType.Texts(element, 0, Integer.MAX_VALUE, entry, null), getter);
    }

    /// A list of labels, which the OpenAPI document describes in one place.
    ///
    /// @param component the name of the labels' schema in the OpenAPI document
    /// @param entry the list as it is kept; throws a `bad_request` if it is not acceptable
    public Field<T, List<String>> labels(
            String name,
            Function<? super T, ? extends @Nullable List<String>> getter,
            String component,
            UnaryOperator<List<String>> entry) {
        Type<String> element = new ScalarType.Text(0, MAX_LABEL, null, null, UnaryOperator.identity());
        return add(name, new CompositeType.Texts(element, 0, Integer.MAX_VALUE, entry, component), getter);
    }

    /// A list of objects of one schema.
    public <E> Field<T, List<E>> list(
            String name, Function<? super T, ? extends @Nullable List<E>> getter, Schema<E> element) {
        return add(name, new CompositeType.Items<>(element, Integer.MAX_VALUE), getter);
    }

    /// An object of a schema of its own.
    public <E> Field<T, E> object(String name, Function<? super T, ? extends @Nullable E> getter, Schema<E> schema) {
        return add(name, new CompositeType.Nested<>(schema, false), getter);
    }

    /// An object of a schema of its own, whose fields a PATCH changes one by one.
    public <E> Field<T, E> group(String name, Function<? super T, ? extends @Nullable E> getter, Schema<E> schema) {
        return add(name, new CompositeType.Nested<>(schema, true), getter);
    }

    /// A JSON object that another part of the service has built; no request is asked for it.
    ///
    /// @param component the name of its schema in the OpenAPI document
    public Field<T, Map<String, @Nullable Object>> json(
            String name,
            Function<? super T, ? extends @Nullable Map<String, @Nullable Object>> getter,
            String component) {
        return this.<Map<String, @Nullable Object>>add(name, new CompositeType.Json(component), getter)
                .readOnly();
    }

    /// A JSON object with any fields, as the request sends it.
    public Field<T, Map<String, @Nullable Object>> freeObject(
            String name, Function<? super T, ? extends @Nullable Map<String, @Nullable Object>> getter) {
        return add(name, new CompositeType.Free(), getter);
    }

    List<Field<T, ?>> fields() {
        return List.copyOf(fields);
    }

    private <V> Field<T, V> add(String name, Type<?> type, Function<? super T, ? extends @Nullable Object> getter) {
        Field<T, V> field = new Field<>(fields.size(), name, type, getter);
        field.sparse = sparse;
        fields.add(field);
        return field;
    }
}
