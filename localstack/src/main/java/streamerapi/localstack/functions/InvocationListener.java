package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;

/// Sees every invocation, and can end it: a test's way to kill a function before or after its work.
public interface InvocationListener {

    /// Runs before the handler. An exception ends the invocation as a function error before any work was done.
    default void before(Invocation invocation) {}

    /// Runs after the handler. An exception ends the invocation as a function error: its work is done, and its answer
    /// is lost.
    ///
    /// @param response the function's answer, or null if it failed
    default void after(Invocation invocation, byte @Nullable [] response) {}

    /// The functions' way to AWS, made of the real one: a test's way to see their calls. A call is made on the thread
    /// of the invocation, or on one that this started.
    default SdkHttpClient wayToAws(SdkHttpClient real) {
        return real;
    }
}
