package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.paypal.PayPalEventType;
import streamerapi.paypal.PayPalEvents;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An event of PayPal, reduced to what leads to its order.
///
/// @param data PayPal's id of the order and its `custom_id`, as far as they are there, by the names of [PayPalEvents]
record PayPalEvent(String type, Map<String, @Nullable Object> data) {

    /// Reads an event; null for one that the service does not take, or that is about no order.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` if it has no type
    static @Nullable PayPalEvent of(EventFields body) {
        String type = body.text("event_type", EventFields.ID);
        EventFields resource = body.objectOrNull("resource");
        if (!PayPalEventType.ALL.contains(type) || resource == null) {
            return null;
        }
        String order =
                type.equals(PayPalEventType.APPROVED) ? resource.textOrNull("id", EventFields.ID) : order(resource);
        String reference = reference(resource);
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(PayPalEvents.ORDER, order);
        data.put(PayPalEvents.REFERENCE, reference);
        return order == null && reference == null ? null : new PayPalEvent(type, data);
    }

    private static @Nullable String order(EventFields resource) {
        EventFields more = resource.objectOrNull("supplementary_data");
        EventFields ids = more == null ? null : more.objectOrNull("related_ids");
        return ids == null ? null : ids.textOrNull("order_id", EventFields.ID);
    }

    private static @Nullable String reference(EventFields resource) {
        String own = resource.textOrNull("custom_id", EventFields.ID);
        List<EventFields> units = resource.objects("purchase_units");
        return own != null || units.isEmpty() ? own : units.getFirst().textOrNull("custom_id", EventFields.ID);
    }
}
