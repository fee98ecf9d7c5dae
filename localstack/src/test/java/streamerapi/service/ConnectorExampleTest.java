package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/// The connector of the documentation, run as its readers run it.
@NullMarked
class ConnectorExampleTest {

    private static final Path FILE = Service.root().resolve("docs/examples/Connector.java");

    @Test
    void theExampleSignsAMessageThatIsTaken() throws IOException, InterruptedException {
        try (Service service = Service.start(Map.of())) {
            theExampleIsTaken(service.newAccount());
        }
    }

    private static void theExampleIsTaken(Account account) throws IOException, InterruptedException {
        TestConnector alpha = account.connector("alpha");
        Process connector = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        FILE.toString(),
                        account.service().stack().authUrl(),
                        "alpha",
                        account.tenantId(),
                        alpha.secret(),
                        "viewer.signed_in",
                        "{\"platform_user_id\":\"1\",\"login\":\"novafox\"}")
                .redirectErrorStream(true)
                .start();
        String said = new String(connector.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(connector.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).startsWith("202 ").contains("\"duplicate\":false");
        assertThat(connector.exitValue()).isZero();
        account.api().get("/viewers/novafox").expect(200);
    }

    @Test
    void theExampleIsShort() throws IOException {
        assertThat(Files.readAllLines(FILE).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("import"))
                        .toList())
                .hasSizeLessThanOrEqualTo(40);
    }
}
