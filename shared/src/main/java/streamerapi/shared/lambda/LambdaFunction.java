package streamerapi.shared.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import streamerapi.shared.json.Json;
import streamerapi.shared.log.JsonLog;
import streamerapi.shared.log.LogContext;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// A Lambda function: reads the event, sees to it that log lines name the invocation, and hands the event on.
///
/// An exception is a function error, to which the trigger reacts: API Gateway with a 500, a queue or a stream by coming
/// again.
public abstract class LambdaFunction implements RequestStreamHandler {

    private static final String KEEP_ACTIVE = "keep-active";
    private static final String FUNCTION_NAME = "function_name";
    private static final String FUNCTION_REQUEST_ID = "function_request_id";
    private static final AtomicBoolean COLD = new AtomicBoolean(true);

    /// Held here because the checkpoint's context does not hold it.
    @SuppressWarnings("UnusedVariable") // a strong reference, nothing more
    private final @Nullable Priming priming;

    protected LambdaFunction(Environment environment) {
        JsonLog.writeFrom(Level.valueOf(environment.orElse("LOG_LEVEL", "INFO")));
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
        try {
            LogContext.set(fields(context));
            output.write(answer(event));
        } finally {
            LogContext.set(Map.of());
        }
    }

    /// Has the log lines of this invocation name a request by the id that its sender was given. They name the function
    /// and the invocation no more: the route says which function it was, and every line is paid for by its length.
    protected static void nameInLog(String requestId) {
        Map<String, Object> fields = new LinkedHashMap<>(LogContext.fields());
        fields.remove(FUNCTION_NAME);
        fields.remove(FUNCTION_REQUEST_ID);
        fields.put("request_id", requestId);
        LogContext.set(fields);
    }

    /// Has the next invocation be logged as the process's first: those of the priming are none.
    static void startsAnew() {
        COLD.set(true);
    }

    private static Map<String, Object> fields(Context context) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (COLD.getAndSet(false)) {
            fields.put("cold_start", true);
        }
        fields.put(FUNCTION_NAME, context.getFunctionName());
        fields.put(FUNCTION_REQUEST_ID, context.getAwsRequestId());
        return fields;
    }

    /// A schedule calls each function once a day, because a snapshot that is not started for 14 days goes inactive.
    private byte[] answer(Map<String, @Nullable Object> event) {
        return KEEP_ACTIVE.equals(event.get("source")) ? new byte[0] : handle(event);
    }
}
