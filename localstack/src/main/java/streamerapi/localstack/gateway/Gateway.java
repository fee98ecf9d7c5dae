package streamerapi.localstack.gateway;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.sockets.ConnectionsApi;
import streamerapi.localstack.sockets.SocketGateway;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;

/// The server of the one port that REST and sockets share, on loopback unless it is told otherwise.
///
/// It binds 127.0.0.1, and ::1 if the machine has it, since `localhost` may mean either.
public final class Gateway implements AutoCloseable {
    /// How many connections can wait to be accepted. With Java's usual 50, some of a hundred clients at once are reset.
    private static final int BACKLOG = 1_024;

    private static final Duration LAST_WORK = Duration.ofSeconds(5);

    /// The most bytes of a request line and headers that are read before API Gateway's own limit is applied.
    private static final int READ_HEADERS = 64 * 1024;

    private final Server server;
    private final ServerConnector ipv4;

    private Gateway(Server server, ServerConnector ipv4) {
        this.server = server;
        this.ipv4 = ipv4;
    }

    /// Takes the port; nothing is answered before [#serve].
    ///
    /// @param port 0 for any free one
    /// @param everywhere whether other machines reach it, by every address that this one has
    /// @throws IOException if the port is in use
    public static Gateway bind(int port, boolean everywhere) throws IOException {
        var threads = new QueuedThreadPool();
        threads.setName("gateway");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("gateway-"));
        var server = new Server(threads);
        ServerConnector ipv4 = open(server, everywhere ? "0.0.0.0" : "127.0.0.1", port);
        try {
            if (!everywhere && hasIpv6Loopback()) {
                open(server, "::1", ipv4.getLocalPort());
            }
        } catch (IOException e) {
            ipv4.close();
            if (port == 0) {
                return bind(port, false);
            }
            throw e;
        }
        return new Gateway(server, ipv4);
    }

    private static ServerConnector open(Server server, String host, int port) throws IOException {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setRequestHeaderSize(READ_HEADERS);
        http.setHeaderCacheCaseSensitive(true);
        var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setAcceptQueueSize(BACKLOG);
        connector.setHost(host);
        connector.setPort(port);
        connector.setReuseAddress(true);
        connector.open();
        server.addConnector(connector);
        return connector;
    }

    private static boolean hasIpv6Loopback() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(address -> address instanceof Inet6Address && address.isLoopbackAddress());
    }

    public int port() {
        return ipv4.getLocalPort();
    }

    /// Begins to answer.
    ///
    /// @param sockets the WebSocket API, or null if the template has none
    public void serve(Handler api, @Nullable SocketGateway sockets) throws Exception {
        server.setHandler(new GracefulHandler(sockets == null ? api : withSockets(api, sockets)));
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(LAST_WORK.toMillis());
        server.start();
    }

    private Handler withSockets(Handler api, SocketGateway sockets) {
        var upgrades = WebSocketUpgradeHandler.from(server, sockets::register);
        upgrades.setHandler(new ConnectionsApi(sockets, api));
        return upgrades;
    }

    /// Takes no more requests, and waits a moment for those that run.
    @Override
    public void close() {
        LifeCycle.stop(server);
    }
}
