package streamerapi.simulation;

import org.junit.jupiter.api.Test;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;

/// The rotation of a connector's secret whose process does not learn that it is done: the call to the table took
/// effect, its answer was lost, and the call that was made again met the row that the first one had changed. It rotated
/// the secret once more, and the one that the connector signs with was good no longer.
class LostConnectorRotationTest {

    private static final String TENANT = "ten_4t2z4sc3fk3v0";

    @Test
    void theOldSecretIsGoodForTheOverlapIfTheAnswerWasLost() {
        Table table = TableService.over(
                new LostAnswer(new TableService(MemoryTable.ofInserts(row -> {})).transport(), "UpdateItem"));
        String keys = KeyList.create();
        InstantSource clock = InstantSource.system();
        Outbox outbox = new Outbox(table, new Ids(clock), clock);
        ConnectorSecrets secrets =
                new ConnectorSecrets(table, new SecretCipher(() -> KeyList.parse(keys, "keys")), clock);
        String old = secret(outbox, () -> secrets.create(TENANT, Connector.CARD_PROCESSOR));

        String fresh = secret(outbox, () -> secrets.rotate(TENANT, Connector.CARD_PROCESSOR, Duration.ofHours(1)));

        assertThat(secrets.find(TENANT, Connector.CARD_PROCESSOR))
                .isNotNull()
                .satisfies(valid -> assertThat(valid.secrets()).containsExactly(fresh, old));
    }

    private static String secret(Outbox outbox, Supplier<Outcome<ConnectorSecrets.Issued>> decide) {
        return outbox.commit(TENANT, null, decide).secret();
    }
}
