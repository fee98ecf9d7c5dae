package streamerapi.shared.events;

import java.util.function.Supplier;

/// The request or message was carried out before: its first answer is given again, and nothing has changed now. It is
/// thrown by a decision, or when it is committed by the refusal of the write that would have kept the answer.
public class AnsweredBefore extends RuntimeException {

    private final transient Supplier<?> answer;

    /// @param answer the first answer, read when it is asked for
    public AnsweredBefore(Supplier<?> answer) {
        super(null, null, false, false);
        this.answer = answer;
    }

    /// The first answer.
    ///
    /// @param type of the answers to such requests or messages
    public <T> T answer(Class<T> type) {
        return type.cast(answer.get());
    }
}
