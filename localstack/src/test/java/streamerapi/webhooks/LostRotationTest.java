package streamerapi.webhooks;

import org.junit.jupiter.api.Test;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Attribute;
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
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The rotation of an endpoint's secret whose process does not learn that it is done: the call to the table took
/// effect, its answer was lost, and the call that was made again met the row that the first one had changed. It rotated
/// the secret once more, and the receiver's own no longer signed.
class LostRotationTest {

    private static final String TENANT = "ten_4t2z4sc3fk3v0";
    private static final Key ENDPOINT = Keys.endpoint(TENANT, "we_1");
    private static final Instant NOW = Instant.parse("2026-03-03T10:00:00Z");

    @Test
    void theOldSecretSignsForTheOverlapIfTheAnswerWasLost() {
        Table table = TableService.over(
                new LostAnswer(new TableService(MemoryTable.ofInserts(row -> {})).transport(), "UpdateItem"));
        InstantSource clock = InstantSource.system();
        Ids ids = new Ids(clock);
        WebhookEndpoints endpoints = new WebhookEndpoints(table, ids, clock);
        String old = Signature.newSecret();
        table.write(List.of(Write.put(Row.of(ENDPOINT)
                .with(Attribute.text("url"), "https://example.com/hook")
                .with(Attribute.texts("events"), List.of("*"))
                .with(Attribute.flag("is_active"), true)
                .with(WebhookEndpoint.SECRET, old)
                .with(WebhookEndpoint.CREATED_AT, NOW))));

        WebhookEndpoints.Issued issued = new Outbox(table, ids, clock)
                .commit(TENANT, null, () -> endpoints.rotateSecret(endpoints.get(TENANT, "we_1"), Duration.ofHours(1)));

        Row rotated = Objects.requireNonNull(table.get(ENDPOINT));
        assertThat(rotated.get(WebhookEndpoint.SECRET)).isEqualTo(issued.secret());
        assertThat(rotated.get(WebhookEndpoint.PREVIOUS_SECRET)).isEqualTo(old);
    }
}
