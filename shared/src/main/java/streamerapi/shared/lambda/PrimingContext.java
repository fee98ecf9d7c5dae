package streamerapi.shared.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;

/// The context of a sample: log lines that priming writes are told by its request id, `priming`.
record PrimingContext(String function) implements Context {

    @Override
    public String getAwsRequestId() {
        return "priming";
    }

    @Override
    public String getLogGroupName() {
        return function;
    }

    @Override
    public String getLogStreamName() {
        return function;
    }

    @Override
    public String getFunctionName() {
        return function;
    }

    @Override
    public String getFunctionVersion() {
        return "priming";
    }

    @Override
    public String getInvokedFunctionArn() {
        return function;
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
        return 10_000;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 0;
    }

    @Override
    public @Nullable LambdaLogger getLogger() {
        return null;
    }
}
