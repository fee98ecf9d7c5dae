package streamerapi.queues;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.media.MediaItem;
import streamerapi.service.TestClock;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.tts.Tip;
import streamerapi.webhooks.SentMessages;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// Each account's partition is measured, though that of another one cannot be.
@NullMarked
class ArchiverTest {

    private static final String UNREADABLE = "ten_0";
    private static final String LARGE = "ten_1";

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over((operation, body) -> {
        if (operation.equals("UpdateItem") && new String(body, StandardCharsets.UTF_8).contains("A#" + UNREADABLE)) {
            throw new IOException("the table does not answer");
        }
        return memory.once(operation, body);
    });

    @Test
    void anAccountThatCannotBeMeasuredKeepsNoOtherFromBeingArchived() throws IOException {
        for (String tenantId : List.of(UNREADABLE, LARGE)) {
            table.write(List.of(Write.put(Row.of(Keys.listed(tenantId))), Write.put(Row.of(Keys.profile(tenantId)))));
        }
        Archiver archiver = new Archiver(
                table,
                sent.services(clock).work(),
                clock,
                BigDecimal.ZERO,
                1,
                List.of(Tip.INDEX, MediaItem.INDEX),
                Tip.INDEX,
                "tip_",
                List.of());

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(archiver::begin);

        assertThat(sent.take())
                .singleElement()
                .satisfies(message -> assertThat(
                                message.path(Archiver.TASK).path("tenant_id").asText())
                        .isEqualTo(LARGE));
    }
}
