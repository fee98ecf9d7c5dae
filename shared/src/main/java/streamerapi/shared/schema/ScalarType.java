package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The types of single values.
sealed interface ScalarType<V> extends Type<V> {

    /// A text of `min` to `max` characters (code points), read by `entry` after its form was checked.
    record Text(
            int min,
            int max,
            @Nullable Pattern pattern,
            @Nullable String form,
            UnaryOperator<String> entry) implements ScalarType<String> {

        /// This text, of a form.
        Text matching(Pattern whole, String told) {
            return new Text(min, max, whole, told, entry);
        }

        @Override
        public @Nullable String read(Body body, String name) {
            String text = min > 0 ? body.labelOrNull(name, min, max) : body.textOrNull(name, max);
            if (text == null) {
                return null;
            }
            if (pattern != null && !pattern.matcher(text).matches()) {
                throw body.refused(name, "must " + Objects.requireNonNull(form));
            }
            return entry.apply(text);
        }

        @Override
        public String loaded(Object stored) {
            return (String) stored;
        }

        @Override
        public Map<String, Object> described() {
            Map<String, Object> description = Type.description("type", "string");
            if (min > 0) {
                description.put("minLength", min);
            }
            if (max < Integer.MAX_VALUE) {
                description.put("maxLength", max);
            }
            if (pattern != null && !pattern.pattern().contains("\\p")) {
                description.put("pattern", "^" + pattern.pattern() + "$");
            }
            return description;
        }

        @Override
        public Object sample() {
            return "text";
        }
    }

    /// A text that viewers wrote, of `min` to `max` characters as it is kept: without bidirectional controls.
    record ViewerText(int min, int max) implements ScalarType<String> {

        @Override
        public @Nullable String read(Body body, String name) {
            String text = body.viewerTextOrNull(name, max);
            return text == null || min == 0 ? text : body.viewerText(name, min, max);
        }

        @Override
        public String loaded(Object stored) {
            return (String) stored;
        }

        @Override
        public Map<String, Object> described() {
            Map<String, Object> description = Type.description("type", "string");
            if (min > 0) {
                description.put("minLength", min);
                description.put("pattern", "\\S");
            }
            description.put("maxLength", max);
            return description;
        }

        @Override
        public Object sample() {
            return "text";
        }
    }

    /// One of a few texts.
    record OneOf(List<String> choices) implements ScalarType<String> {

        @Override
        public @Nullable String read(Body body, String name) {
            return body.oneOfOrNull(name, choices);
        }

        @Override
        public String loaded(Object stored) {
            return (String) stored;
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("type", "string", "enum", choices);
        }

        @Override
        public Object sample() {
            return choices.getFirst();
        }
    }

    /// A constant of an enumeration. `unknown` stands for one that a later version has stored; null refuses it.
    record Choice<E extends Enum<E> & Labelled>(
            List<E> constants, @Nullable E unknown) implements ScalarType<E> {

        @Override
        public @Nullable E read(Body body, String name) {
            String label = body.oneOfOrNull(name, labels());
            return label == null ? null : loaded(label);
        }

        @Override
        public Object json(E value) {
            return value.label();
        }

        @Override
        public E loaded(Object stored) {
            E constant = Labelled.find(constants, stored);
            return Objects.requireNonNull(constant == null ? unknown : constant, () -> "No constant " + stored);
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("type", "string", "enum", labels());
        }

        private List<String> labels() {
            return Labelled.labels(constants);
        }

        @Override
        public Object sample() {
            return constants.getFirst().label();
        }
    }

    /// A whole number from `min` to `max`.
    record Whole(long min, long max) implements ScalarType<Long> {

        @Override
        public @Nullable Long read(Body body, String name) {
            return body.wholeNumberOrNull(name, min, max);
        }

        @Override
        public Long loaded(Object stored) {
            return ((Number) stored).longValue();
        }

        @Override
        public Map<String, Object> described() {
            Map<String, Object> description = Type.description("type", "integer");
            if (min > Long.MIN_VALUE) {
                description.put("minimum", min);
            }
            if (max < Long.MAX_VALUE) {
                description.put("maximum", max);
            }
            return description;
        }

        @Override
        public Object sample() {
            return Math.max(min, 1);
        }
    }

    /// A whole number that fits an `int`.
    record Int32(Whole whole) implements ScalarType<Integer> {

        @Override
        public @Nullable Integer read(Body body, String name) {
            Long number = whole.read(body, name);
            return number == null ? null : number.intValue();
        }

        @Override
        public Integer loaded(Object stored) {
            return ((Number) stored).intValue();
        }

        @Override
        public Map<String, Object> described() {
            return whole.described();
        }

        @Override
        public Object sample() {
            return whole.sample();
        }
    }

    /// A number from `min` to `max` with at most so many decimals, exact: an amount of money, or a percentage.
    record Decimal(long min, long max, int decimals) implements ScalarType<BigDecimal> {

        @Override
        public @Nullable BigDecimal read(Body body, String name) {
            return body.decimalOrNull(name, this);
        }

        @Override
        public BigDecimal loaded(Object stored) {
            return (BigDecimal) stored;
        }

        @Override
        public Map<String, Object> described() {
            Map<String, Object> description = Type.description("type", "number", "minimum", min);
            if (max < Long.MAX_VALUE) {
                description.put("maximum", max);
            }
            if (decimals == Numbers.MONEY_SCALE) {
                description.put("multipleOf", BigDecimal.ONE.movePointLeft(decimals));
            }
            return description;
        }

        @Override
        public Object sample() {
            return Math.max(min, 1);
        }
    }

    /// True or false.
    record Flag() implements ScalarType<Boolean> {

        @Override
        public @Nullable Boolean read(Body body, String name) {
            return body.flagOrNull(name);
        }

        @Override
        public Boolean loaded(Object stored) {
            return (Boolean) stored;
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("type", "boolean");
        }

        @Override
        public Object sample() {
            return true;
        }
    }

    /// A moment: ISO 8601 in JSON, epoch milliseconds in the table.
    record Time() implements ScalarType<Instant> {

        @Override
        public @Nullable Instant read(Body body, String name) {
            return body.instantOrNull(name);
        }

        @Override
        public Object stored(Instant value) {
            return value.toEpochMilli();
        }

        @Override
        public Instant loaded(Object stored) {
            return Instant.ofEpochMilli(((Number) stored).longValue());
        }

        @Override
        public Map<String, Object> described() {
            return Type.description("$ref", Schema.ref("Time"));
        }

        @Override
        public Object sample() {
            return "2026-09-12T18:21:04.456Z";
        }
    }
}
