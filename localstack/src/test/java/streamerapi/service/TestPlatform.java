package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.shared.json.Json;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Twitch, as it calls the receiver of an account that is connected to it.
///
/// @param id of the connection
/// @param secret that the calls are signed with
public record TestPlatform(Account account, String id, String secret) {

    /// The streamer's account at the platforms.
    public static final String BROADCASTER = "12826";

    private static final String SECRET = "s3cr3t-of-32-characters-and-more-";

    /// An account, connected to a platform with tokens that no platform gave.
    public static TestPlatform connected(Account account, Provider provider) {
        return connected(account, provider, "connected");
    }

    /// A platform of the account, connected with this status.
    public static TestPlatform connected(Account account, Provider provider, String status) {
        Row row = row(
                account.tenantId(),
                provider.label(),
                status,
                "{\"access\":\"a\",\"refresh\":\"r\",\"ends_at\":\"2100-01-01T00:00:00Z\","
                        + "\"scopes\":[\"user:write:chat\",\"channel:manage:redemptions\"]}",
                Account.cipher(account.service().stack()),
                account.service().clock().instant());
        account.table().write(List.of(Write.put(row)));
        return new TestPlatform(account, row.get(Attribute.text("id")), SECRET);
    }

    /// The row of a connection that no platform gave.
    ///
    /// @param tokens as they are sealed, in JSON
    public static Row row(
            String tenantId, String provider, String status, String tokens, SecretCipher cipher, Instant connectedAt) {
        String context = tenantId + "/" + provider + "/";
        return Row.of(ConnectionKeys.connection(tenantId, provider))
                .with(
                        Attribute.text("id"),
                        "con_" + tenantId.substring("ten_".length()) + "0123456789abcdef0123456789abcdef")
                .with(Attribute.text("status"), status)
                .with(Attribute.text("reason"), status.equals("disconnected") ? "token_refused" : null)
                .with(
                        Attribute.text("credentials"),
                        cipher.seal("{\"client_id\":\"c\",\"client_secret\":\"s\"}", context + "credentials"))
                .with(Attribute.text("tokens"), cipher.seal(tokens, context + "tokens"))
                .with(Attribute.text("hook_secret"), cipher.seal(SECRET, context + "hook"))
                .with(Attribute.text("account_id"), BROADCASTER)
                .with(Attribute.text("account_login"), "novaplays")
                .with(Attribute.text("account_name"), "NovaPlays")
                .with(Attribute.time("connected_at"), connectedAt)
                .with(Attribute.texts("subscriptions"), List.of("channel.follow pending"))
                .with(Attribute.whole("revision"), 1)
                .with(Attribute.whole("tokens_revision"), 1);
    }

    /// This platform at another address, or with another secret.
    public TestPlatform with(String otherId, String otherSecret) {
        return new TestPlatform(account, otherId, otherSecret);
    }

    /// Sends an event with a message id of its own.
    public Answer send(String type, Map<String, ? extends @Nullable Object> event) {
        return sendAs(UUID.randomUUID().toString(), type, event);
    }

    /// Sends an event with this message id.
    public Answer sendAs(String messageId, String type, Map<String, ? extends @Nullable Object> event) {
        return post(
                messageId,
                "notification",
                body(type, event),
                account.service().clock().instant());
    }

    /// An event's body.
    public static byte[] body(String type, Map<String, ? extends @Nullable Object> event) {
        return Json.write(Map.of("subscription", Map.of("type", type, "status", "enabled"), "event", event));
    }

    /// Signs a body and sends it.
    public Answer post(String messageId, String messageType, byte[] body, Instant at) {
        return post(headers(messageId, messageType, body, at), body);
    }

    /// Sends a body with these headers.
    public Answer post(Map<String, String> headers, byte[] body) {
        ApiClient caller = new ApiClient(account.service().stack().authUrl(), null);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            caller = caller.with(header.getKey(), header.getValue());
        }
        return caller.beside("POST", "/hooks/twitch/" + id, body);
    }

    /// The headers of a call.
    public Map<String, String> headers(String messageId, String messageType, byte[] body, Instant at) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Twitch-Eventsub-Message-Id", messageId);
        headers.put("Twitch-Eventsub-Message-Type", messageType);
        headers.put("Twitch-Eventsub-Message-Timestamp", at.toString());
        headers.put("Twitch-Eventsub-Message-Signature", signature(messageId + at, body));
        return headers;
    }

    private String signature(String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A follow, as API Gateway hands it to the receiver.
    public byte[] event(Instant at) {
        byte[] body = body("channel.follow", Map.of("user_id", "77", "user_login", "ada", "user_name", "Ada"));
        Map<String, String> headers = new LinkedHashMap<>();
        headers("m1", "notification", body, at)
                .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        headers.put("content-type", "application/json");
        return Json.write(Map.of(
                "rawPath",
                "/hooks/twitch/" + id,
                "headers",
                headers,
                "body",
                new String(body, StandardCharsets.UTF_8),
                "isBase64Encoded",
                false,
                "requestContext",
                Map.of("requestId", "cold", "http", Map.of("method", "POST", "sourceIp", "127.0.0.1"))));
    }

    /// A line of chat.
    public static Map<String, Object> line(String userId, String login, String messageId, String text) {
        return Map.of(
                "broadcaster_user_id", BROADCASTER,
                "chatter_user_id", userId,
                "chatter_user_login", login,
                "chatter_user_name", login,
                "message_id", messageId,
                "message", Map.of("text", text),
                "badges", List.of());
    }
}
