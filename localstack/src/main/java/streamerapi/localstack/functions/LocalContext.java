package streamerapi.localstack.functions;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Lambda's context of one invocation. Parts without a meaning here, for example the log stream, have plain stand-ins.
///
/// @param deadlineNanos when the invocation's time is up, as [System#nanoTime] counts
record LocalContext(FunctionSettings function, String requestId, long deadlineNanos) implements Context {
    private static final Logger LOG = LoggerFactory.getLogger("functions");
    private static final int MEMORY_MB = 512;

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + function.name();
    }

    @Override
    public String getLogStreamName() {
        return "local";
    }

    @Override
    public String getFunctionName() {
        return function.name();
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return function.arn();
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int)
                Math.max(0, Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis());
    }

    @Override
    public int getMemoryLimitInMB() {
        return MEMORY_MB;
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                LOG.info(message);
            }

            @Override
            public void log(byte[] message) {
                LOG.info(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
