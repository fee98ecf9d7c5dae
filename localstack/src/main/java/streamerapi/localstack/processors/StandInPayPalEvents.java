package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInSamples;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/// PayPal's events: made of a resource, signed for each webhook that wants the type, and sent.
final class StandInPayPalEvents {

    /// The part of a certificate's address before its name.
    static final String CERTIFICATES = "/v1/notifications/certs/";

    private static final String ALGORITHM = "SHA256withRSA";

    private final StandInPayPalWebhooks webhooks;
    private final PayPalCertificates certificates;
    private final EventSender sender;
    private final InstantSource clock;
    private volatile String lastAddress = "";

    /// An event before it is made.
    ///
    /// @param resource what it is about, as it is now
    record Draft(String type, ObjectNode resource) {}

    StandInPayPalEvents(
            StandInPayPalWebhooks webhooks, PayPalCertificates certificates, EventSender sender, InstantSource clock) {
        this.webhooks = webhooks;
        this.certificates = certificates;
        this.sender = sender;
        this.clock = clock;
    }

    /// Sends events one after the other, beside the request that caused them.
    void soon(Draft... drafts) {
        List<ObjectNode> made = Arrays.stream(drafts).map(this::made).toList();
        sender.beside(() -> made.forEach(event -> deliver(event, StandInProcessor.node())));
    }

    /// Sends one event now.
    ///
    /// @param over  fields of the event in place of its own
    /// @param order with `transmission_id` and `transmission_time`, if they are given
    /// @return the statuses of the first attempts
    List<Integer> now(Draft draft, JsonNode over, JsonNode order) {
        ObjectNode event = made(draft);
        StandInSamples.merge(event, over);
        return deliver(event, order);
    }

    private ObjectNode made(Draft draft) {
        ObjectNode event = StandInProcessor.node()
                .put("id", "WH-" + RandomText.capitals(17) + "-" + RandomText.capitals(17))
                .put("event_version", "1.0")
                .put(
                        "create_time",
                        clock.instant().truncatedTo(ChronoUnit.MILLIS).toString())
                .put("resource_type", resourceType(draft.type))
                .put("resource_version", "2.0")
                .put("event_type", draft.type)
                .put("summary", draft.type.replace('.', ' '));
        event.set("resource", draft.resource.deepCopy());
        event.putArray("links");
        return event;
    }

    private static String resourceType(String type) {
        if (type.startsWith("CHECKOUT.")) {
            return "checkout-order";
        }
        if (type.startsWith("PAYMENT.AUTHORIZATION.")) {
            return "authorization";
        }
        return type.endsWith(".REFUNDED") || type.endsWith(".REVERSED") ? "refund" : "capture";
    }

    private List<Integer> deliver(ObjectNode event, JsonNode order) {
        String body = event.toString();
        return webhooks.wanting(event.path("event_type").asText()).stream()
                .map(webhook -> sent(webhook, body, order))
                .toList();
    }

    private int sent(ObjectNode webhook, String body, JsonNode order) {
        String id = webhook.path("id").asText();
        String transmission = order.path("transmission_id").asText(RandomText.uuid());
        String time = order.path("transmission_time")
                .asText(clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("PAYPAL-TRANSMISSION-ID", transmission);
        headers.put("PAYPAL-TRANSMISSION-TIME", time);
        headers.put("PAYPAL-TRANSMISSION-SIG", certificates.sign(signed(transmission, time, id, body)));
        headers.put("PAYPAL-CERT-URL", base(webhook) + CERTIFICATES + certificates.id());
        headers.put("PAYPAL-AUTH-ALGO", ALGORITHM);
        return sender.send(
                new EventSender.Parcel(webhook.path("url").asText(), retry -> headers, body, () -> webhooks.has(id)));
    }

    /// The address of the stand-in, as the service last named it.
    void at(String address) {
        lastAddress = address;
    }

    private String base(ObjectNode webhook) {
        return lastAddress.isEmpty() ? webhook.path("base").asText() : lastAddress;
    }

    private static String signed(String transmission, String time, String webhook, String body) {
        CRC32 sum = new CRC32();
        sum.update(body.getBytes(StandardCharsets.UTF_8));
        return transmission + "|" + time + "|" + webhook + "|" + sum.getValue();
    }

    /// Whether a delivery's signature is one of PayPal's.
    ///
    /// @param event the event's own text
    boolean verifies(ObjectNode delivery, String event) {
        String text = signed(
                delivery.path("transmission_id").asText(),
                delivery.path("transmission_time").asText(),
                delivery.path("webhook_id").asText(),
                event);
        return delivery.path("auth_algo").asText().equals(ALGORITHM)
                && delivery.path("cert_url").asText().endsWith(CERTIFICATES + certificates.id())
                && webhooks.has(delivery.path("webhook_id").asText())
                && certificates
                        .sign(text)
                        .equals(delivery.path("transmission_sig").asText());
    }
}
