package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.AnswerForm;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Schema;

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

    private static final String DATA = "data";
    private static final int MAX_BYTES = 16 * 1024;

    static final Schema<TriggeredEvent> SCHEMA =
            Schema.of("TriggeredEvent", "An event to try your own code with.", s -> {
                var type = s.text("type", TriggeredEvent::type)
                        .max(64)
                        .doc("Any type of `GET /events` but `ping` and `warning`.")
                        .example("alpha.follow");
                var data = s.freeObject(DATA, TriggeredEvent::data)
                        .orElse(Map.of())
                        .doc("Replacements for fields of the type's sample; the other fields keep the sample's values.")
                        .example(Map.of("user_name", "NovaFox"));
                return in -> new TriggeredEvent(type.of(in), data.of(in));
            });

    /// The event: its data has `test` true. Overlays show it, so the texts that were sent are cleaned as those
    /// of viewers are.
    ///
    /// @param clean leaves of a text what the account lets through
    /// @throws Problem `bad_request` for a type that cannot be triggered, for a field that the sample has not, and
    /// for a value that no event of the type has
    Event event(UnaryOperator<String> clean) {
        EventType known = EventType.of(type)
                .filter(EventType::subscribable)
                .orElseThrow(() -> Problem.badField("type", "type must be an event type that can be subscribed to"));
        Map<String, @Nullable Object> merged = merged(DATA, EventCatalogue.sample(known), data, clean);
        AnswerForm.check(EventCatalogue.of(known).data(), new Body(Map.of(DATA, merged)).object(DATA));
        Event event = new Event(known, merged).ofTest();
        if (Json.write(event.data()).length > MAX_BYTES) {
            throw Problem.badField(DATA, "data must have at most " + MAX_BYTES + " bytes");
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
            boolean isInner = sample.get(name) instanceof Map<?, ?> && value instanceof Map<?, ?>;
            merged.put(
                    name,
                    isInner
                            ? merged(field, Json.asObject(sample.get(name)), Json.asObject(value), clean)
                            : cleaned(value, clean));
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
}
