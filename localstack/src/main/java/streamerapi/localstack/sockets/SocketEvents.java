package streamerapi.localstack.sockets;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/// The WebSocket proxy events of one connection.
final class SocketEvents {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final DateTimeFormatter COMMON_LOG =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SocketApi api;
    private final InstantSource clock;
    private final Request upgrade;
    private final String connectionId;
    private final Instant connectedAt;
    private final String sourceIp;
    private final String userAgent;
    private final String domain;

    SocketEvents(SocketApi api, InstantSource clock, Request upgrade) {
        this.api = api;
        this.clock = clock;
        this.upgrade = upgrade;
        connectionId = id(11);
        connectedAt = clock.instant();
        sourceIp = Request.getRemoteAddr(upgrade);
        userAgent = header("User-Agent");
        domain = header("Host");
    }

    String connectionId() {
        return connectionId;
    }

    Instant connectedAt() {
        return connectedAt;
    }

    String sourceIp() {
        return sourceIp;
    }

    String userAgent() {
        return userAgent;
    }

    byte[] connect() {
        ObjectNode event = JSON.objectNode();
        ObjectNode headers = event.putObject("headers");
        ObjectNode multiValueHeaders = event.putObject("multiValueHeaders");
        for (HttpField field : upgrade.getHeaders()) {
            headers.put(field.getName(), field.getValue());
            multiValueHeaders.withArrayProperty(field.getName()).add(field.getValue());
        }
        headers.put("X-Forwarded-For", sourceIp);
        multiValueHeaders.withArrayProperty("X-Forwarded-For").add(sourceIp);
        Fields query = Request.extractQueryParameters(upgrade);
        if (!query.isEmpty()) {
            ObjectNode parameters = event.putObject("queryStringParameters");
            ObjectNode multiValueParameters = event.putObject("multiValueQueryStringParameters");
            for (Fields.Field field : query) {
                parameters.put(field.getName(), field.getValues().getLast());
                field.getValues()
                        .forEach(value -> multiValueParameters
                                .withArrayProperty(field.getName())
                                .add(value));
            }
        }
        event.set("requestContext", context("$connect", "CONNECT"));
        return bytes(event.put("isBase64Encoded", false));
    }

    byte[] message(String routeKey, String body, boolean base64) {
        ObjectNode event = JSON.objectNode();
        event.set("requestContext", context(routeKey, "MESSAGE").put("messageId", id(11)));
        return bytes(event.put("body", body).put("isBase64Encoded", base64));
    }

    byte[] disconnect(int status, String reason) {
        ObjectNode event = JSON.objectNode();
        event.putObject("headers").put("Host", domain).put("X-Forwarded-For", sourceIp);
        event.set(
                "requestContext",
                context("$disconnect", "DISCONNECT")
                        .put("disconnectStatusCode", status)
                        .put("disconnectReason", reason));
        return bytes(event.put("isBase64Encoded", false));
    }

    /// The frame that API Gateway sends a client whose message it could not hand on.
    String failure(String message) {
        return text(JSON.objectNode()
                .put("message", message)
                .put("connectionId", connectionId)
                .put("requestId", id(11)));
    }

    private ObjectNode context(String routeKey, String eventType) {
        Instant now = clock.instant();
        String requestId = id(11);
        ObjectNode context = JSON.objectNode()
                .put("routeKey", routeKey)
                .put("eventType", eventType)
                .put("extendedRequestId", requestId)
                .put("requestTime", COMMON_LOG.format(now))
                .put("messageDirection", "IN")
                .put("stage", api.stage())
                .put("connectedAt", connectedAt.toEpochMilli())
                .put("requestTimeEpoch", now.toEpochMilli())
                .put("requestId", requestId)
                .put("domainName", domain)
                .put("connectionId", connectionId)
                .put("apiId", api.apiId());
        context.putObject("identity").put("sourceIp", sourceIp).put("userAgent", userAgent);
        return context;
    }

    private String header(String name) {
        String value = upgrade.getHeaders().get(name);
        return value == null ? "" : value;
    }

    private static String id(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(ObjectNode event) {
        return text(event).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ObjectNode event) {
        return event.toString();
    }
}
