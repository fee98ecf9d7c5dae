package streamerapi.simulation.money;

import org.junit.jupiter.api.Test;
import streamerapi.effects.EffectMessage;
import streamerapi.effects.EffectQueue;
import streamerapi.effects.Effects;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.LostAnswer;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The lease of an effect whose process does not learn that it has it: the call to the table took effect, its answer
/// was lost, and the call that was made again met the row that the first one had changed.
class EffectLeaseTest {

    private static final String TENANT = PaymentWorld.TENANT;
    private static final Effect REFUND =
            new Effect("refund:tip_1", EffectAction.REFUND, Connector.CARD_PROCESSOR, Map.of("payment_id", "pay_1"));

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-03T10:00:00Z"));
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final List<String> asked = new ArrayList<>();

    @Test
    void anEffectIsCarriedOutWhenItsLeaseEndsIfTheAnswerThatGaveItWasLost() {
        Table table = TableService.over(
                new LostAnswer(new TableService(MemoryTable.ofInserts(row -> {})).transport(), "UpdateItem"));
        DelayQueue delays = queue.delayed();
        Effects effects = new Effects(
                table,
                (tenantId, effect) -> {
                    asked.add(effect.id());
                    return new EffectResult.Done(Map.of());
                },
                delays,
                RetrySchedule.of("5,120"),
                clock);
        EffectQueue carrier = new EffectQueue(
                table,
                new Outbox(table, new Ids(clock), clock),
                effects,
                delays,
                clock,
                Map.of(EffectAction.REFUND, (tenantId, effect, result) -> Outcome.empty()));
        table.write(List.of(EffectRow.asked(TENANT, REFUND, clock.instant())));
        EffectMessage message = new EffectMessage(TENANT, REFUND.subject());

        carrier.carryOut(message);
        assertThat(asked).isEmpty();
        assertThat(queue.messages()).hasSize(1).allSatisfy(again -> {
            assertThat(again.body()).contains(REFUND.subject());
            assertThat(again.visible()).isEqualTo(clock.instant().plus(EffectRow.LEASE));
        });

        clock.advance(EffectRow.LEASE.plus(Duration.ofSeconds(1)));
        carrier.carryOut(message);
        assertThat(asked).containsExactly(REFUND.id());
        assertThat(effects.find(TENANT, REFUND.subject())).isNull();
    }

    @Test
    void aProcessWhoseLeaseHasEndedDoesNotEndTheAttemptOfAnother() {
        Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
        DelayQueue delays = queue.delayed();
        Outbox outbox = new Outbox(table, new Ids(clock), clock);
        List<Effects> late = new ArrayList<>();
        Effects effects = new Effects(
                table,
                (tenantId, effect) -> {
                    if (late.isEmpty()) {
                        return new EffectResult.Refused("not now");
                    }
                    Effects first = late.removeFirst();
                    outbox.commit(
                            TENANT,
                            null,
                            () -> Outcome.of("").then(first.awaited(TENANT, REFUND, result -> Outcome.of(""))));
                    return new EffectResult.Done(Map.of());
                },
                delays,
                RetrySchedule.of("5,120"),
                clock);
        Key settled = Keys.counter(TENANT, "settled");
        EffectQueue carrier = new EffectQueue(
                table,
                outbox,
                effects,
                delays,
                clock,
                Map.of(
                        EffectAction.REFUND,
                        (tenantId, effect, result) -> Outcome.empty().writing(Write.put(Row.of(settled)))));
        table.write(List.of(EffectRow.asked(TENANT, REFUND, clock.instant())));
        assertThat(table.update(Objects.requireNonNull(effects.find(TENANT, REFUND.subject()))
                                .attempt(clock.instant()))
                        .done())
                .isTrue();
        clock.advance(EffectRow.LEASE.plus(Duration.ofSeconds(1)));
        late.add(effects);

        carrier.carryOut(new EffectMessage(TENANT, REFUND.subject()));
        assertThat(table.get(settled)).isNotNull();
        assertThat(effects.find(TENANT, REFUND.subject())).isNull();
    }
}
