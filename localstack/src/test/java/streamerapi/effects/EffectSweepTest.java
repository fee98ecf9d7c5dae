package streamerapi.effects;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestClock;
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
import streamerapi.webhooks.SentMessages;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// An effect that this version cannot carry out keeps those of no other account waiting.
@NullMarked
class EffectSweepTest {

    private static final String NEWER = "ten_0newernewerne";
    private static final String OTHER = "ten_0otherotherot";

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private final EffectSweep sweep =
            new EffectSweep(table, sent.services(clock).work(), clock);

    @Test
    void anEffectThatALaterVersionAskedForKeepsNoOtherFromBeingSent() throws IOException {
        putOff(OTHER, Duration.ofSeconds(10));
        putOff(NEWER, Duration.ofSeconds(60));
        table.update(Write.update(EffectKeys.effect(NEWER, "tip:1")).set(Attribute.text("action"), "wrap_as_a_gift"));

        assertThat(sweep.announce()).isEqualTo(2);

        assertThat(sent.take().stream().map(EffectSweepTest::account)).containsExactlyInAnyOrder(OTHER, NEWER);
    }

    private static String account(JsonNode message) {
        return message.path(EffectMessage.TASK).path("tenant_id").asText();
    }

    private void putOff(String tenantId, Duration delay) {
        Effect effect = new Effect("tip:1", EffectAction.CAPTURE, Connector.CARD_PROCESSOR, Map.of());
        table.write(List.of(EffectRow.asked(tenantId, effect, clock.instant())));
        Key key = EffectKeys.effect(tenantId, "tip:1");
        table.update(new EffectRow(Objects.requireNonNull(table.get(key))).attempt(clock.instant()));
        table.update(EffectRow.putOff(key, 1, clock.instant().plus(delay)));
    }
}
