package streamerapi.shared.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/// A Lambda function: reads the event, sees to it that log lines name the invocation, and hands the event on.
///
/// What it throws is a function error, which the trigger answers: API Gateway with a 500, a queue or a stream by coming
/// again.
public abstract class LambdaFunction implements RequestStreamHandler {

    private static final String KEEP_ACTIVE = "keep-active";
    private static final String COLD_START = "cold_start";

    /// Held here because the checkpoint's context does not hold it.
    @SuppressWarnings("UnusedVariable") // a strong reference, nothing more
    private final @Nullable Priming priming;

    protected LambdaFunction(Environment environment) {
        this.priming = environment.isSnapshotted() ? Priming.beforeSnapshot(getClass(), environment) : null;
    }

    /// Events as the function's triggers send them: handled before a snapshot is taken, they load all that an event
    /// can need.
    protected List<byte[]> samples() {
        return Samples.ofFunction(getClass());
    }

    /// Handles an event.
    ///
    /// @return the answer as JSON; empty for none
    protected abstract byte[] handle(Map<String, @Nullable Object> event);

    @Override
    public final void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        Map<String, @Nullable Object> event = Json.readObject(input.readAllBytes());
        output.write(PowertoolsLogging.withLogging(context, () -> answer(event)));
    }

    /// Has the log lines of this invocation name a request by the id that its sender was given. They name the function
    /// and the invocation no more: the route says which function it was, and every line is paid for by its length.
    protected static void nameInLog(String requestId) {
        MDC.remove("function_name");
        MDC.remove("function_request_id");
        MDC.put("request_id", requestId);
    }

    /// A schedule calls each function once a day, because a snapshot that is not started for 14 days goes inactive.
    private byte[] answer(Map<String, @Nullable Object> event) {
        if ("false".equals(MDC.get(COLD_START))) {
            MDC.remove(COLD_START);
        }
        return KEEP_ACTIVE.equals(event.get("source")) ? new byte[0] : handle(event);
    }
}
