package streamerapi.simulation.money;

import org.junit.jupiter.api.Test;
import streamerapi.effects.EffectSweep;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The schedules that find effects whose messages were lost, or whose delays are longer than the queue counts. A
/// deployment that has gone back finds effects that it does not know.
class EffectSweepTest {

    private static final String TENANT = PaymentWorld.TENANT;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-03T10:00:00Z"));
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private final EffectSweep sweep = new EffectSweep(table, queue.delayed(), clock);

    @Test
    void anEffectOfALaterVersionKeepsNoOtherFromBeingFound() {
        asked("refund:tip_1", Map.of());
        asked("refund:tip_2", Map.of("action", "payment.tomorrow", "connector", "gold_processor"));
        asked("refund:tip_3", Map.of());

        assertThat(sweep.announce()).isEqualTo(3);
        assertThat(queue.messages()).hasSize(3);
    }

    @Test
    void anEffectOfALaterVersionWhoseMessageWasLostKeepsNoOtherFromBeingFound() {
        table.write(List.of(EffectRow.asked(TENANT, refund("refund:tip_1"), clock.instant())));
        table.write(List.of(EffectRow.asked(TENANT, refund("refund:tip_2"), clock.instant())));
        table.write(List.of(Write.update(EffectKeys.effect(TENANT, "refund:tip_1"))
                .set(Attribute.text("action"), "payment.tomorrow")));
        clock.advance(Duration.ofHours(1));

        assertThat(sweep.sendLost()).isEqualTo(2);
        assertThat(queue.messages()).hasSize(2);
    }

    /// An effect that has been put off, with some of its row's texts changed.
    private void asked(String subject, Map<String, String> later) {
        Key key = EffectKeys.effect(TENANT, subject);
        table.write(List.of(EffectRow.asked(TENANT, refund(subject), clock.instant())));
        clock.advance(Duration.ofSeconds(1));
        table.write(List.of(
                Write.update(key).set(Table.PLACE, "E#" + clock.instant()).set(Attribute.whole("attempts"), 1)));
        later.forEach((name, value) -> table.write(List.of(Write.update(key).set(Attribute.text(name), value))));
    }

    private static Effect refund(String subject) {
        return new Effect(subject, EffectAction.REFUND, Connector.CARD_PROCESSOR, Map.of());
    }
}
