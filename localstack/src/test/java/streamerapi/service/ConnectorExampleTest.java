package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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

    @Test
    void aMessageThatGotNoAnswerIsSentAgain() throws IOException, InterruptedException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process connector = run("http://localhost:" + listening.getLocalPort(), "ten_0", "whsec_", "{}");
            listening.accept().close();
            try (Socket second = listening.accept()) {
                assertThat(second.getInputStream().read(new byte[4_096])).isPositive();
                second.getOutputStream()
                        .write("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n{}".getBytes(StandardCharsets.UTF_8));
                String said = new String(connector.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(said).startsWith("no answer: ").contains("202 {}");
                assertThat(connector.waitFor()).isZero();
            }
        }
    }

    private static void theExampleIsTaken(Account account) throws IOException, InterruptedException {
        TestConnector alpha = account.connector("alpha");
        Process connector = run(
                account.service().stack().authUrl(),
                account.tenantId(),
                alpha.secret(),
                "{\"platform_user_id\":\"1\",\"login\":\"novafox\"}");
        String said = new String(connector.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(connector.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).startsWith("202 ").contains("\"duplicate\":false");
        assertThat(connector.exitValue()).isZero();
        account.api().get("/viewers/novafox").expect(200);
    }

    private static Process run(String authUrl, String tenantId, String secret, String data) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        FILE.toString(),
                        authUrl,
                        "alpha",
                        tenantId,
                        secret,
                        "viewer.signed_in",
                        data)
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void theExampleIsShort() throws IOException {
        assertThat(Files.readAllLines(FILE).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("import"))
                        .toList())
                .hasSizeLessThanOrEqualTo(40);
    }
}
