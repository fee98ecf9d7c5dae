package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import javax.net.ssl.SSLContext;

/// A webhook receiver on loopback that can do whatever a peer can do to a connection.
final class BadReceiver implements AutoCloseable {

    /// A receiver's conduct on a connection.
    @FunctionalInterface
    interface Behaviour {

        /// @param connection closed afterwards
        void with(Connection connection) throws Exception;
    }

    private final ServerSocket server;
    private final String scheme;
    private final Behaviour behaviour;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong written = new AtomicLong();

    private BadReceiver(ServerSocket server, String scheme, Behaviour behaviour) {
        this.server = server;
        this.scheme = scheme;
        this.behaviour = behaviour;
    }

    /// One that speaks plain HTTP, if it speaks at all.
    static BadReceiver open(Behaviour behaviour) throws IOException {
        return started(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), "http", behaviour);
    }

    /// One whose address says https.
    ///
    /// @param tls what it speaks TLS with; null if it does not
    static BadReceiver openTls(@Nullable SSLContext tls, Behaviour behaviour) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ServerSocket socket = tls == null
                ? new ServerSocket(0, 500, loopback)
                : tls.getServerSocketFactory().createServerSocket(0, 500, loopback);
        return started(socket, "https", behaviour);
    }

    private static BadReceiver started(ServerSocket socket, String scheme, Behaviour behaviour) {
        BadReceiver receiver = new BadReceiver(socket, scheme, behaviour);
        Thread.ofVirtual().start(receiver::accept);
        return receiver;
    }

    String url() {
        return scheme + "://127.0.0.1:" + server.getLocalPort() + "/hook";
    }

    /// How many requests have been read to their end.
    int requests() {
        return requests.get();
    }

    /// How many connections have come to an end, whoever ended them.
    int ended() {
        return ended.get();
    }

    /// How many bytes of answers could be got rid of.
    long written() {
        return written.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> behave(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void behave(Socket socket) {
        try (socket) {
            behaviour.with(new Connection(socket));
        } catch (Exception e) {
            open.remove(socket);
        } finally {
            ended.incrementAndGet();
        }
    }

    /// A connection that somebody has made.
    final class Connection {
        private final Socket socket;

        private Connection(Socket socket) {
            this.socket = socket;
        }

        Socket socket() {
            return socket;
        }

        /// Reads one request, headers and body, to its end; tells its first line and headers, in lower case.
        String request() throws IOException {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no request came");
                }
                head.append((char) next);
            }
            String text = head.toString().toLowerCase(Locale.ROOT);
            String length = text.replaceAll("(?s).*content-length: ([0-9]+).*", "$1");
            in.readNBytes(Integer.parseInt(length));
            requests.incrementAndGet();
            return text;
        }

        void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void send(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
            written.addAndGet(bytes.length);
        }

        /// Sends the same bytes until nobody takes them any more.
        void sendForEver(byte[] bytes) throws IOException {
            while (true) {
                send(bytes);
            }
        }

        /// Sends one byte of the text after the other, slowly, then the last one for ever.
        void drip(String text) throws IOException, InterruptedException {
            for (int i = 0; ; i++) {
                send(text.substring(Math.min(i, text.length() - 1), Math.min(i + 1, text.length())));
                Thread.sleep(50);
            }
        }

        /// Waits until the other side has gone.
        void hang() throws IOException {
            while (socket.getInputStream().read() >= 0) {}
        }
    }
}
