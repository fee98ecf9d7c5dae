package streamerapi.localstack.engines;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.dynamodb.services.local.monitoring.Telemetry;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;

/// DynamoDB Local behind a server of ours, which listens on loopback alone, tells when something was written, and
/// answers no page of the web: a browser sends `Origin` with every POST.
final class DynamoDbLocal implements TableEngine {
    private static final Pattern WRITES =
            Pattern.compile(".*\\.(Put|Update|Delete|TransactWrite|BatchWrite|Execute).*");

    /// Held by every request, and alone by the making of a handler: that fills two tables of operations which all
    /// handlers of the process share, and a request in that moment is answered with "the action is invalid".
    private static final ReadWriteLock OPERATIONS = new ReentrantReadWriteLock();

    private final Server server;
    private final LocalDynamoDBServerHandler handler;
    private final int port;

    private DynamoDbLocal(Server server, LocalDynamoDBServerHandler handler, int port) {
        this.server = server;
        this.handler = handler;
        this.port = port;
    }

    static DynamoDbLocal start(@Nullable Path dataDir, Runnable onWrite) throws Exception {
        Telemetry.configureTelemetry("", "", false);
        var threads = new QueuedThreadPool(24, 4);
        threads.setName("tables");
        var server = new Server(threads);
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setPort(0);
        server.addConnector(connector);
        connector.open();
        int port = connector.getLocalPort();
        var engine = dataDir == null
                ? new LocalDynamoDBRequestHandler(port, true, null, true, false)
                : new DurableTables(port, directory(dataDir));
        LocalDynamoDBServerHandler handler = handler(engine);
        server.setHandler(new WriteObserver(handler, onWrite));
        server.start();
        return new DynamoDbLocal(server, handler, port);
    }

    private static LocalDynamoDBServerHandler handler(LocalDynamoDBRequestHandler engine) {
        OPERATIONS.writeLock().lock();
        try {
            return new LocalDynamoDBServerHandler(engine, null);
        } finally {
            OPERATIONS.writeLock().unlock();
        }
    }

    private static String directory(Path dataDir) throws java.io.IOException {
        return Files.createDirectories(dataDir.resolve("tables")).toString();
    }

    @Override
    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public SdkHttpClient inProcess(SdkHttpClient network) {
        return new InProcessTables(server.getHandler(), server.getThreadPool(), port, network);
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
        handler.close();
    }

    private static final class WriteObserver extends Handler.Wrapper {
        private final Runnable onWrite;

        WriteObserver(Handler handler, Runnable onWrite) {
            super(handler);
            this.onWrite = onWrite;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (request.getHeaders().contains(HttpHeader.ORIGIN)) {
                Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
                return true;
            }
            String target = String.valueOf(request.getHeaders().get("X-Amz-Target"));
            boolean handled = handledAlongside(request, response, callback);
            if (WRITES.matcher(target).matches()) {
                onWrite.run();
            }
            return handled;
        }

        private boolean handledAlongside(Request request, Response response, Callback callback) throws Exception {
            OPERATIONS.readLock().lock();
            try {
                return super.handle(request, response, callback);
            } finally {
                OPERATIONS.readLock().unlock();
            }
        }
    }
}
