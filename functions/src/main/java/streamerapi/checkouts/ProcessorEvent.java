package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Map;

/// An event of a payment processor whose signature held, reduced to the fields that its translation reads. It has
/// nothing of the person who paid.
///
/// @param id the processor's; a second event with it is the same
/// @param type as the processor calls it: `charge.refunded`
/// @param occurredAt by the processor's clock
/// @param data as the processor's receiver chose
public record ProcessorEvent(String id, String type, Instant occurredAt, Map<String, @Nullable Object> data) {

    /// A field of the data that is a text, or null.
    public @Nullable String text(String name) {
        return data.get(name) instanceof String text ? text : null;
    }
}
