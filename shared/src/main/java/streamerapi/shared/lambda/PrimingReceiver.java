package streamerapi.shared.lambda;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/// A receiver of webhooks on loopback: answers 200 to an HTTP request, and hangs up on one over TLS.
final class PrimingReceiver implements AutoCloseable {

    private static final byte[] OK =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(StandardCharsets.US_ASCII);
    private static final int TLS_HANDSHAKE = 0x16;
    private static final String LENGTH = "content-length:";

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");

    private final ServerSocket socket;

    private PrimingReceiver(ServerSocket socket) {
        this.socket = socket;
    }

    static PrimingReceiver open() throws IOException {
        PrimingReceiver receiver = new PrimingReceiver(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(receiver::serve);
        return receiver;
    }

    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                LOG.debug("The receiver ends", e);
            }
        }
    }

    private static void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            in.mark(1);
            for (int first = in.read(); first >= 0 && first != TLS_HANDSHAKE; first = in.read()) {
                in.reset();
                answer(in, connection);
                in.mark(1);
            }
        } catch (IOException e) {
            LOG.debug("A connection ended early", e);
        }
    }

    private static void answer(InputStream in, Socket connection) throws IOException {
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
        pause();
        connection.getOutputStream().write(OK);
    }

    /// An answer that comes at once would let its reader skip what it does to wait.
    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
