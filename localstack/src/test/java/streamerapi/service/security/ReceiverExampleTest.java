package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;
import streamerapi.shared.signatures.Signature;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The receiver of the documentation, run as its readers run it, and sent a delivery that was captured.
@NullMarked
class ReceiverExampleTest {

    private static final Path FILE = Service.root().resolve("docs/examples/Receiver.java");

    private final String secret = Signature.newSecret();

    @Test
    void aCapturedDeliveryIsTakenOnceWhateverItsHeadersSay() throws IOException, InterruptedException {
        int port = freePort();
        Process receiver = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        FILE.toString(),
                        String.valueOf(port),
                        secret)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = receiver.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).startsWith("Listening on");
            byte[] first = body("evt_1");
            String signature = Signature.header(List.of(secret), Instant.now(), first);
            for (String id : List.of("evt_1", "evt_2", "", "evt_3")) {
                assertThat(send(port, first, signature, id)).isEqualTo(204);
            }
            byte[] last = body("evt_last");
            assertThat(send(port, last, signature, "evt_last")).isEqualTo(401);
            String own = Signature.header(List.of(secret), Instant.now(), last);
            assertThat(send(port, last, own, "evt_last")).isEqualTo(204);

            List<String> verified = new ArrayList<>();
            for (@Nullable String line = said.readLine(); line != null; line = said.readLine()) {
                verified.add(line);
                if (line.contains("evt_last")) {
                    break;
                }
            }
            assertThat(verified).hasSize(2);
        } finally {
            receiver.destroy();
        }
    }

    private static byte[] body(String id) {
        return ("{\"id\":\"" + id + "\",\"type\":\"tip.created\"}").getBytes(StandardCharsets.UTF_8);
    }

    private static int send(int port, byte[] body, String signature, String id)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/"))
                .header("Service-Signature", signature)
                .header("Service-Event-Id", id)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
