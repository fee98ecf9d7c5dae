package streamerapi.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import streamerapi.localstack.standins.SigningKeys;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// The few addresses of Twitch's and Kick's APIs that what is received leads to, and Kick's key.
final class PlatformApis implements AutoCloseable {

    private final HttpServer server;
    private final KeyPair key = SigningKeys.first();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    PlatformApis() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Runnable::run);
        answer("/public/v1/public-key", Map.of("data", Map.of("public_key", pem())));
        answer(
                "/helix/channel_points/custom_rewards",
                Map.of(
                        "data",
                        List.of(Map.of(
                                "id",
                                "ours",
                                "title",
                                "Hydrate!",
                                "cost",
                                100,
                                "prompt",
                                "",
                                "is_user_input_required",
                                true))));
        answer("/helix/chat/messages", Map.of("data", List.of(Map.of("message_id", "own-1", "is_sent", true))));
        server.start();
    }

    /// The variables that lead a stack here.
    Map<String, String> variables() {
        String origin = "http://127.0.0.1:" + server.getAddress().getPort();
        return Map.of(
                "TWITCH_API_URL", origin, "TWITCH_AUTH_URL", origin, "KICK_API_URL", origin, "KICK_AUTH_URL", origin);
    }

    /// The calls that it was sent: method and path.
    List<String> calls() {
        return calls;
    }

    /// Signs a body as Kick does.
    Map<String, String> kick(String messageId, String type, byte[] body, Instant at) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Kick-Event-Message-Id", messageId);
        headers.put("Kick-Event-Type", type);
        headers.put("Kick-Event-Version", "1");
        headers.put("Kick-Event-Message-Timestamp", at.toString());
        headers.put("Kick-Event-Signature", signature(messageId + "." + at + ".", body));
        return headers;
    }

    private void answer(String path, Map<String, ?> body) {
        server.createContext(path, exchange -> {
            calls.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
            send(exchange, Json.write(body));
        });
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String signature(String before, byte[] body) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.getPrivate());
            signature.update(before.getBytes(StandardCharsets.UTF_8));
            signature.update(body);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
