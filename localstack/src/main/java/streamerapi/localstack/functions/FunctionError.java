package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;

/// An invocation that gave no answer: the handler threw, ran out of time, or was killed.
public final class FunctionError extends Exception {
    private static final long serialVersionUID = 1L;

    FunctionError(String function, String problem, @Nullable Throwable cause) {
        super(function + ": " + problem, cause);
    }

    FunctionError(String function, String problem) {
        super(function + ": " + problem);
    }
}
