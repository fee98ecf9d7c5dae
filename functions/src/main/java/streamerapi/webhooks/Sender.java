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

    /// The name of the header with the signature of Standard Webhooks.
    static final String STANDARD_SIGNATURE = "webhook-signature";

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

    /// The result of an attempt.
    ///
    /// @param signature the value of our signature's header, as it was sent
    record SignedAttempt(String signature, WebhookClient.Answer answer) {}

    /// Posts it.
    SignedAttempt send(Parcel parcel, WebhookEndpoint endpoint) {
        byte[] body = parcel.body().getBytes(StandardCharsets.UTF_8);
        Instant now = clock.instant();
        List<String> secrets = endpoint.secrets(now);
        String signature = Signature.header(secrets, now, body);
        String standard = Signature.standard(secrets, parcel.eventId(), now, body);
        Map<String, String> headers = new LinkedHashMap<>(headers(prefix, parcel, signature));
        headers.put(STANDARD_SIGNATURE, standard);
        return new SignedAttempt(signature, receiver.post(endpoint.url(), headers, body));
    }

    /// The headers of an attempt, but [#STANDARD_SIGNATURE] and those of HTTP itself.
    ///
    /// @param prefix what our own headers begin with
    /// @param signature the value of our signature's header
    static Map<String, String> headers(String prefix, Parcel parcel, String signature) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", USER_AGENT);
        headers.put(prefix + "Signature", signature);
        headers.put(prefix + "Event", parcel.eventType());
        headers.put(prefix + "Event-Id", parcel.eventId());
        headers.put(prefix + "Delivery", parcel.deliveryId());
        headers.put(prefix + "Attempt", Integer.toString(parcel.attempt()));
        headers.put("webhook-id", parcel.eventId());
        headers.put("webhook-timestamp", Long.toString(Signature.time(signature).getEpochSecond()));
        return headers;
    }
}
