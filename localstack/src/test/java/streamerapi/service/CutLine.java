package streamerapi.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A line between a client and the service that a test can cut: a TCP relay on loopback.
public final class CutLine implements AutoCloseable {

    private final ServerSocket server;
    private final URI to;
    private final Set<Socket> ends = ConcurrentHashMap.newKeySet();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean whole = true;

    private CutLine(ServerSocket server, URI to) {
        this.server = server;
        this.to = to;
        Thread.startVirtualThread(this::accept);
    }

    /// A line to an address of the service.
    public static CutLine to(String url) throws IOException {
        return new CutLine(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), URI.create(url));
    }

    /// The address of the same resource on this line.
    public String url() {
        return to.getScheme() + "://127.0.0.1:" + server.getLocalPort() + to.getPath();
    }

    /// Ends all connections, and each new one at once.
    public void cut() {
        whole = false;
        ends.forEach(CutLine::end);
        ends.clear();
    }

    /// Sends the clients a text frame that is not the service's (RFC 6455, 5.2), while nothing else is sent.
    ///
    /// @param text of at most 125 bytes
    public void say(String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        byte[] frame = ByteBuffer.allocate(payload.length + 2)
                .put((byte) 0x81)
                .put((byte) payload.length)
                .put(payload)
                .array();
        for (Socket client : clients) {
            if (!client.isClosed()) {
                client.getOutputStream().write(frame);
            }
        }
    }

    /// Lets new connections through again.
    public void mend() {
        whole = true;
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                if (!whole) {
                    end(client);
                    continue;
                }
                Socket service = new Socket(to.getHost(), to.getPort());
                ends.add(client);
                clients.add(client);
                ends.add(service);
                Thread.startVirtualThread(() -> relay(client, service));
                Thread.startVirtualThread(() -> relay(service, client));
            } catch (IOException closed) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(closed);
                }
            }
        }
    }

    private static void relay(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // Both ends are closed now, which is what a cut line looks like.
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
