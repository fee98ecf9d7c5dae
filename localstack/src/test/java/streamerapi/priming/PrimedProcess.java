package streamerapi.priming;

import com.amazonaws.services.lambda.crac.CheckpointException;
import com.amazonaws.services.lambda.crac.Core;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A function's process on Lambda, as far as it matters here: the function is made, the checkpoint comes, and an event
/// from the standard input is handled. Between the loading of [Restored] and of [Answered] no class should be loaded.
final class PrimedProcess {

    private PrimedProcess() {}

    /// Loaded when the checkpoint is over.
    static final class Restored {
        static void mark() {}
    }

    /// Loaded when the event has been handled.
    static final class Answered {
        static void mark() {}
    }

    /// @param arguments the function's class
    public static void main(String[] arguments) throws Exception {
        byte[] event = System.in.readAllBytes();
        Context context = context();
        RequestStreamHandler function = Class.forName(arguments[0])
                .asSubclass(RequestStreamHandler.class)
                .getConstructor()
                .newInstance();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        ByteArrayInputStream input = new ByteArrayInputStream(event);
        checkpoint();
        Restored.mark();
        if (event.length > 0) {
            function.handleRequest(input, answer, context);
        }
        Answered.mark();
        System.out.println(answer.toString(StandardCharsets.UTF_8));
    }

    /// Once every hook has run, the context clears a cache of names by native code that only the runtime itself loads.
    private static void checkpoint() throws CheckpointException {
        try {
            Core.getGlobalContext().beforeCheckpoint(Core.getGlobalContext());
        } catch (UnsatisfiedLinkError e) {
            System.out.println("checkpoint");
        }
    }

    private static Context context() {
        Map<String, Object> values = Map.of(
                "getAwsRequestId", "first",
                "getFunctionName", "function",
                "getFunctionVersion", "1",
                "getInvokedFunctionArn", "arn:aws:lambda:us-east-1:000000000000:function:function",
                "getMemoryLimitInMB", 512,
                "getRemainingTimeInMillis", 10_000);
        Context context = (Context) Proxy.newProxyInstance(
                PrimedProcess.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, args) -> values.getOrDefault(method.getName(), ""));
        if (context.getAwsRequestId().isEmpty() || context.getMemoryLimitInMB() == 0) {
            throw new IllegalStateException();
        }
        return context;
    }
}
