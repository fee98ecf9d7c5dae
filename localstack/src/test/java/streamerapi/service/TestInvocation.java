package streamerapi.service;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;

/// The runtime's description of an invocation; no function asks for more of it than this.
/// @param getFunctionName the function's name
public record TestInvocation(String getFunctionName) implements Context {
    @Override
    public String getAwsRequestId() {
        return "00000000-0000-0000-0000-000000000000";
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + getFunctionName;
    }

    @Override
    public String getLogStreamName() {
        return "test";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:" + getFunctionName;
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
        return 25_000;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public @Nullable LambdaLogger getLogger() {
        return null;
    }
}
