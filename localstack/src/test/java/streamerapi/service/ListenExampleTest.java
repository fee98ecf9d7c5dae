package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/// The listener of the documentation, run as its readers run it, when its connection breaks.
@NullMarked
class ListenExampleTest {

    private static final Path FILE = Service.root().resolve("docs/examples/Listen.java");
    private static final String KEY = "Sec-WebSocket-Key: ";
    private static final String OF_THE_PROTOCOL = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    @Test
    void aConnectionThatBreaksEndsIt() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process listener = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            FILE.toString(),
                            "ws://localhost:" + listening.getLocalPort() + "/realtime",
                            "sak_")
                    .redirectErrorStream(true)
                    .start();
            try (Socket socket = listening.accept()) {
                shakeHands(socket);
                socket.setSoLinger(true, 0);
            }
            assertThat(listener.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(listener.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("the connection broke");
        }
    }

    /// Opens the socket (RFC 6455, 4.2.2), and waits for the frame that signs in.
    private static void shakeHands(Socket socket) throws Exception {
        String key = key(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)));
        byte[] hash =
                MessageDigest.getInstance("SHA-1").digest((key + OF_THE_PROTOCOL).getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream()
                .write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(hash) + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isPositive();
    }

    private static String key(BufferedReader request) throws IOException {
        String key = "";
        String line = Objects.requireNonNull(request.readLine());
        while (!line.isEmpty()) {
            key = line.startsWith(KEY) ? line.substring(KEY.length()) : key;
            line = Objects.requireNonNull(request.readLine());
        }
        return key;
    }
}
