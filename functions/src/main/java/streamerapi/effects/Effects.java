package streamerapi.effects;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/// Carries effects out, until their outcome is known: eight times at most (contract "Ingest").
///
/// The process that commits an effect holds its lease from the start if its caller waits for the result. Any other
/// effect, and one whose process died, is carried out by the effects' queue. Only a process with the lease asks.
public final class Effects {

    /// The longest delay that the queue counts. A longer one is found by the schedule that runs every two minutes.
    static final Duration MAX_QUEUED_DELAY = Duration.ofMinutes(1);

    private final Table table;
    private final EffectTransport transport;
    private final DelayQueue queue;
    private final RetrySchedule retries;
    private final InstantSource clock;

    public Effects(
            Table table, EffectTransport transport, DelayQueue queue, RetrySchedule retries, InstantSource clock) {
        this.table = table;
        this.transport = transport;
        this.queue = queue;
        this.retries = retries;
        this.clock = clock;
    }

    /// An account's effect about this subject whose outcome is unknown; null if there is none.
    public @Nullable EffectRow find(String tenantId, String subject) {
        Row row = table.get(EffectKeys.effect(tenantId, subject));
        return row == null ? null : new EffectRow(row);
    }

    /// Carries out, once it is committed, an effect whose caller waits for the result.
    ///
    /// @param settle decides about the result
    public <T> Outcome.Continuation<T> awaited(
            String tenantId, Effect effect, Function<EffectResult, Outcome<T>> settle) {
        return awaited(tenantId, effect, 1, settle);
    }

    /// Carries out an effect that was committed before and is between two attempts, if it is still so when this is
    /// committed.
    ///
    /// @param waiting the effect, as it waits
    /// @param value the answer if the process dies
    public <T> Outcome<T> joined(EffectRow waiting, T value, Function<EffectResult, Outcome<T>> settle) {
        return Outcome.of(value)
                .writing(waiting.attempt(clock.instant()))
                .then(awaited(waiting.tenantId(), waiting.effect(), waiting.attempts() + 1, settle));
    }

    private <T> Outcome.Continuation<T> awaited(
            String tenantId, Effect effect, int attempt, Function<EffectResult, Outcome<T>> settle) {
        return () -> {
            EffectResult result = lastOf(attempt, transport.carryOut(tenantId, effect));
            return () -> {
                Outcome<T> settled = settle.apply(result);
                return settled.then(() -> {
                    note(tenantId, effect, attempt, result);
                    return () -> Outcome.of(settled.value());
                });
            };
        };
    }

    /// An unknown result, if the attempt was the last one, as one that stays so.
    EffectResult lastOf(int attempt, EffectResult result) {
        return result instanceof EffectResult.Unknown unknown && retries.after(attempt, 0) == null
                ? new EffectResult.GivenUp(unknown.reason())
                : result;
    }

    /// Asks the party for an effect whose lease the caller has.
    EffectResult ask(String tenantId, Effect effect, int attempt) {
        return lastOf(attempt, transport.carryOut(tenantId, effect));
    }

    /// Ends an effect whose outcome was decided, or puts it off. One that was done is left to its message, which comes
    /// when the lease of the first attempt ends and finds nothing more to do.
    private void note(String tenantId, Effect effect, int attempt, EffectResult result) {
        switch (result) {
            case EffectResult.Done done -> {}
            case EffectResult.Refused refused -> end(tenantId, effect, attempt);
            case EffectResult.GivenUp givenUp -> end(tenantId, effect, attempt);
            case EffectResult.Unknown unknown -> putOff(tenantId, effect, attempt, unknown.retryAfter());
        }
    }

    private void end(String tenantId, Effect effect, int attempt) {
        try {
            table.write(List.of(EffectRow.ended(key(tenantId, effect), attempt).orElse(row -> new Overtaken())));
        } catch (Overtaken overtaken) {
            // The process that has taken the effect over decides about its own result.
        }
    }

    /// Ends an effect that is not needed any more.
    void end(String tenantId, Effect effect) {
        table.write(List.of(Write.delete(key(tenantId, effect))));
    }

    /// Ends an effect with the change that its result leads to, so that the result is decided once.
    ///
    /// @param attempt the one that had the result
    /// @throws Overtaken when committed, if another process has taken the effect over since
    Outcome<?> ended(String tenantId, Effect effect, int attempt, Outcome<?> settled) {
        return settled.writing(EffectRow.ended(key(tenantId, effect), attempt).orElse(row -> new Overtaken()));
    }

    /// Puts an effect off until its next attempt. The message is sent first: one that comes for an effect that was not
    /// put off finds its lease, and waits until that has ended.
    ///
    /// @param attempt how many times it was tried
    /// @param wish how long the party asks to be left alone, or null
    void putOff(String tenantId, Effect effect, int attempt, @Nullable Duration wish) {
        Duration pause = java.util.Objects.requireNonNull(retries.after(attempt, 0));
        Duration delay = wish != null && wish.compareTo(pause) > 0 ? wish : pause;
        Instant due = clock.instant().plus(delay);
        if (delay.compareTo(MAX_QUEUED_DELAY) <= 0) {
            queue.send(EffectMessage.of(tenantId, effect.subject(), due), due, EffectMessage.group(tenantId, effect));
        }
        table.update(EffectRow.putOff(key(tenantId, effect), attempt, due));
    }

    private static Key key(String tenantId, Effect effect) {
        return EffectKeys.effect(tenantId, effect.subject());
    }
}
