package streamerapi.service;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// OBS Studio's part in a test: a server of obs-websocket 5 that asks for a password and tells of scenes.
public final class TestObs implements AutoCloseable {

    /// The password that it asks for.
    public static final String PASSWORD = "obs-password-7";

    private static final String SALT = "c2FsdA==";
    private static final String CHALLENGE = "Y2hhbGxlbmdl";
    private static final int HELLO = 0;
    private static final int IDENTIFY = 1;
    private static final int IDENTIFIED = 2;
    private static final int EVENT = 5;

    private final Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final CompletableFuture<Session> identified = new CompletableFuture<>();

    private TestObs() throws Exception {
        server.setHandler(WebSocketUpgradeHandler.from(
                server, container -> container.addMapping("/", (request, response, callback) -> new Client())));
        server.start();
    }

    /// An OBS on any free port.
    public static TestObs open() throws Exception {
        return new TestObs();
    }

    /// Its address.
    public String url() {
        return "ws://127.0.0.1:" + ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    /// Puts a scene on, once a client has signed in.
    public void show(String scene) throws Exception {
        send(
                identified.get(60, TimeUnit.SECONDS),
                EVENT,
                Map.of(
                        "eventType",
                        "CurrentProgramSceneChanged",
                        "eventIntent",
                        4,
                        "eventData",
                        Map.of("sceneName", scene)));
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("Jetty does not stop", e);
        }
    }

    private static void send(Session session, int op, Map<String, ?> data) {
        session.sendText(Json.writeText(Map.of("op", op, "d", data)), Callback.NOOP);
    }

    private static String sha(String text) throws Exception {
        return Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// A client's connection.
    public final class Client extends Session.Listener.AbstractAutoDemanding {

        @Override
        public void onWebSocketOpen(Session session) {
            super.onWebSocketOpen(session);
            send(
                    session,
                    HELLO,
                    Map.of("rpcVersion", 1, "authentication", Map.of("challenge", CHALLENGE, "salt", SALT)));
        }

        @Override
        public void onWebSocketText(String text) {
            Map<String, @Nullable Object> frame = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
            Map<String, @Nullable Object> data = Json.asObject(frame.get("d"));
            try {
                boolean signedIn = String.valueOf(frame.get("op")).equals(String.valueOf(IDENTIFY))
                        && sha(sha(PASSWORD + SALT) + CHALLENGE).equals(data.get("authentication"));
                if (!signedIn) {
                    getSession().close(4009, "Authentication failed", Callback.NOOP);
                    return;
                }
                send(getSession(), IDENTIFIED, Map.of("negotiatedRpcVersion", 1));
                identified.complete(Objects.requireNonNull(getSession()));
            } catch (Exception e) {
                identified.completeExceptionally(e);
            }
        }
    }
}
