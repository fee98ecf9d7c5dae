package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.sockets.SocketLimits;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A client that falls silent and answers nothing any more, not even that it is closed: a computer that went to sleep,
/// or a cable that was pulled.
@NullMarked
class SilentSocketTest {

    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final Duration GRACE = Duration.ofSeconds(11);

    @AutoClose
    private final Service service = Service.start(Service.options()
            .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
            .withLimits(new SocketLimits(SILENCE, Duration.ofHours(2), Duration.ofSeconds(10))));

    private final Account account = service.newAccount();

    @Test
    void anOverlayThatFallsSilentIsClosedAndItsPlaceIsFreeAgain() throws IOException {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene"))
                .expect(201);
        try (SilentClient client = new SilentClient(service.stack().wsUrl())) {
            client.send(Json.writeText(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key"))))));
            assertThat(client.text()).contains("\"type\":\"ready\"");
            assertThat(sockets()).isNotEmpty();

            assertThat(client.closeCode()).isEqualTo(1001);

            await().until(() -> sockets().isEmpty());
            service.clock().advanceWithQueues(GRACE);
            await().until(() -> account.eventTypes().contains("overlay.disconnected"));
        }
        Map<String, @Nullable Object> gone =
                new AccountEvents(account).all("overlay.disconnected").getFirst();
        assertThat(Json.asObject(gone.get("data"))).containsEntry("reason", "heartbeat_timeout");
        assertThat(account.api()
                        .get("/overlays/" + made.at("overlay.id"))
                        .expect(200)
                        .at("overlay.connected"))
                .isEqualTo(false);
        assertThat(account.rows("ALLOTMENT#overlay_sockets"))
                .singleElement()
                .satisfies(row -> assertThat(row.get(Attribute.whole("taken"))).isZero());
    }

    private List<?> sockets() {
        return account.rows(Keys.SUBSCRIBER + "socket_");
    }

    /// A client by RFC 6455 that sends what it is told to, and nothing of its own.
    private static final class SilentClient implements AutoCloseable {

        private static final Duration PATIENCE = Duration.ofSeconds(60);
        private static final int TEXT = 1;
        private static final int CLOSE = 8;
        private static final int LENGTH_IN_TWO_BYTES = 126;
        private static final int MASKED = 0x80;
        private static final int LAST_FRAME = 0x80;

        private final Socket socket;
        private final DataInputStream in;
        private final OutputStream out;

        /// @param url of the socket API
        private SilentClient(String url) throws IOException {
            URI address = URI.create(url);
            socket = new Socket(address.getHost(), address.getPort());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            out.write(("GET " + address.getPath() + " HTTP/1.1\r\nHost: " + address.getAuthority()
                            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                            + "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readUnsignedByte());
            }
            assertThat(head.toString()).startsWith("HTTP/1.1 101 ");
        }

        /// Sends a text. Its mask is zero, which leaves it as it is.
        private void send(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThat(bytes.length).isLessThan(LENGTH_IN_TWO_BYTES);
            out.write(new byte[] {(byte) (LAST_FRAME | TEXT), (byte) (MASKED | bytes.length), 0, 0, 0, 0});
            out.write(bytes);
        }

        /// The next frame, which must be a whole text.
        private String text() throws IOException {
            assertThat(in.readUnsignedByte()).isEqualTo(LAST_FRAME | TEXT);
            return new String(payload(), StandardCharsets.UTF_8);
        }

        /// The status of the next frame, which must close the socket.
        private int closeCode() throws IOException {
            assertThat(in.readUnsignedByte()).isEqualTo(LAST_FRAME | CLOSE);
            byte[] status = payload();
            return (status[0] & 0xff) << 8 | status[1] & 0xff;
        }

        private byte[] payload() throws IOException {
            int length = in.readUnsignedByte();
            return in.readNBytes(length == LENGTH_IN_TWO_BYTES ? in.readUnsignedShort() : length);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
