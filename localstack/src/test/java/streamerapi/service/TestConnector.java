package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// A connector of an account: sends signed messages to ingest, and tells what the service asked of it.
///
/// @param source `alpha`, `beta`, `card_processor` or `wallet_processor`
/// @param secret what it signs with
public record TestConnector(Account account, String source, String secret) {

    /// This connector with another secret.
    public TestConnector signingWith(String other) {
        return new TestConnector(account, source, other);
    }

    /// Sends a message with an id of its own, which must be taken.
    public Answer send(String type, Map<String, ? extends @Nullable Object> data) {
        return sendAs(UUID.randomUUID().toString(), type, data).expect(202);
    }

    /// Sends a message with this id.
    public Answer sendAs(String id, String type, Map<String, ? extends @Nullable Object> data) {
        return post(message(id, type, data));
    }

    /// A message, before it is signed.
    public Map<String, @Nullable Object> message(String id, String type, Map<String, ? extends @Nullable Object> data) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("type", type);
        message.put("tenant_id", account.tenantId());
        message.put("occurred_at", account.service().clock().instant());
        message.put("data", data);
        return message;
    }

    /// Signs a message and sends it.
    public Answer post(Map<String, ? extends @Nullable Object> message) {
        byte[] body = Json.write(message);
        return post(body, signature(body, account.service().clock().instant()));
    }

    /// Sends bytes with a signature, or with none.
    public Answer post(byte[] body, @Nullable String signature) {
        ApiClient caller = new ApiClient(account.service().stack().authUrl(), null);
        ApiClient signed = signature == null ? caller : caller.with("Service-Signature", signature);
        return signed.send("POST", "/ingest/" + source, body);
    }

    /// The signature of these bytes at this time.
    public String signature(byte[] body, Instant at) {
        return Signature.header(List.of(secret), at, body);
    }

    /// The calls that the service sent it for the account, oldest first: `{at, platform, action, tenant_id, data}`.
    public List<Map<String, @Nullable Object>> calls() {
        URI log = URI.create(account.service().stack().connectorLogUrl());
        Answer answer = new WebClient(account.service().stack().authUrl())
                .get(log.getPath())
                .expect(200);
        List<Map<String, @Nullable Object>> calls = new ArrayList<>();
        for (Object call : (List<?>) Objects.requireNonNull(answer.at("calls"))) {
            Map<String, @Nullable Object> fields = Json.asObject(call);
            if (account.tenantId().equals(fields.get("tenant_id")) && source.equals(fields.get("platform"))) {
                calls.add(fields);
            }
        }
        return calls;
    }

    /// Says how the service's calls for the account are answered from now on.
    ///
    /// @param answer `sent`, `not_sent`, `error` or `none`
    public void answers(String answer) {
        new WebClient(account.service().stack().authUrl())
                .postJson("/connectors/control", Map.of("tenant_id", account.tenantId(), "answer", answer))
                .expect(200);
    }
}
