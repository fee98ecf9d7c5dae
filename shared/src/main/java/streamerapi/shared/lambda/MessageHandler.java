package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// A part of a function behind a queue: it wires what the messages of its kinds need, and handles them.
public interface MessageHandler {

    /// Handles one message. An exception makes the message come again, and after the last attempt go to the dead
    /// letters.
    ///
    /// @param fields of the message, or of what stands in it under the only field of its kind
    void handle(Map<String, @Nullable Object> fields);
}
