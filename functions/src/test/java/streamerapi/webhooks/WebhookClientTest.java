package streamerapi.webhooks;

import okhttp3.Dns;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.outbound.VettedSockets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.SocketFactory;

import static org.assertj.core.api.Assertions.assertThat;

/// The address that is dialled is the one that was vetted, whatever a name resolves to and however often (contract
/// "Network safety").
@NullMarked
class WebhookClientTest {

    private static final InetAddress PUBLIC = InetAddress.ofLiteral("8.8.8.8");
    private static final InetAddress PUBLIC_IPV6 = InetAddress.ofLiteral("2606:4700:4700::1111");
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final String REFUSED = "The address is private, internal or special";
    private static final String UNREACHABLE = "The endpoint cannot be connected to";

    private final AtomicInteger reached = new AtomicInteger();
    private final AtomicInteger dialled = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // before each test
    private ServerSocket inside;

    /// Opens a port on loopback, as services beside a function do.
    @BeforeEach
    void listen() throws IOException {
        inside = new ServerSocket(0, 50, LOOPBACK);
        Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = inside.accept();
                reached.incrementAndGet();
                Thread.ofVirtual().start(() -> answer(socket));
            }
        } catch (IOException e) {
            assertThat(inside.isClosed()).isTrue();
        }
    }

    private static void answer(Socket socket) {
        try (socket) {
            socket.getInputStream().read();
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        inside.close();
    }

    @Test
    void aNameThatAnswersWithAPublicAddressFirstAndThenWithLoopbackNeverReachesIt() {
        WebhookClient receiver = client(false, answering(List.of(List.of(PUBLIC), List.of(LOOPBACK))));

        assertThat(post(receiver).error()).isEqualTo(UNREACHABLE);
        for (int attempt = 2; attempt <= 8; attempt++) {
            assertThat(post(receiver).error()).isEqualTo(REFUSED);
        }

        assertThat(reached).hasValue(0);
        assertThat(dialled).hasValueGreaterThanOrEqualTo(8);
    }

    @Test
    void ofAllAddressesOfANameNoPrivateOneIsReached() {
        Dns both = answering(List.of(List.of(PUBLIC, LOOPBACK, InetAddress.ofLiteral("169.254.169.254"))));
        Dns reversed = answering(List.of(List.of(LOOPBACK, InetAddress.ofLiteral("::1"), PUBLIC)));

        assertThat(post(client(false, both)).isSuccess()).isFalse();
        assertThat(dialled).hasValueGreaterThanOrEqualTo(1);
        assertThat(post(client(false, reversed)).isSuccess()).isFalse();

        assertThat(reached).hasValue(0);
    }

    @Test
    void anAddressInTheUrlItselfIsVettedToo() {
        WebhookClient receiver = new WebhookClient(false);

        assertThat(receiver.post("http://127.0.0.1:" + inside.getLocalPort() + "/", Map.of(), new byte[2])
                        .error())
                .isEqualTo(REFUSED);
        assertThat(receiver.post("https://[::1]:" + inside.getLocalPort() + "/", Map.of(), new byte[2])
                        .error())
                .isEqualTo(REFUSED);

        assertThat(reached).hasValue(0);
    }

    @Test
    void whereAnAddressCannotBeReachedTheNextOneIs() {
        WebhookClient receiver = client(true, answering(List.of(List.of(PUBLIC_IPV6, PUBLIC, LOOPBACK))));

        assertThat(post(receiver).status()).isEqualTo(200);

        assertThat(reached).hasValue(1);
    }

    @Test
    void everyAttemptConnectsAnew() {
        WebhookClient receiver = client(true, answering(List.of(List.of(LOOPBACK))));

        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(post(receiver).isSuccess()).isTrue();
            assertThat(reached).hasValue(attempt);
        }
    }

    @Test
    void aNameThatDoesNotResolveIsAFailure() {
        WebhookClient receiver = client(false, host -> {
            throw new UnknownHostException(host);
        });

        assertThat(post(receiver).error()).isEqualTo("The host name does not resolve");
        assertThat(new WebhookClient(false)
                        .post("https://", Map.of(), new byte[2])
                        .error())
                .isEqualTo("The URL cannot be called");
    }

    @Test
    void aLookUpThatHangsIsNotWaitedFor() {
        CountDownLatch never = new CountDownLatch(1);
        Dns hanging = host -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of(LOOPBACK);
        };
        WebhookClient receiver = new WebhookClient(bound(false), hanging, Duration.ofMillis(200));

        assertThat(post(receiver).isSuccess()).isFalse();
        assertThat(never.getCount()).isEqualTo(1);
    }

    private WebhookClient.Answer post(WebhookClient receiver) {
        return receiver.post("http://hooks.example.com:" + inside.getLocalPort() + "/", Map.of(), new byte[2]);
    }

    private WebhookClient client(boolean allowPrivate, Dns names) {
        return new WebhookClient(bound(allowPrivate), names, WebhookClient.TIMEOUT);
    }

    /// A name server that gives these answers, one after the other, and the last one for ever.
    private static Dns answering(List<List<InetAddress>> answers) {
        Deque<List<InetAddress>> left = new ArrayDeque<>(answers);
        return host -> left.size() > 1 ? left.removeFirst() : left.getFirst();
    }

    /// The sockets of the product, bound to loopback: what they dial outside fails at once, and nothing leaves the
    /// machine.
    private SocketFactory bound(boolean allowPrivate) {
        VettedSockets vetted = new VettedSockets(allowPrivate);
        return new SocketFactory() {
            @Override
            public Socket createSocket() throws IOException {
                dialled.incrementAndGet();
                Socket socket = vetted.createSocket();
                socket.bind(new InetSocketAddress(LOOPBACK, 0));
                return socket;
            }

            @Override
            public Socket createSocket(String host, int port) {
                return vetted.createSocket(host, port);
            }

            @Override
            public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
                return vetted.createSocket(host, port, localHost, localPort);
            }

            @Override
            public Socket createSocket(InetAddress host, int port) {
                return vetted.createSocket(host, port);
            }

            @Override
            public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
                return vetted.createSocket(address, port, localAddress, localPort);
            }
        };
    }
}
