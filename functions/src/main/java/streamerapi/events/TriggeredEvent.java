package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// An event that an app asks for, to try its own code with: a type's sample, with some fields set otherwise (contract
/// "POST /events/trigger").
///
/// @param type the label of a type that endpoints can subscribe to
/// @param data the fields to set, each of the sample's
record TriggeredEvent(String type, Map<String, @Nullable Object> data) {

    private static final int MAX_BYTES = 16 * 1024;

    static final Schema<TriggeredEvent> SCHEMA =
            Schema.of("TriggeredEvent", "An event to try your own code with.", s -> {
                var type = s.text("type", TriggeredEvent::type)
                        .max(64)
                        .doc("Any type of `GET /events` but `ping` and `warning`.")
                        .example("alpha.follow");
                var data = s.freeObject("data", TriggeredEvent::data)
                        .orElse(Map.of())
                        .doc("Replacements for fields of the type's sample; the other fields keep the sample's values.")
                        .example(Map.of("user_name", "NovaFox"));
                return in -> new TriggeredEvent(type.of(in), data.of(in));
            });

    /// The event: its data has `test` true. Overlays show it, so the texts that were sent are cleaned as those
    /// of viewers are.
    ///
    /// @param clean leaves of a text what the account lets through
    /// @throws Problem `bad_request` for a type that cannot be triggered, and for a field that the sample has not, or
    /// has with another type of value
    Event event(UnaryOperator<String> clean) {
        EventType known = EventType.of(type)
                .filter(EventType::subscribable)
                .orElseThrow(() -> Problem.badField("type", "type must be an event type that can be subscribed to"));
        Event event = new Event(known, merged("data", EventCatalogue.sample(known), data, clean)).ofTest();
        if (Json.write(event.data()).length > MAX_BYTES) {
            throw Problem.badField("data", "data must have at most " + MAX_BYTES + " bytes");
        }
        return event.triggered();
    }

    private static Map<String, @Nullable Object> merged(
            String path,
            Map<String, @Nullable Object> sample,
            Map<String, @Nullable Object> sent,
            UnaryOperator<String> clean) {
        Map<String, @Nullable Object> merged = new LinkedHashMap<>(sample);
        sent.forEach((name, value) -> {
            String field = path + "." + name;
            if (!sample.containsKey(name)) {
                throw Problem.badField(field, "The sample of this type has no field " + field);
            }
            Object model = sample.get(name);
            if (model instanceof Map<?, ?> inner && value instanceof Map<?, ?> object) {
                merged.put(name, merged(field, Json.asObject(inner), Json.asObject(object), clean));
            } else if (value == null || isLike(model, value)) {
                merged.put(name, cleaned(value, clean));
            } else {
                throw Problem.badField(field, field + " must be of the same type as in the sample");
            }
        });
        return merged;
    }

    private static @Nullable Object cleaned(@Nullable Object value, UnaryOperator<String> clean) {
        return switch (value) {
            case String text -> clean.apply(text);
            case List<?> list ->
                list.stream()
                        .<@Nullable Object>map(each -> cleaned(each, clean))
                        .toList();
            case null -> null;
            default -> value;
        };
    }

    /// Whether a value is of the sample's type; a number whole if the sample's is. Of a null nothing is known but that
    /// it is no object and no list.
    private static boolean isLike(@Nullable Object model, Object value) {
        return switch (model) {
            case null -> !(value instanceof Map<?, ?>) && !(value instanceof List<?>);
            case BigDecimal number ->
                value instanceof BigDecimal sent && sent.stripTrailingZeros().scale() <= Math.max(number.scale(), 0);
            default -> model.getClass().isInstance(value);
        };
    }
}
