package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.providers.JsonFields;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An event of Stripe, reduced to what its translation reads. Nothing of the person who paid is kept.
public final class StripeEvent {

    private static final int MAX_ID = 255;
    private static final int MAX_SECONDS_DIGITS = 11;
    private static final String SESSION_TYPES = "checkout.session.";
    private static final String REFUND_TYPES = "refund.";

    /// The field with the id of the intent that an event is about.
    static final String INTENT = "payment_intent";

    /// The fields with the id of the session that an event is about, and with its `client_reference_id`.
    static final String SESSION = "session";

    static final String REFERENCE = "reference";

    /// The field with the id of the refund that an event is about.
    static final String REFUND = "refund";

    private static final List<String> TEXTS = List.of("currency", "status", "payment_status");
    private static final List<String> AMOUNTS = List.of(
            "amount", "amount_received", "amount_capturable", "amount_captured", "amount_total", "amount_refunded");

    private StripeEvent() {}

    /// Whether events of a type are about money.
    public static boolean isTaken(String type) {
        return type.startsWith("payment_intent.")
                || type.startsWith(SESSION_TYPES)
                || type.startsWith("charge.")
                || isOfRefund(type);
    }

    /// Whether events of a type are about a refund. It has metadata of its own, in which no order is named.
    static boolean isOfRefund(String type) {
        return type.startsWith(REFUND_TYPES);
    }

    /// The event of a body; null if a field that each event has is not there.
    public static @Nullable ProcessorEvent of(JsonFields event) {
        String id = id(event, "id");
        String type = id(event, "type");
        JsonFields object = event.object("data").object("object");
        return id == null
                        || type == null
                        || !(event.fields().get("created") instanceof BigDecimal created)
                        || created.precision() - created.scale() > MAX_SECONDS_DIGITS
                        || object.fields().isEmpty()
                ? null
                : new ProcessorEvent(id, type, Instant.ofEpochSecond(created.longValue()), data(type, object));
    }

    private static Map<String, @Nullable Object> data(String type, JsonFields object) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(INTENT, type.startsWith("payment_intent.") ? id(object, "id") : idOrExpanded(object));
        boolean isOfSession = type.startsWith(SESSION_TYPES);
        data.put(SESSION, isOfSession ? id(object, "id") : null);
        data.put(REFERENCE, isOfSession ? id(object, "client_reference_id") : null);
        boolean isOfRefund = isOfRefund(type);
        data.put(REFUND, isOfRefund ? id(object, "id") : null);
        data.put(StripeCheckouts.ORDER_ID, isOfRefund ? null : id(object.object("metadata"), StripeCheckouts.ORDER_ID));
        TEXTS.forEach(name -> data.put(name, id(object, name)));
        data.put("captured", object.fields().get("captured") instanceof Boolean captured ? captured : null);
        AMOUNTS.forEach(name -> data.put(name, object.fields().get(name) instanceof BigDecimal amount ? amount : null));
        return data;
    }

    /// The intent's id, or that of an intent that stands in its place.
    private static @Nullable String idOrExpanded(JsonFields object) {
        String expanded = id(object.object(INTENT), "id");
        return expanded == null ? id(object, INTENT) : expanded;
    }

    /// A text of up to 255 characters; null if it is missing, empty or longer.
    private static @Nullable String id(JsonFields object, String name) {
        return object.fields().get(name) instanceof String text && !text.isEmpty() && text.length() <= MAX_ID
                ? text
                : null;
    }
}
