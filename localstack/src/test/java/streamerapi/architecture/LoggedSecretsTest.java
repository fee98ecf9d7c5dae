package streamerapi.architecture;

import org.junit.jupiter.api.Test;

import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// A record with a secret and a text of its own does not have the secret in it, so that neither a log line nor an
/// exception's message shows it.
class LoggedSecretsTest {

    private record Planted(String clientId, String clientSecret) {
        @Override
        public String toString() {
            return clientId + ":" + clientSecret;
        }
    }

    @Test
    void aTextOfARecordWithASecretDoesNotShowIt() {
        Set<Class<?>> records = SecretRecords.withTextOfTheirOwn(Product.classes());
        assertThat(records)
                .extracting(Class::getSimpleName)
                .contains(
                        "AppToken",
                        "ApplicationCredentials",
                        "Back",
                        "ClientCredentials",
                        "Issued",
                        "KofiToken",
                        "Made",
                        "KnownBrowser",
                        "Secret",
                        "Session",
                        "SignInCookie",
                        "StartedCheckout",
                        "StripeKey",
                        "TokenKey",
                        "Tokens",
                        "Valid");
        assertThat(records)
                .allSatisfy(record -> assertThat(SecretRecords.shownBy(record)).isEmpty());
    }

    @Test
    void aSecretThatIsShownIsNamed() {
        assertThat(SecretRecords.shownBy(Planted.class)).containsExactly("clientSecret");
    }
}
