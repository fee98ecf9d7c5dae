package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;

import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// An event as one value: its type, and the record that its `data` is made of, with each field once.
///
/// The bytes on the wire, the sample that `POST /events/trigger` changes and a ping sends, the webhook of the OpenAPI
/// document and the message of the AsyncAPI document follow from it.
///
/// ```java
/// public static final EventSchema<CounterUpdated> EVENT = EventSchema.of(EventType.COUNTER_UPDATED, s -> {
///     s.text("name", CounterUpdated::name).component("CounterName").sample("deaths");
///     s.integer("value", CounterUpdated::value).component("CounterNumber").sample(42L);
/// });
/// ```
///
/// @param <T> the record
public final class EventSchema<T> {

    private static final String DATA = "Data";

    private final EventType type;
    private final Schema<T> data;

    private EventSchema(EventType type, Schema<T> data) {
        this.type = type;
        this.data = data;
    }

    /// An event with a schema of its own, which the OpenAPI document calls after its type: `CounterUpdatedData`.
    ///
    /// @param fields adds the fields, in their order on the wire
    public static <T> EventSchema<T> of(EventType type, Consumer<Shape<T>> fields) {
        return of(type, Schema.shown(name(type) + DATA, "", fields));
    }

    /// An event that shares its schema with others.
    public static <T> EventSchema<T> of(EventType type, Schema<T> data) {
        return new EventSchema<>(type, data);
    }

    /// A warning, which its code tells from others.
    ///
    /// @param fields adds the [#message], and what the code has beside it
    public static <T> EventSchema<T> warning(String code, Consumer<Shape<T>> fields) {
        return of(EventType.WARNING, s -> {
            s.constant("code", code);
            fields.accept(s);
        });
    }

    /// Adds the sentence of a warning.
    public static <T> Field<T, String> message(Shape<T> fields, Function<? super T, String> message) {
        return fields.anyText("message", message).doc("For people.");
    }

    /// Its type.
    public EventType type() {
        return type;
    }

    /// The shape of its data.
    public Schema<T> data() {
        return data;
    }

    /// The event that has this as its data.
    public Event event(T record) {
        return new Event(type, data.json(record));
    }

    /// A realistic `data` object, with every field that the catalogue lists.
    public Map<String, @Nullable Object> sample() {
        return data.sample();
    }

    /// The documents' name of a type: `QueueTtsStarted` is `queue.tts.started`.
    public static String name(EventType type) {
        StringBuilder name = new StringBuilder();
        for (String word : type.label().split("[._]", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word, 1, word.length());
        }
        return name.toString();
    }
}
