package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Table;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// Tells connectors what the service wants done: `chat.send`, `redemption.fulfill`, `redemption.cancel`,
/// `payment.capture`, `payment.release` (contract "Ingest").
///
/// A call is one POST of `{action, tenant_id, data}`, signed as webhooks are, with the account's secret for that
/// connector. It is sent once: nothing here sends it again. It is done if the answer is a 2xx whose `sent` is true,
/// within 5 seconds.
public final class Connectors {

    /// What came of a call.
    public enum Result {
        /// The connector did it.
        DONE,
        /// The connector said that it did not, said nothing in time, or said something else. It may have done it.
        FAILED,
        /// The deployment has no such connector, or the account no secret for it.
        NOT_CONNECTED
    }

    /// How long a call may take, from connecting to the last byte of the answer.
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final String USER_AGENT = "StreamerApi-Connectors/1.0";

    private final ConnectorSecrets secrets;
    private final Map<Connector, URI> addresses = new EnumMap<>(Connector.class);
    private final String signatureHeader;
    private final InstantSource clock;

    /// @param variables the function's environment variables by name: those of [Connector#variable], and
    /// `HEADER_PREFIX`
    public Connectors(Table table, InstantSource clock, Function<String, @Nullable String> variables) {
        this.secrets = new ConnectorSecrets(table, clock);
        this.clock = clock;
        String prefix = variables.apply("HEADER_PREFIX");
        this.signatureHeader = (prefix == null ? "Service-" : prefix) + "Signature";
        for (Connector connector : Connector.values()) {
            String address = variables.apply(connector.variable());
            if (address != null && !address.isEmpty()) {
                addresses.put(connector, URI.create(address));
            }
        }
    }

    /// Whether the deployment has this connector.
    public boolean has(Connector connector) {
        return addresses.containsKey(connector);
    }

    /// Asks a connector to do something for an account, and waits for its answer.
    ///
    /// @param action `chat.send` for one
    public Result call(
            String tenantId, Connector connector, String action, Map<String, ? extends @Nullable Object> data) {
        URI address = addresses.get(connector);
        ConnectorSecrets.Pair pair = address == null ? null : secrets.find(tenantId, connector);
        if (address == null || pair == null) {
            return Result.NOT_CONNECTED;
        }
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("action", action);
        message.put("tenant_id", tenantId);
        message.put("data", data);
        byte[] body = Json.write(message);
        String signature = Signature.header(pair.at(clock.instant()), clock.instant(), body);
        JsonCall call = JsonCall.post(address, body)
                .header("User-Agent", USER_AGENT)
                .header(signatureHeader, signature)
                .succeedsIf(Connectors::isDone);
        try {
            return isDone(call.send(TIMEOUT)) ? Result.DONE : Result.FAILED;
        } catch (IOException e) {
            return Result.FAILED;
        }
    }

    private static boolean isDone(JsonCall.Answer answer) {
        return Boolean.TRUE.equals(answer.body().get("sent"));
    }
}
