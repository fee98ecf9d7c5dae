package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;

/// An invocation that gave no answer: the handler threw, ran out of time, or was killed.
public final class FunctionError extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean throttled;

    FunctionError(String function, String problem, @Nullable Throwable cause) {
        super(function + ": " + problem, cause);
        throttled = false;
    }

    FunctionError(String function, String problem) {
        this(function, problem, false);
    }

    private FunctionError(String function, String problem, boolean throttled) {
        super(function + ": " + problem);
        this.throttled = throttled;
    }

    /// An invocation that did not begin, because as many run as the account may have.
    static FunctionError throttled(String function) {
        return new FunctionError(function, "Rate Exceeded: the account's concurrent invocations are all in use", true);
    }

    /// Whether the function was not run at all.
    public boolean isThrottled() {
        return throttled;
    }
}
