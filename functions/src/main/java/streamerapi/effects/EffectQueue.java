package streamerapi.effects;

import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// Carries out the effects that messages of the queue name. A message that comes twice, late, or for an effect that
/// has ended does no harm.
public final class EffectQueue {

    private final Table table;
    private final Outbox outbox;
    private final Effects effects;
    private final DelayQueue queue;
    private final InstantSource clock;
    private final Map<EffectAction, EffectHandler> handlers = new EnumMap<>(EffectAction.class);

    /// @param handlers the decisions about each action's results
    public EffectQueue(
            Table table,
            Outbox outbox,
            Effects effects,
            DelayQueue queue,
            InstantSource clock,
            Map<EffectAction, EffectHandler> handlers) {
        this.table = table;
        this.outbox = outbox;
        this.effects = effects;
        this.queue = queue;
        this.clock = clock;
        this.handlers.putAll(handlers);
    }

    /// Carries out the effect that a message names, if it is due and its lease is free.
    public void carryOut(EffectMessage message) {
        String tenantId = message.tenantId();
        EffectRow row = effects.find(tenantId, message.subject());
        if (row == null) {
            return;
        }
        Instant now = clock.instant();
        Effect effect = row.effect();
        if (freeAt(row).isAfter(now)) {
            sendAgain(row, now);
        } else if (!handler(effect).isOpen(tenantId, effect)) {
            effects.end(tenantId, effect);
        } else {
            begin(row, now);
        }
    }

    /// Begins an attempt. If the row refuses that, another process has begun one, or this one has, and the answer was
    /// lost: the message comes again when the lease ends.
    private void begin(EffectRow row, Instant now) {
        Table.Updated begun = table.update(row.attempt(now));
        Row current = begun.row();
        if (begun.done()) {
            attempt(row.tenantId(), row.effect(), row.attempts() + 1);
        } else if (current != null) {
            sendAgain(new EffectRow(current), now);
        }
    }

    /// Sends a message that comes when the effect is due and its lease free, unless the schedule finds it.
    private void sendAgain(EffectRow row, Instant now) {
        Instant free = freeAt(row);
        if (!free.isAfter(now.plus(Effects.MAX_QUEUED_DELAY))) {
            queue.send(
                    EffectMessage.of(row.tenantId(), row.effect().subject(), free),
                    free,
                    EffectMessage.group(row.tenantId(), row.effect()));
        }
    }

    /// The time at which the effect is due and no process has its lease. An effect that is put off for longer than the
    /// queue's longest delay is found by the schedule.
    private static Instant freeAt(EffectRow row) {
        Instant leased = Objects.requireNonNullElse(row.leasedUntil(), Instant.MIN);
        Instant due = Objects.requireNonNullElse(row.due(), Instant.MIN);
        return leased.isAfter(due) ? leased : due;
    }

    private void attempt(String tenantId, Effect effect, int attempt) {
        EffectResult result = effects.ask(tenantId, effect, attempt);
        if (result instanceof EffectResult.Unknown unknown) {
            outbox.commit(tenantId, null, () -> handler(effect).settle(tenantId, effect, result));
            effects.putOff(tenantId, effect, attempt, unknown.retryAfter());
        } else {
            end(tenantId, effect, attempt, result);
        }
    }

    private void end(String tenantId, Effect effect, int attempt, EffectResult result) {
        try {
            outbox.commit(
                    tenantId,
                    null,
                    () -> effects.ended(
                            tenantId, effect, attempt, handler(effect).settle(tenantId, effect, result)));
        } catch (Overtaken overtaken) {
            // The process that has taken the effect over asks for it by the same id, and decides about its own result.
        }
    }

    private EffectHandler handler(Effect effect) {
        return Objects.requireNonNull(handlers.get(effect.action()), effect.id());
    }
}
