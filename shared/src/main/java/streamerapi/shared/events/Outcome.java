package streamerapi.shared.events;

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
public record Outcome<T>(T value, List<Write> writes, List<Event> events) {

    /// An answer that changes nothing.
    public static <T> Outcome<T> of(T value) {
        return new Outcome<>(value, List.of(), List.of());
    }

    /// The same, with more rows written.
    public Outcome<T> writing(Write... more) {
        return new Outcome<>(value, joined(writes, List.of(more)), events);
    }

    /// The same, with one more event.
    public Outcome<T> emitting(Event event) {
        return new Outcome<>(value, writes, joined(events, List.of(event)));
    }

    /// The same, whose events say that they are of a test.
    public Outcome<T> ofTest() {
        return new Outcome<>(value, writes, events.stream().map(Event::ofTest).toList());
    }

    /// This change and another one, as one; the value stays this one's.
    public Outcome<T> and(Outcome<?> other) {
        return new Outcome<>(value, joined(writes, other.writes), joined(events, other.events));
    }

    /// The same change, told differently.
    public <R> Outcome<R> map(Function<? super T, ? extends R> as) {
        return new Outcome<>(as.apply(value), writes, events);
    }

    private static <E> List<E> joined(List<E> first, List<E> second) {
        List<E> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
