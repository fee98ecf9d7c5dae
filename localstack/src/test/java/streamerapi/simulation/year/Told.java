package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// An event as the log has it.
record Told(String id, String type, Instant created, boolean isOfOverlay, Map<String, @Nullable Object> data) {

    static Told of(LoggedEvent event) {
        Map<String, @Nullable Object> body = Json.asObject(Json.read(event.body()));
        boolean isOfOverlay = body.get("actor") instanceof Map<?, ?> actor && "overlay".equals(actor.get("type"));
        return new Told(event.id(), event.type(), event.created(), isOfOverlay, Json.asObject(body.get("data")));
    }

    /// Those that tell of a new tip of a person whose name begins so.
    static List<Told> tips(List<Told> all, String name) {
        return all.stream()
                .filter(event ->
                        event.type.equals("tip.created") && event.text("name").startsWith(name))
                .toList();
    }

    String text(String name) {
        return String.valueOf(data.get(name));
    }

    String orderId() {
        Object of = data.containsKey("tip") ? data.get("tip") : data.get("media");
        Object id = data.get("order_id");
        return String.valueOf(id == null && of instanceof Map<?, ?> item ? item.get("order_id") : id);
    }

    BigDecimal amount() {
        return data.get("amount") instanceof BigDecimal amount ? amount : BigDecimal.ZERO;
    }
}
