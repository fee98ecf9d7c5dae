package streamerapi.shared.lambda;

import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import streamerapi.shared.aws.Backoff;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a function's own path before its snapshot is taken, so that the first request that a copy answers finds every
/// class loaded.
///
/// A twin of the function, over AWS clients that never leave the process, handles the function's samples. Twin, clients
/// and rows are dropped before the snapshot: no id, key, window or connection that was made here is in a copy. One real
/// read, of a row that does not exist, opens TLS and loads the network's classes; its connection is closed.
///
/// Nothing that goes wrong here keeps the function from starting: it starts colder, and says so in its log.
final class Priming implements Resource {

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");
    private static final int ROUNDS = 3;
    private static final Duration REACHED = Duration.ofSeconds(5);

    private final Class<? extends LambdaFunction> function;
    private final Environment environment;

    private Priming(Class<? extends LambdaFunction> function, Environment environment) {
        this.function = function;
        this.environment = environment;
    }

    /// Primes the function when the snapshot is about to be taken. The caller must hold on to what it is given.
    static Priming beforeSnapshot(Class<? extends LambdaFunction> function, Environment environment) {
        Priming priming = new Priming(function, environment);
        Core.getGlobalContext().register(priming);
        return priming;
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        carefully("the table", this::reachTable);
        carefully("the samples", this::handleSamples);
        // A call whose connection did not outlive the snapshot is made once more.
        carefully("a pause", () -> Backoff.afterThrottling(1));
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {}

    /// Reads on a virtual thread, since an interrupt ends a call there that hangs, and closes its connection.
    private void reachTable() throws IOException {
        Table table = new Table(new Clients(environment).dynamoDbOnce(), environment.required("TABLE"));
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> read = thread.submit(() -> table.get(new Key("PRIMING", "PRIMING")));
            try {
                read.get(REACHED.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                read.cancel(true);
                throw new IOException("the table does not answer within " + REACHED, e);
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            } catch (InterruptedException e) {
                read.cancel(true);
                Thread.currentThread().interrupt();
            }
        }
    }

    private void handleSamples() throws IOException, ReflectiveOperationException {
        try (PrimingReceiver receiver = PrimingReceiver.open()) {
            Map<String, String> values = Map.of(
                    "receiver",
                    Integer.toString(receiver.port()),
                    "now",
                    Long.toString(environment.clock().millis()));
            carefully("a connection", () -> keepAlive(receiver.port()));
            LambdaFunction twin = function.getConstructor(Environment.class).newInstance(inProcess(values));
            ServiceMetrics.priming(true);
            for (int round = 0; round < ROUNDS; round++) {
                for (byte[] sample : twin.samples()) {
                    carefully(
                            "a sample",
                            () -> twin.handleRequest(
                                    new ByteArrayInputStream(sample),
                                    new ByteArrayOutputStream(),
                                    new PrimingContext(function.getSimpleName())));
                }
            }
        } finally {
            ServiceMetrics.priming(false);
            LambdaFunction.startsAnew();
        }
    }

    /// Loads what waits for an answer on a virtual thread, and what keeps a connection and uses it again, which the one
    /// real call must not do.
    private static void keepAlive(int port) {
        for (int call = 0; call < 2; call++) {
            CompletableFuture.supplyAsync(() -> answer(port), Thread::startVirtualThread)
                    .join();
        }
    }

    private static byte[] answer(int port) {
        try {
            URLConnection connection =
                    URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
            connection.setReadTimeout(5_000);
            try (InputStream in = connection.getInputStream()) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Environment inProcess(Map<String, String> values) {
        Map<String, String> variables = new HashMap<>(environment.variables());
        variables
                .keySet()
                .removeIf(name -> name.equals("AWS_LAMBDA_INITIALIZATION_TYPE")
                        || name.equals("AWS_CONTAINER_CREDENTIALS_FULL_URI"));
        variables.put("AWS_ACCESS_KEY_ID", "priming");
        variables.put("AWS_SECRET_ACCESS_KEY", "priming");
        variables.put("RATE_LIMIT_FACTOR", "1000");
        variables.put("SECRETS_KEY", "");
        variables.put("WEBHOOK_ALLOW_PRIVATE", "true");
        variables.replaceAll((name, value) ->
                name.endsWith("_CONNECTOR_URL") ? "http://127.0.0.1:" + values.get("receiver") + "/" : value);
        variables.put("VIDEO_SITES_URL", "http://127.0.0.1:" + values.get("receiver") + "/");
        return new Environment(variables, environment.clock(), () -> new ScriptedAws(Samples.rows(values)));
    }

    private void carefully(String what, Step step) {
        try {
            step.run();
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            LOG.warn("{} could not be primed with {}", function.getSimpleName(), what, e);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException, ReflectiveOperationException;
    }
}
