package streamerapi.connectors;

import streamerapi.shared.events.AnsweredBefore;

import java.util.Map;

/// The message, or another one about the same thing, was taken before: it is answered as a duplicate, and changes
/// nothing.
public final class DuplicateMessage extends AnsweredBefore {

    private final transient Map<String, Object> fields;

    /// @param fields the fields that the answer carries besides `success` and `duplicate`
    public DuplicateMessage(Map<String, Object> fields) {
        super(() -> fields);
        this.fields = fields;
    }

    /// The fields that the answer carries besides `success` and `duplicate`.
    public Map<String, Object> fields() {
        return fields;
    }
}
