package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;

/// Sees every invocation, and can end it: a test's way to kill a function before or after its work.
public interface InvocationListener {

    /// Runs before the handler. What it throws ends the invocation as a function error, with nothing done.
    default void before(Invocation invocation) {}

    /// Runs after the handler. What it throws ends the invocation as a function error, with its work done and its
    /// answer lost.
    ///
    /// @param response the function's answer, or null if it failed
    default void after(Invocation invocation, byte @Nullable [] response) {}

    /// The functions' way to AWS, made of the real one: a test's way to see their calls. A call is made on the thread
    /// of the invocation, or on one that this started.
    default SdkHttpClient wayToAws(SdkHttpClient real) {
        return real;
    }
}
