package streamerapi.localstack.functions;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import streamerapi.localstack.template.TemplateException;
import streamerapi.shared.lambda.Environment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// One function: its handler, made once and called from many virtual threads at a time.
final class FunctionHost implements AutoCloseable {
    private final FunctionSettings settings;
    private final RequestStreamHandler handler;
    private final Supplier<InvocationListener> listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    FunctionHost(FunctionSettings settings, Environment environment, Supplier<InvocationListener> listener) {
        this.settings = settings;
        this.handler = handler(settings, environment);
        this.listener = listener;
    }

    /// @throws TemplateException if the class is not there or is no such handler
    private static RequestStreamHandler handler(FunctionSettings settings, Environment environment) {
        String className = settings.handlerClass();
        try {
            Class<?> found = Class.forName(className);
            return (RequestStreamHandler)
                    found.getConstructor(Environment.class).newInstance(environment);
        } catch (ClassNotFoundException e) {
            throw refused(settings, "there is no class " + className);
        } catch (NoSuchMethodException e) {
            throw refused(settings, className + " has no public constructor that takes an Environment");
        } catch (ClassCastException e) {
            throw refused(settings, className + " is no RequestStreamHandler");
        } catch (InvocationTargetException e) {
            throw refused(settings, className + " cannot be made: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw refused(settings, className + " cannot be made: " + e);
        }
    }

    private static TemplateException refused(FunctionSettings settings, String problem) {
        return new TemplateException(settings.place() + ".Handler", problem);
    }

    /// Runs the handler and waits for its answer, for as long as the function's timeout allows. Lambda then ends the
    /// process, with the threads that the handler started.
    ///
    /// @param lineage of the chain that the invocation belongs to, itself included
    byte[] invoke(byte[] payload, Lineage lineage) throws FunctionError {
        var invocation = new Invocation(settings.id(), UUID.randomUUID().toString(), payload);
        var running = new Running(lineage);
        Future<byte[]> answer = threads.submit(() -> run(invocation, running));
        try {
            return answer.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            running.kill();
            answer.cancel(true);
            throw new FunctionError(
                    settings.id(), "Task timed out after " + settings.timeout().toSeconds() + " seconds");
        } catch (ExecutionException e) {
            throw new FunctionError(settings.id(), String.valueOf(e.getCause()), e.getCause());
        } catch (InterruptedException | CancellationException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new FunctionError(settings.id(), "stopped", e);
        }
    }

    private byte[] run(Invocation invocation, Running running) throws Exception {
        running.enter();
        var observer = listener.get();
        observer.before(invocation);
        var output = new ByteArrayOutputStream();
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        try {
            handler.handleRequest(
                    new ByteArrayInputStream(invocation.payload()),
                    output,
                    new LocalContext(settings, invocation.requestId(), deadline));
            running.live();
        } catch (Exception | Error e) {
            observer.after(invocation, null);
            throw e;
        }
        byte[] response = output.toByteArray();
        observer.after(invocation, response);
        return response;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
