package streamerapi.simulation.year;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.FunctionSettings;

/// Lambda's context of an invocation.
record Invoked(FunctionSettings function, String requestId) implements Context {

    private static final int MEMORY_MB = 512;

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return function.name();
    }

    @Override
    public String getLogStreamName() {
        return function.name();
    }

    @Override
    public String getFunctionName() {
        return function.name();
    }

    @Override
    public String getFunctionVersion() {
        return "1";
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
        return (int) function.timeout().toMillis();
    }

    @Override
    public int getMemoryLimitInMB() {
        return MEMORY_MB;
    }

    @Override
    public @Nullable LambdaLogger getLogger() {
        return null;
    }
}
