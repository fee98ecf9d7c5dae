package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What was decided, and not yet done: the value to answer with, the rows to write, the events to announce.
///
/// Deciding only reads, so it may run beside the check of the credential, be thrown away, or be done again. [Outbox]
/// carries it out, whole or not at all.
///
/// @param value what the caller will be told, once the change is made
/// @param writes the rows that change
/// @param events what the change is called, for all who listen
/// @param oneUpdate the same change as the update of one row alone, if it can be made so
public record Outcome<T>(
        T value,
        List<Write> writes,
        List<Event> events,
        @Nullable OneUpdate<T> oneUpdate) {

    /// A change as the update of one row, on conditions that hold whatever the row has become since it was read: many
    /// of them at once all succeed. It stands for the writes as long as nothing else is to be changed with them.
    ///
    /// @param write the update
    /// @param told what the caller will be told, of the row as it is after the update
    public record OneUpdate<T>(Write write, Function<? super Row, ? extends T> told) {}

    /// An answer that changes nothing.
    public static <T> Outcome<T> of(T value) {
        return new Outcome<>(value, List.of(), List.of(), null);
    }

    /// The same, with more rows written.
    public Outcome<T> writing(Write... more) {
        return new Outcome<>(value, joined(writes, List.of(more)), events, more.length == 0 ? oneUpdate : null);
    }

    /// The same, with one more event.
    public Outcome<T> emitting(Event event) {
        return new Outcome<>(value, writes, joined(events, List.of(event)), event.kept() == null ? null : oneUpdate);
    }

    /// The same, whose events say that they are of a test.
    public Outcome<T> ofTest() {
        return new Outcome<>(value, writes, events.stream().map(Event::ofTest).toList(), oneUpdate);
    }

    /// The same, which can be made by one update too, if nothing is added to it.
    public Outcome<T> orBy(OneUpdate<T> update) {
        return new Outcome<>(value, writes, events, update);
    }

    /// This change and another one, as one; the value stays this one's.
    public Outcome<T> and(Outcome<?> other) {
        boolean isAlone = other.writes.isEmpty() && other.events.isEmpty();
        return new Outcome<>(
                value, joined(writes, other.writes), joined(events, other.events), isAlone ? oneUpdate : null);
    }

    /// The same change, told differently.
    public <R> Outcome<R> map(Function<? super T, ? extends R> as) {
        OneUpdate<R> update =
                oneUpdate == null ? null : new OneUpdate<>(oneUpdate.write, row -> as.apply(oneUpdate.told.apply(row)));
        return new Outcome<>(as.apply(value), writes, events, update);
    }

    private static <E> List<E> joined(List<E> first, List<E> second) {
        List<E> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
