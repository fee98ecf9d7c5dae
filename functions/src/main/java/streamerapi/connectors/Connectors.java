package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectTransport;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Table;

import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// The way to platforms and payment processors by their connectors (contract "Ingest").
///
/// A call is one POST of `{action, id, tenant_id, data}`, signed as webhooks are, with the account's secret for that
/// connector. A 2xx whose `sent` is true within 5 seconds means that it was done; a 2xx whose `sent` is false, and a
/// 4xx but 408 and 429, that it was refused. Every other outcome is unknown.
public final class Connectors implements EffectTransport {

    private static final String USER_AGENT = "StreamerApi-Connectors/1.0";

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;

    private final ConnectorSecrets secrets;
    private final Map<Connector, URI> addresses = new EnumMap<>(Connector.class);
    private final String signatureHeader;
    private final InstantSource clock;

    /// @param variables the function's environment variables by name: those of [Connector#variable], and
    /// `HEADER_PREFIX`
    public Connectors(
            Table table, SecretCipher cipher, InstantSource clock, Function<String, @Nullable String> variables) {
        this.secrets = new ConnectorSecrets(table, cipher, clock);
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

    @Override
    public EffectResult carryOut(String tenantId, Effect effect) {
        URI address = addresses.get(effect.connector());
        ConnectorSecrets.Valid valid = address == null ? null : secrets.find(tenantId, effect.connector());
        if (address == null || valid == null) {
            return new EffectResult.Refused("not connected");
        }
        if (valid.isOutdated()) {
            secrets.reseal(tenantId, effect.connector());
        }
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("action", effect.action().label());
        message.put("id", effect.id());
        message.put("tenant_id", tenantId);
        message.put("data", effect.data());
        byte[] body = Json.write(message);
        String signature = Signature.header(valid.secrets(), clock.instant(), body);
        JsonCall call = JsonCall.post(address, body)
                .header("User-Agent", USER_AGENT)
                .header(signatureHeader, signature)
                .succeedsIf(answer -> result(answer) instanceof EffectResult.Done);
        try {
            return result(call.send(TIMEOUT));
        } catch (IOException e) {
            return new EffectResult.Unknown("no answer", null);
        }
    }

    private EffectResult result(JsonCall.Answer answer) {
        int status = answer.status();
        String reason = "status " + status;
        if (answer.isSuccess()) {
            if (!(answer.body().get("sent") instanceof Boolean sent)) {
                return new EffectResult.Unknown("no `sent` in the answer", null);
            }
            return sent ? new EffectResult.Done(answer.body()) : new EffectResult.Refused("not sent");
        }
        if (status / 100 == 4 && status != REQUEST_TIMEOUT && status != TOO_MANY_REQUESTS) {
            return new EffectResult.Refused(reason);
        }
        return new EffectResult.Unknown(
                reason, status == TOO_MANY_REQUESTS ? RetrySchedule.wish(answer.retryAfter(), clock.instant()) : null);
    }
}
