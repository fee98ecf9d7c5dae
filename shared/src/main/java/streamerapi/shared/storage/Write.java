package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// One row's part of a change: what happens to it, on which condition, and what it means if the condition fails.
public final class Write {

    /// The kind of a change to a row.
    public enum Kind {
        /// It is written whole.
        PUT,
        /// Some of its attributes change; a row that is not there comes to be.
        UPDATE,
        /// It is removed.
        DELETE,
        /// Nothing changes: the row is only checked.
        CHECK
    }

    /// The meaning of a failed condition: the exception to throw, given the row as it stands (null: there is none).
    @FunctionalInterface
    public interface Refusal {
        RuntimeException because(@Nullable Row current);
    }

    private final Kind kind;
    private final Key key;
    private final Map<String, Object> set = new LinkedHashMap<>();
    private final Map<String, Object> setIfAbsent = new LinkedHashMap<>();
    private final Map<String, Long> add = new LinkedHashMap<>();
    private final Set<String> remove = new LinkedHashSet<>();
    private Condition condition = Condition.NONE;
    private @Nullable Predicate<Row> mark;
    private Refusal refusal = current -> new WriteConflict("a row is not what it was when it was read");

    private Write(Kind kind, Key key) {
        this.kind = kind;
        this.key = key;
    }

    /// Writes the row whole, in the place of what was there.
    public static Write put(Row row) {
        Write write = new Write(Kind.PUT, row.key());
        write.set.putAll(row.attributes());
        return write;
    }

    /// Changes some attributes of a row.
    public static Write update(Key key) {
        return new Write(Kind.UPDATE, key);
    }

    /// Removes a row.
    public static Write delete(Key key) {
        return new Write(Kind.DELETE, key);
    }

    /// Changes nothing: holds the change to a condition on another row.
    public static Write check(Key key) {
        return new Write(Kind.CHECK, key);
    }

    /// Sets an attribute; null removes it.
    public <T> Write set(Attribute<T> attribute, @Nullable T value) {
        return set(attribute.name(), value == null ? null : attribute.stored(value));
    }

    /// Sets an attribute to a value that no other write has. So a row that has it was written by this one: its answer
    /// was lost, and it was made again.
    public <T> Write marked(Attribute<T> attribute, T value) {
        mark = row -> value.equals(row.find(attribute));
        return set(attribute, value);
    }

    /// Sets a number.
    public Write set(Attribute.Whole attribute, long value) {
        return set(attribute, (Long) value);
    }

    private Write set(String attribute, @Nullable Object value) {
        if (value == null) {
            remove.add(attribute);
        } else {
            set.put(attribute, value);
        }
        return this;
    }

    /// Makes of a row's attributes those of another: only what differs is written.
    public Write change(Row before, Row after) {
        Set<String> names = new LinkedHashSet<>(before.attributes().keySet());
        names.addAll(after.attributes().keySet());
        for (String attribute : names) {
            Object value = after.attributes().get(attribute);
            if (!Objects.equals(before.attributes().get(attribute), value)) {
                set(attribute, value);
            }
        }
        return this;
    }

    /// Sets all attributes that a row has.
    public Write setAll(Row row) {
        set.putAll(row.attributes());
        return this;
    }

    /// Sets an attribute that is not there yet.
    public <T> Write setIfAbsent(Attribute<T> attribute, T value) {
        setIfAbsent.put(attribute.name(), attribute.stored(value));
        return this;
    }

    /// Adds to a number; one that is not there counts as 0.
    public Write add(Attribute.Whole attribute, long amount) {
        add.put(attribute.name(), amount);
        return this;
    }

    /// Removes an attribute.
    public Write remove(Attribute<?> attribute) {
        remove.add(attribute.name());
        return this;
    }

    /// Writes only if the condition holds.
    public Write when(Condition condition) {
        this.condition = condition;
        return this;
    }

    /// Writes only if this holds too.
    public Write alsoWhen(Condition more) {
        this.condition = condition.equals(Condition.NONE) ? more : Condition.all(condition, more);
        return this;
    }

    /// Writes only if this holds too.
    ///
    /// @param why the exception to throw if it is this that fails; null if it is what had to hold before
    public Write alsoWhen(Condition more, Function<@Nullable Row, @Nullable RuntimeException> why) {
        Refusal before = refusal;
        return alsoWhen(more)
                .orElse(current -> Objects.requireNonNullElseGet(why.apply(current), () -> before.because(current)));
    }

    /// The exception to throw if the condition fails. Without it the caller reads and decides again.
    public Write orElse(Refusal refusal) {
        this.refusal = refusal;
        return this;
    }

    public Kind kind() {
        return kind;
    }

    public Key key() {
        return key;
    }

    Map<String, Object> sets() {
        return set;
    }

    Map<String, Object> setsIfAbsent() {
        return setIfAbsent;
    }

    Map<String, Long> adds() {
        return add;
    }

    Set<String> removes() {
        return remove;
    }

    Condition condition() {
        return condition;
    }

    /// Whether a row as it stands tells that this was written.
    boolean isWrittenIn(@Nullable Row current) {
        return mark != null && current != null && mark.test(current);
    }

    RuntimeException refused(@Nullable Row current) {
        return refusal.because(current);
    }
}
