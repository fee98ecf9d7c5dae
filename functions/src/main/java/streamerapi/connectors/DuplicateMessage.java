package streamerapi.connectors;

import java.util.Map;

/// What a message tells of was told by an earlier one with another id: it is answered as a duplicate, and changes
/// nothing.
public final class DuplicateMessage extends RuntimeException {

    private final transient Map<String, Object> answer;

    /// @param answer the fields that the answer carries besides `success` and `duplicate`
    public DuplicateMessage(Map<String, Object> answer) {
        super(null, null, false, false);
        this.answer = answer;
    }

    /// The fields that the answer carries besides `success` and `duplicate`.
    public Map<String, Object> answer() {
        return answer;
    }
}
