package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.connectors.Connectors;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the service's calls to connectors.
@NullMarked
class ConnectorsTest {

    private static final Map<String, Object> DATA = Map.of("payment_id", "p1");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    private Connectors connectors(Map<String, String> variables) {
        return new Connectors(account.table(), Account.cipher(service.stack()), service.clock(), variables::get);
    }

    private Connectors standIns() {
        return connectors(service.stack().functions().settings("IngestFunction").variables());
    }

    private static Effect capture() {
        return new Effect("tip:tip_1", EffectAction.CAPTURE, Connector.CARD_PROCESSOR, DATA);
    }

    private static Effect line(Map<String, String> data) {
        return new Effect("message:m1", EffectAction.CHAT_SEND, Connector.ALPHA, data);
    }

    @Test
    void aCallIsMadeOnceAndWrittenDown() {
        TestConnector card = account.connector("card_processor");
        assertThat(standIns().carryOut(account.tenantId(), capture()))
                .isEqualTo(new EffectResult.Done(Map.of("sent", true)));
        assertThat(card.calls())
                .singleElement()
                .satisfies(call -> assertThat(call)
                        .containsEntry("action", "payment.capture")
                        .containsEntry("id", "payment.capture:tip:tip_1")
                        .containsEntry("data", DATA)
                        .containsKey("at"));
        assertThat(account.connector("wallet_processor").calls()).isEmpty();
    }

    @Test
    void theLogOfCallsHasTimesInMilliseconds() {
        service.clock().advance(Duration.ofNanos(1));
        standIns().carryOut(account.tenantId(), capture());
        service.clock().advance(Duration.ofMillis(1).minusNanos(1));
        String at = String.valueOf(
                account.connector("card_processor").calls().getFirst().get("at"));
        assertThat(at).isEqualTo(Timestamps.format(Instant.parse(at)));
    }

    @ParameterizedTest
    @CsvSource({"not_sent, not sent", "400, status 400", "404, status 404", "422, status 422"})
    void whatTheConnectorSaysThatItDoesNotDoIsRefused(String answer, String reason) {
        account.connector("alpha").answers(answer);
        assertThat(standIns().carryOut(account.tenantId(), line(Map.of()))).isEqualTo(new EffectResult.Refused(reason));
    }

    @ParameterizedTest
    @CsvSource({"error, status 500", "none, no answer", "408, status 408", "429, status 429", "302, status 302"})
    void everyOtherOutcomeIsUnknown(String answer, String reason) {
        account.connector("alpha").answers(answer);
        assertThat(standIns().carryOut(account.tenantId(), line(Map.of())))
                .isEqualTo(new EffectResult.Unknown(reason, null));
    }

    @Test
    void anAnswerThatDoesNotSayWhetherItWasDoneIsUnknown() throws Exception {
        try (TestReceiver receiver = TestReceiver.open()) {
            Connectors connectors = connectors(Map.of("ALPHA_CONNECTOR_URL", receiver.url()));
            assertThat(connectors.carryOut(account.tenantId(), line(Map.of())))
                    .isInstanceOf(EffectResult.Unknown.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"sent\":\"true\"}", "{\"sent\":null}"})
    void anAnswerWithoutItsFieldIsUnknown(String answer) {
        try (TestReceiver receiver =
                TestReceiver.open().answering(delivery -> 200).saying(answer)) {
            Connectors connectors = connectors(Map.of("ALPHA_CONNECTOR_URL", receiver.url()));
            assertThat(connectors.carryOut(account.tenantId(), line(Map.of())))
                    .isEqualTo(new EffectResult.Unknown("no `sent` in the answer", null));
        }
    }

    @Test
    void aSecretThatStandsInClearSignsAndIsSealed() {
        Key key = Keys.connectorSecret(account.tenantId(), "alpha");
        Attribute<String> secret = Attribute.text("secret");
        String clear = account.connector("alpha").secret();
        account.table().write(List.of(Write.update(key).set(secret, clear)));
        try (TestReceiver receiver = TestReceiver.open()) {
            connectors(Map.of("ALPHA_CONNECTOR_URL", receiver.url())).carryOut(account.tenantId(), line(Map.of()));
            TestReceiver.Received received = receiver.received().getFirst();
            assertThat(Signature.holds(
                            received.header("Service-Signature"),
                            List.of(clear),
                            service.clock().instant(),
                            received.body()))
                    .isTrue();
        }
        assertThat(Objects.requireNonNull(account.table().get(key)).get(secret)).doesNotContain(clear);
        assertThat(standIns().carryOut(account.tenantId(), line(Map.of())))
                .as("it opens")
                .isInstanceOf(EffectResult.Done.class);
    }

    @Test
    void anAccountWithoutTheConnectorIsRefusedAndOneThatDoesNotListenIsUnknown() {
        EffectResult notConnected = new EffectResult.Refused("not connected");
        assertThat(connectors(Map.of()).carryOut(account.tenantId(), line(Map.of())))
                .isEqualTo(notConnected);
        assertThat(standIns().carryOut("ten_0000000000000", line(Map.of()))).isEqualTo(notConnected);
        assertThat(connectors(Map.of("ALPHA_CONNECTOR_URL", "http://127.0.0.1:1/"))
                        .carryOut(account.tenantId(), line(Map.of())))
                .isEqualTo(new EffectResult.Unknown("no answer", null));
    }

    @Test
    void aCallIsSignedAsWebhooksAreAndWithBothSecretsDuringAnOverlap() throws Exception {
        ConnectorSecrets secrets =
                new ConnectorSecrets(account.table(), Account.cipher(service.stack()), service.clock());
        String before = account.connector("alpha").secret();
        try (TestReceiver receiver = TestReceiver.open()) {
            Connectors connectors = connectors(Map.of("ALPHA_CONNECTOR_URL", receiver.url(), "HEADER_PREFIX", "Own-"));
            connectors.carryOut(account.tenantId(), line(Map.of("message", "Grüße")));
            var rotated = secrets.rotate(account.tenantId(), Connector.ALPHA, Duration.ofHours(1));
            account.table().write(rotated.writes());
            connectors.carryOut(account.tenantId(), line(Map.of()));

            List<TestReceiver.Received> received = receiver.received();
            assertThat(received).hasSize(2);
            TestReceiver.Received first = received.getFirst();
            assertThat(Json.readObject(first.body()))
                    .isEqualTo(Map.of(
                            "action",
                            "chat.send",
                            "id",
                            "chat.send:message:m1",
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
