package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.connectors.Connector;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.connectors.Connectors;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// What the service asks of connectors.
@NullMarked
class ConnectorsTest {

    private static final Map<String, Object> DATA = Map.of("payment_id", "p1");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    private Connectors connectors(Map<String, String> variables) {
        return new Connectors(account.table(), service.clock(), variables::get);
    }

    private Connectors standIns() {
        return connectors(service.stack().functions().settings("IngestFunction").variables());
    }

    @Test
    void aCallIsMadeOnceAndWrittenDown() {
        TestConnector card = account.connector("card_processor");
        assertThat(standIns().call(account.tenantId(), Connector.CARD_PROCESSOR, "payment.capture", DATA))
                .isEqualTo(Connectors.Result.DONE);
        assertThat(card.calls())
                .singleElement()
                .satisfies(call -> assertThat(call)
                        .containsEntry("action", "payment.capture")
                        .containsEntry("data", DATA)
                        .containsKey("at"));
        assertThat(account.connector("wallet_processor").calls()).isEmpty();
    }

    @Test
    void whatTheConnectorDoesNotDoHasFailed() {
        TestConnector alpha = account.connector("alpha");
        for (String answer : List.of("not_sent", "error", "none")) {
            alpha.answers(answer);
            assertThat(standIns().call(account.tenantId(), Connector.ALPHA, "chat.send", Map.of()))
                    .as(answer)
                    .isEqualTo(Connectors.Result.FAILED);
        }
        assertThat(alpha.calls()).hasSize(3);
    }

    @Test
    void noAddressNoAccountOrNobodyThereIsNoSuccess() {
        assertThat(connectors(Map.of()).call(account.tenantId(), Connector.ALPHA, "chat.send", Map.of()))
                .isEqualTo(Connectors.Result.NOT_CONNECTED);
        assertThat(connectors(Map.of()).has(Connector.ALPHA)).isFalse();
        assertThat(standIns().has(Connector.ALPHA)).isTrue();
        assertThat(standIns().call("ten_0000000000000", Connector.ALPHA, "chat.send", Map.of()))
                .isEqualTo(Connectors.Result.NOT_CONNECTED);
        assertThat(connectors(Map.of("ALPHA_CONNECTOR_URL", "http://127.0.0.1:1/"))
                        .call(account.tenantId(), Connector.ALPHA, "chat.send", Map.of()))
                .isEqualTo(Connectors.Result.FAILED);
    }

    @Test
    void aCallIsSignedAsWebhooksAreAndWithBothSecretsDuringAnOverlap() throws Exception {
        ConnectorSecrets secrets = new ConnectorSecrets(account.table(), service.clock());
        String before = account.connector("alpha").secret();
        try (TestReceiver receiver = TestReceiver.open()) {
            Connectors connectors = connectors(Map.of("ALPHA_CONNECTOR_URL", receiver.url(), "HEADER_PREFIX", "Own-"));
            connectors.call(account.tenantId(), Connector.ALPHA, "chat.send", Map.of("message", "Grüße"));
            var rotated = secrets.rotate(account.tenantId(), Connector.ALPHA, Duration.ofHours(1));
            account.table().write(rotated.writes());
            connectors.call(account.tenantId(), Connector.ALPHA, "chat.send", Map.of());

            List<TestReceiver.Received> received = receiver.received();
            assertThat(received).hasSize(2);
            TestReceiver.Received first = received.getFirst();
            assertThat(Json.readObject(first.body()))
                    .isEqualTo(Map.of(
                            "action",
                            "chat.send",
                            "tenant_id",
                            account.tenantId(),
                            "data",
                            Map.of("message", "Grüße")));
            assertThat(Signature.holds(
                            first.header("Own-Signature"),
                            List.of(before),
                            service.clock().instant(),
                            first.body()))
                    .isTrue();
            TestReceiver.Received second = received.getLast();
            for (String secret : List.of(before, rotated.value().secret())) {
                assertThat(Signature.holds(
                                second.header("Own-Signature"),
                                List.of(secret),
                                service.clock().instant(),
                                second.body()))
                        .isTrue();
            }
        }
    }
}
