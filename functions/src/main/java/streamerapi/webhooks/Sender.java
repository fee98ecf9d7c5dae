package streamerapi.webhooks;

import streamerapi.shared.signatures.Signature;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sends an event to an endpoint: signs it, names it, and posts it (spec "Delivery headers").
final class Sender {

    private static final String USER_AGENT = "StreamerApi-Webhooks/1.0";

    private final WebhookClient receiver;
    private final String prefix;
    private final InstantSource clock;

    /// @param prefix what our own headers begin with: `Service-`
    Sender(WebhookClient receiver, String prefix, InstantSource clock) {
        this.receiver = receiver;
        this.prefix = prefix;
        this.clock = clock;
    }

    /// An event on its way.
    ///
    /// @param deliveryId `wd_…`, or `ping`
    /// @param attempt 1 to 8
    record Parcel(String eventId, String eventType, String deliveryId, int attempt, String body) {}

    /// Posts it; tells what came of it.
    WebhookClient.Answer send(Parcel parcel, WebhookEndpoint endpoint) {
        byte[] body = parcel.body().getBytes(StandardCharsets.UTF_8);
        Instant now = clock.instant();
        List<String> secrets = endpoint.secrets(now);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", USER_AGENT);
        headers.put(prefix + "Signature", Signature.header(secrets, now, body));
        headers.put(prefix + "Event", parcel.eventType());
        headers.put(prefix + "Event-Id", parcel.eventId());
        headers.put(prefix + "Delivery", parcel.deliveryId());
        headers.put(prefix + "Attempt", Integer.toString(parcel.attempt()));
        headers.put("webhook-id", parcel.eventId());
        headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
        headers.put("webhook-signature", Signature.standard(secrets, parcel.eventId(), now, body));
        return receiver.post(endpoint.url(), headers, body);
    }
}
