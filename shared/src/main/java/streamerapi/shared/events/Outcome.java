package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// A decision that is not yet carried out: the value to answer with, the rows to write, the events to announce.
///
/// A decision changes nothing, so it may be thrown away, or made again. [Outbox] carries it out, whole or not at all.
///
/// @param value what the caller will be told, once the change is made
/// @param writes the rows that change
/// @param events what the change is called, for all who listen
/// @param tenantId the account that it changes, if no credential says so: for a signed message; else null
/// @param actor the cause of the change, if that is not the sender of the request; else null
/// @param then what follows the commit in the same process; null for nothing
/// @param oneUpdate the same change as the update of one row alone, if it can be made so
public record Outcome<T>(
        T value,
        List<Write> writes,
        List<Event> events,
        @Nullable String tenantId,
        @Nullable Actor actor,
        @Nullable Continuation<T> then,
        @Nullable OneUpdate<T> oneUpdate) {

    /// A change as the update of one row, on conditions that hold whatever the row has become since it was read: many
    /// of them at once all succeed. It stands for the writes as long as nothing else is to be changed with them.
    ///
    /// @param write the update
    /// @param told what the caller will be told, of the row as it is after the update
    public record OneUpdate<T>(Write write, Function<? super Row, ? extends T> told) {}

    /// The part of a request that follows a commit: it may call another service, which a decision must not. It runs at
    /// most once, and not at all if the process dies before it.
    @FunctionalInterface
    public interface Continuation<T> {

        /// Does what follows.
        ///
        /// @return decides about the result; it only reads, and may run more than once
        Supplier<Outcome<T>> run();
    }

    /// An answer that changes nothing.
    public static <T> Outcome<T> of(T value) {
        return new Outcome<>(value, List.of(), List.of(), null, null, null, null);
    }

    /// The same, with more rows written.
    public Outcome<T> writing(Write... more) {
        return new Outcome<>(
                value,
                joined(writes, List.of(more)),
                events,
                tenantId,
                actor,
                then,
                more.length == 0 ? oneUpdate : null);
    }

    /// The same, with one more event.
    public Outcome<T> emitting(Event event) {
        return new Outcome<>(
                value,
                writes,
                joined(events, List.of(event)),
                tenantId,
                actor,
                then,
                event.kept() == null ? null : oneUpdate);
    }

    /// The same, in this account. It is said of a decision that is made without a credential.
    public Outcome<T> in(String tenant) {
        return new Outcome<>(value, writes, events, tenant, actor, then, oneUpdate);
    }

    /// The same, caused by this actor; null for the sender of the request, or the system if there is none.
    public Outcome<T> by(@Nullable Actor other) {
        return new Outcome<>(value, writes, events, tenantId, other, then, oneUpdate);
    }

    /// The same, with more to do in this process once the change is committed. Its value takes the place of this one.
    public Outcome<T> then(Continuation<T> next) {
        return new Outcome<>(value, writes, events, tenantId, actor, next, null);
    }

    /// The same, whose events say that they are of a test.
    public Outcome<T> ofTest() {
        return new Outcome<>(
                value, writes, events.stream().map(Event::ofTest).toList(), tenantId, actor, then, oneUpdate);
    }

    /// The same, which can be made by one update too, if nothing is added to it.
    public Outcome<T> orBy(OneUpdate<T> update) {
        return new Outcome<>(value, writes, events, tenantId, actor, then, update);
    }

    /// This change and another one, as one; the value and what follows stay this one's.
    public Outcome<T> and(Outcome<?> other) {
        boolean isAlone = other.writes.isEmpty() && other.events.isEmpty();
        return new Outcome<>(
                value,
                joined(writes, other.writes),
                joined(events, other.events),
                tenantId == null ? other.tenantId : tenantId,
                actor == null ? other.actor : actor,
                then,
                isAlone ? oneUpdate : null);
    }

    /// The same, of which the caller is told this.
    Outcome<T> told(T other) {
        return new Outcome<>(other, writes, events, tenantId, actor, then, null);
    }

    /// The same change, told differently.
    public <R> Outcome<R> map(Function<? super T, ? extends R> as) {
        OneUpdate<R> update =
                oneUpdate == null ? null : new OneUpdate<>(oneUpdate.write, row -> as.apply(oneUpdate.told.apply(row)));
        return new Outcome<>(
                as.apply(value), writes, events, tenantId, actor, then == null ? null : mapped(then, as), update);
    }

    private static <S, R> Continuation<R> mapped(Continuation<S> then, Function<? super S, ? extends R> as) {
        return () -> {
            Supplier<Outcome<S>> decide = then.run();
            return () -> decide.get().map(as);
        };
    }

    private static <E> List<E> joined(List<E> first, List<E> second) {
        List<E> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
