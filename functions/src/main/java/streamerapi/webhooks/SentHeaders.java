package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.signatures.Signature;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The headers of a delivery's attempts, made again from what is kept of them: our signature as it was sent. The one of
/// Standard Webhooks follows from it as long as the body and the secrets are known.
///
/// @param prefix what our own headers begin with: `Service-`
/// @param secrets those that the endpoint has now
/// @param body as it was sent; null if it is no longer kept
record SentHeaders(
        String prefix,
        List<String> secrets,
        Delivery delivery,
        @Nullable String body) {

    /// The description of the headers in the documents.
    static final String DOC =
            "The headers as they were sent, by their names, but those of HTTP itself; null if they are"
                    + " not known. `webhook-signature` is null if it cannot be made again: the endpoint's secret was replaced"
                    + " since, or the event is no longer kept.";

    /// The headers of an attempt by their names, but those of HTTP itself. The signature of Standard Webhooks is null
    /// if it cannot be made again.
    ///
    /// @param signature as it was sent; null if it is not kept
    /// @return null without a signature
    @Nullable
    Map<String, @Nullable Object> of(int attempt, @Nullable String signature) {
        if (signature == null) {
            return null;
        }
        Sender.Parcel parcel = new Sender.Parcel(delivery.eventId(), delivery.eventType(), delivery.id(), attempt, "");
        Map<String, @Nullable Object> headers = new LinkedHashMap<>(Sender.headers(prefix, parcel, signature));
        headers.put(Sender.STANDARD_SIGNATURE, standard(signature));
        return headers;
    }

    private @Nullable String standard(String signature) {
        if (body == null) {
            return null;
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        List<String> made = Signature.madeWith(signature, secrets, bytes);
        return made.isEmpty() ? null : Signature.standard(made, delivery.eventId(), Signature.time(signature), bytes);
    }
}
