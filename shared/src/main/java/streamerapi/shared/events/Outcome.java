package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// A decision that is not yet carried out: the value to answer with, the rows to write, the events to announce, and
/// what to ask of platforms and payment processors.
///
/// A decision changes nothing, so it may be thrown away, or made again. [Outbox] carries it out, whole or not at all.
///
/// @param value what the caller will be told, once the change is made
/// @param writes the rows that change
/// @param events what the change is called, for all who listen
/// @param effects what is asked of others because of the change, each a row of the same transaction
/// @param tenantId the account that it changes, if no credential says so: for a signed message; else null
/// @param actor the cause of the change, if that is not the sender of the request; else null
/// @param then what follows the commit in the same process; null for nothing
public record Outcome<T>(
        T value,
        List<Write> writes,
        List<Event> events,
        List<Effect> effects,
        @Nullable String tenantId,
        @Nullable Actor actor,
        @Nullable Continuation<T> then) {

    /// The part of a request that follows a commit: it may call another service, which a decision must not. It runs at
    /// most once, and not at all if the process dies before it: what must happen in any case is an [Effect].
    @FunctionalInterface
    public interface Continuation<T> {

        /// Does what follows.
        ///
        /// @return decides about the result; it only reads, and may run more than once
        Supplier<Outcome<T>> run();
    }

    /// An answer that changes nothing.
    public static <T> Outcome<T> of(T value) {
        return new Outcome<>(value, List.of(), List.of(), List.of(), null, null, null);
    }

    /// A decision without a value. It changes nothing as long as no rows, events or effects are added.
    public static Outcome<?> empty() {
        return of(Optional.empty());
    }

    /// This change, with more rows written.
    public Outcome<T> writing(Write... more) {
        return writing(List.of(more));
    }

    /// This change, with more rows written.
    public Outcome<T> writing(List<Write> more) {
        return new Outcome<>(value, joined(writes, more), events, effects, tenantId, actor, then);
    }

    /// This change, with a row written whose refusal takes precedence over those of the others.
    public Outcome<T> writingFirst(Write first) {
        return new Outcome<>(value, joined(List.of(first), writes), events, effects, tenantId, actor, then);
    }

    /// This change, with one more event.
    public Outcome<T> emitting(Event event) {
        return new Outcome<>(value, writes, joined(events, List.of(event)), effects, tenantId, actor, then);
    }

    /// This change, with one more event.
    ///
    /// @param data what happened
    public <D> Outcome<T> emitting(EventSchema<D> event, D data) {
        return emitting(event.event(data));
    }

    /// This change, with one more event before the others.
    ///
    /// @param data what happened
    public <D> Outcome<T> emittingFirst(EventSchema<D> event, D data) {
        return new Outcome<>(value, writes, joined(List.of(event.event(data)), events), effects, tenantId, actor, then);
    }

    /// This change, with one more effect at a platform or processor.
    public Outcome<T> asking(Effect effect) {
        return new Outcome<>(value, writes, events, joined(effects, List.of(effect)), tenantId, actor, then);
    }

    /// This change, in this account: for a decision that is made without a credential.
    public Outcome<T> in(String tenant) {
        return new Outcome<>(value, writes, events, effects, tenant, actor, then);
    }

    /// This change, caused by this actor; null for the sender of the request, or the system if there is none.
    public Outcome<T> by(@Nullable Actor other) {
        return new Outcome<>(value, writes, events, effects, tenantId, other, then);
    }

    /// This change, with more to do in this process once it is committed. The continuation's value takes the place of
    /// this one.
    public Outcome<T> then(Continuation<T> next) {
        return new Outcome<>(value, writes, events, effects, tenantId, actor, next);
    }

    /// This change, with its events marked as those of a test if they are.
    public Outcome<T> ofTest(boolean isTest) {
        return isTest
                ? new Outcome<>(
                        value, writes, events.stream().map(Event::ofTest).toList(), effects, tenantId, actor, then)
                : this;
    }

    /// This change and another one, as one; the value and what follows stay this one's.
    public Outcome<T> and(Outcome<?> other) {
        return new Outcome<>(
                value,
                joined(writes, other.writes),
                joined(events, other.events),
                joined(effects, other.effects),
                tenantId == null ? other.tenantId : tenantId,
                actor == null ? other.actor : actor,
                followed(then, other));
    }

    private @Nullable Continuation<T> followed(@Nullable Continuation<T> first, Outcome<?> other) {
        if (first != null && other.then != null) {
            throw new IllegalArgumentException("A change is followed by one continuation");
        }
        return first != null || other.then == null ? first : mapped(other.then, ignored -> value);
    }

    /// This change, with another value.
    Outcome<T> told(T other) {
        return new Outcome<>(other, writes, events, effects, tenantId, actor, then);
    }

    /// This change, with its value mapped.
    public <R> Outcome<R> map(Function<? super T, ? extends R> as) {
        return new Outcome<>(
                as.apply(value), writes, events, effects, tenantId, actor, then == null ? null : mapped(then, as));
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
