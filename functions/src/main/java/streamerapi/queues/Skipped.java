package streamerapi.queues;

import streamerapi.shared.schema.Schema;

import java.util.Optional;

/// The item that a skip ended, as it is answered.
public final class Skipped {

    private Skipped() {}

    /// The schema of an item's order id; empty if nothing was playing.
    ///
    /// @param name the schema's own name
    /// @param component the name of the schema of the queue's order ids
    /// @param example an order id of the queue
    public static Schema<Optional<String>> schema(String name, String component, String example) {
        return Schema.shown(
                name,
                "A skip's result.",
                s -> s.text("skipped_order_id", skipped -> skipped.orElse(null))
                        .component(component)
                        .orNull()
                        .doc("Null when nothing was playing.")
                        .example(example));
    }
}
