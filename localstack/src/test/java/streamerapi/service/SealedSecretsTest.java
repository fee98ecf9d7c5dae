package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// Ingest secrets at rest: sealed, and sealed at their next use if an earlier version stored them in clear.
@NullMarked
class SealedSecretsTest {

    private static final Attribute<String> SECRET = Attribute.text("secret");
    private static final Attribute<String> PREVIOUS = Attribute.text("previous_secret");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final SecretCipher cipher = Account.cipher(service.stack());
    private final Key key = Keys.connectorSecret(account.tenantId(), "alpha");
    private final String context = account.tenantId() + "/ingest/alpha";

    private Row row() {
        return Objects.requireNonNull(account.table().get(key));
    }

    private String clear() {
        return String.valueOf(account.ingestSecrets().get("alpha"));
    }

    private void store(Attribute<String> attribute, String value) {
        account.table().write(List.of(Write.update(key).set(attribute, value)));
    }

    /// Moves the end of the overlap to so long from now.
    private void validFor(Duration time) {
        account.table()
                .write(List.of(Write.update(key)
                        .set(
                                Attribute.time("previous_secret_until"),
                                service.clock().instant().plus(time))));
    }

    private Answer send() {
        return send(account.connector("alpha"));
    }

    private static Answer send(TestConnector connector) {
        return connector.sendAs(UUID.randomUUID().toString(), "bot.connected", Map.of("channel", "novaplays"));
    }

    @Test
    void theTableHasThemSealed() {
        assertThat(row().get(SECRET)).doesNotContain("whsec_");
        assertThat(cipher.open(row().get(SECRET), context)).isEqualTo(clear());
        assertThat(account.rows("CONNECTOR#"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.attributes().toString()).doesNotContain("whsec_"));
    }

    @Test
    void oneOfAnEarlierVersionIsReadAndSealedByTheFirstMessageThatItProves() {
        store(SECRET, clear());
        store(PREVIOUS, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        validFor(Duration.ofHours(1));
        send().expect(202);
        assertThat(cipher.open(row().get(SECRET), context)).isEqualTo(clear());
        assertThat(cipher.open(row().get(PREVIOUS), context))
                .isEqualTo("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        send().expect(202);
    }

    @Test
    void theOneBeforeIsNotAskedForAfterItsOverlapAndIsForgotten() {
        store(SECRET, clear());
        store(PREVIOUS, "old.AAAA");
        validFor(Duration.ofHours(-1));
        send().expect(202);
        assertThat(row().attributes()).doesNotContainKeys(PREVIOUS.name(), "previous_secret_until");
    }

    @Test
    void aMessageThatProvesNothingSealsNothing() {
        store(SECRET, clear());
        send(account.connector("alpha").signingWith("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))
                .refuses(401, "invalid_signature");
        assertThat(row().get(SECRET)).isEqualTo(clear());
    }

    @Test
    void theOneBeforeIsGoodAndSealedWhileARotationOverlaps() {
        store(SECRET, clear());
        Object issued = account.dashboard()
                .post("/dashboard/api/ingest-secrets/alpha/rotate", Map.of("overlap_seconds", 60))
                .expect(200)
                .at("secret");
        assertThat(cipher.open(row().get(SECRET), context)).isEqualTo(issued);
        assertThat(cipher.open(row().get(PREVIOUS), context)).isEqualTo(clear());
        send().expect(202);
    }

    @Test
    void aKeyThatIsGoneIsOursToMendAndLosesNothing() {
        String ours = row().get(SECRET);
        store(SECRET, new SecretCipher(() -> KeyList.parse(KeyList.create(), "it")).seal(clear(), context));
        send().refuses(503, "unavailable");
        assertThat(account.api().get("/bot").expect(200).at("bot.channel")).isNull();
        store(SECRET, ours);
        send().expect(202);
    }

    @Test
    void aSecretOfAnotherAccountDoesNotOpen() {
        Key others = Keys.connectorSecret(service.newAccount().tenantId(), "alpha");
        store(SECRET, Objects.requireNonNull(account.table().get(others)).get(SECRET));
        send().refuses(503, "unavailable");
    }
}
