package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInSamples;
import streamerapi.localstack.standins.StandInState;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Stripe's events: made of an object, signed for each endpoint that wants the type, and sent.
final class StandInStripeEvents {

    private static final String ALGORITHM = "HmacSHA256";

    private final StripeEndpoints endpoints;
    private final StripeObjects events;
    private final EventSender sender;
    private final InstantSource clock;

    /// An event before it is made.
    ///
    /// @param object   what it is about, as it is now
    /// @param previous the fields that changed, as they were; empty for none
    record Draft(String type, ObjectNode object, ObjectNode previous) {

        static Draft of(String type, ObjectNode object) {
            return new Draft(type, object.deepCopy(), StandInProcessor.node());
        }
    }

    StandInStripeEvents(StandInState state, StripeEndpoints endpoints, EventSender sender, InstantSource clock) {
        this.endpoints = endpoints;
        this.sender = sender;
        this.clock = clock;
        events = new StripeObjects(state, "event");
    }

    StripeObjects all() {
        return events;
    }

    /// Sends events one after the other, beside the request that caused them.
    void soon(List<Draft> drafts) {
        List<ObjectNode> made = drafts.stream().map(this::made).toList();
        made.forEach(events::put);
        sender.beside(() -> made.forEach(event -> deliver(event, "")));
    }

    /// Sends one event now.
    ///
    /// @param over      fields of the event in place of its own
    /// @param timestamp what the signature is dated, in seconds; empty for now
    /// @return the statuses of the first attempts
    List<Integer> now(Draft draft, JsonNode over, String timestamp) {
        ObjectNode event = made(draft);
        StandInSamples.merge(event, over);
        events.put(event);
        return deliver(event, timestamp);
    }

    private ObjectNode made(Draft draft) {
        ObjectNode event =
                StripeObjects.made("event", clock, Map.of("id", "evt_1" + RandomText.letters(23), "type", draft.type));
        event.put("livemode", draft.object.path("livemode").asBoolean());
        event.withObject("/data").set("object", draft.object);
        if (!draft.previous.isEmpty()) {
            event.withObject("/data").set("previous_attributes", draft.previous);
        }
        return event;
    }

    private List<Integer> deliver(ObjectNode event, String timestamp) {
        List<ObjectNode> wanting = endpoints.wanting(
                event.path("type").asText(), event.path("livemode").asBoolean());
        return wanting.stream()
                .map(endpoint -> sent(endpoint, event, wanting.size(), timestamp))
                .toList();
    }

    private int sent(ObjectNode endpoint, ObjectNode event, int pending, String timestamp) {
        String id = endpoint.path("id").asText();
        String version = endpoint.path("api_version").asText(StripeEndpoints.VERSION);
        String body = event.deepCopy()
                .put("api_version", endpoint.path("api_version").isNull() ? StripeEndpoints.VERSION : version)
                .put("pending_webhooks", pending)
                .toPrettyString();
        return sender.send(new EventSender.Parcel(
                endpoint.path("url").asText(),
                retry -> headers(endpoints.secret(id), body, timestamp),
                body,
                () -> endpoints.isEnabled(id)));
    }

    private Map<String, String> headers(String secret, String body, String timestamp) {
        String time = timestamp.isEmpty() ? Long.toString(clock.instant().getEpochSecond()) : timestamp;
        return Map.of(
                "Stripe-Signature",
                "t=" + time + ",v1=" + signature(secret, time + "." + body),
                "User-Agent",
                "Stripe/1.0 (+https://stripe.com/docs/webhooks)");
    }

    private static String signature(String secret, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
