package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.signatures.Signature;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Checks the signatures of connectors' messages (contract "Ingest"): over the bytes as they were sent, under the
/// secrets that are good now. Until a signature holds, nothing of the body but `tenant_id` is used, and only to read
/// the secrets.
final class MessageSignatures {

    private static final Pattern TENANT_ID = Pattern.compile("ten_[0-9a-z]{13}");

    /// The secret that an unknown account's messages are checked with, so that they take as long as any other.
    private static final String NO_SECRET = Signature.newSecret();

    private final ConnectorSecrets secrets;
    private final InstantSource clock;

    MessageSignatures(ConnectorSecrets secrets, InstantSource clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    /// The message that a body is, once its signature held.
    ///
    /// @param source as the path names it
    /// @param signature the value of `Service-Signature`, or null
    /// @throws Problem `not_found` for an unknown source, `invalid_signature`, `bad_request` for a body that is not a
    /// message
    IngestMessage verified(String source, @Nullable String signature, byte[] body) {
        Connector connector = Connector.of(source).orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        Map<String, @Nullable Object> fields = fields(body);
        String tenantId = fields.get("tenant_id") instanceof String text ? text : "";
        ConnectorSecrets.Valid valid = TENANT_ID.matcher(tenantId).matches() ? secrets.find(tenantId, connector) : null;
        Instant now = clock.instant();
        boolean matches = Signature.holds(signature, valid == null ? List.of(NO_SECRET) : valid.secrets(), now, body);
        if (!matches || valid == null) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE);
        }
        if (valid.isOutdated()) {
            secrets.reseal(tenantId, connector);
        }
        return MessageFields.read(fields, connector, now);
    }

    /// The body's fields; none if it is not a JSON object, which has no account either.
    private static Map<String, @Nullable Object> fields(byte[] body) {
        try {
            return Json.readObject(body);
        } catch (Json.Malformed e) {
            return Map.of();
        }
    }
}
