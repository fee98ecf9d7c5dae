package streamerapi.localstack.functions;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.localstack.template.Template;
import streamerapi.shared.lambda.Environment;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Level;

/// Every function of the template, ready to be invoked by its logical id.
public final class Functions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("functions");
    private static final java.util.logging.Logger CONSOLE =
            java.util.logging.Logger.getLogger(Functions.class.getName());

    private final Map<String, FunctionHost> hosts = new LinkedHashMap<>();
    private final Map<String, FunctionSettings> settings = new LinkedHashMap<>();
    private final List<Runnable> afterEach = new CopyOnWriteArrayList<>();
    private final Map<String, Permissions> permissions = new LinkedHashMap<>();
    private final AtomicInteger running = new AtomicInteger();
    private final int concurrency;

    /// @param variables   what a function is given on top of the template's variables, by its settings
    /// @param http        the way to AWS, made of one over the network
    /// @param listener    sees every invocation
    /// @param concurrency how many invocations run at a time, at most
    /// @param faults      what goes wrong with the functions' calls to AWS
    /// @throws streamerapi.localstack.template.TemplateException if a handler is not there
    public Functions(
            Template template,
            UnaryOperator<FunctionSettings> variables,
            UnaryOperator<SdkHttpClient> http,
            InstantSource clock,
            InvocationListener listener,
            int concurrency,
            CallFaults faults) {
        this.concurrency = concurrency;
        Arns arns = Arns.of(template);
        for (var function : template.functions()) {
            FunctionSettings own = variables.apply(FunctionSettings.of(template, function));
            settings.put(own.id(), own);
            Permissions role = Permissions.of(function);
            permissions.put(own.id(), role);
            var network = new Environment(Map.copyOf(own.variables()), clock);
            var environment = new Environment(
                    network.variables(),
                    clock,
                    () -> listener.wayToAws(
                            new FunctionHttp(http.apply(network.http().get()), own, role, arns, faults)));
            hosts.put(own.id(), new FunctionHost(own, environment, () -> listener));
        }
    }

    /// Runs a function and waits for its answer.
    ///
    /// @throws FunctionError if it throws or runs out of time
    /// @throws IllegalArgumentException if the template has no such function
    public byte[] invoke(String id, byte[] event) throws FunctionError {
        return invoke(id, event, Lineage.NONE);
    }

    /// Runs a function for something that a chain of invocations led to, and waits for its answer.
    ///
    /// @param cause the lineage of what it is run for
    /// @throws FunctionError if it throws, runs out of time, or is throttled
    public byte[] invoke(String id, byte[] event, Lineage cause) throws FunctionError {
        FunctionHost host = hosts.get(id);
        if (host == null) {
            throw new IllegalArgumentException("There is no function " + id);
        }
        try {
            if (running.incrementAndGet() > concurrency) {
                throw FunctionError.throttled(id);
            }
            return host.invoke(event, cause.with(settings(id).arn()));
        } catch (FunctionError e) {
            LOG.error("{}", e.getMessage(), e.getCause());
            CONSOLE.log(Level.WARNING, e.getMessage());
            throw e;
        } finally {
            running.decrementAndGet();
            afterEach.forEach(Runnable::run);
        }
    }

    public FunctionSettings settings(String id) {
        return Optional.ofNullable(settings.get(id))
                .orElseThrow(() -> new IllegalArgumentException("There is no function " + id));
    }

    /// The permissions of a function's role.
    public Permissions permissions(String id) {
        return Optional.ofNullable(permissions.get(id))
                .orElseThrow(() -> new IllegalArgumentException("There is no function " + id));
    }

    /// Whether a function's role may do something. Any other id may do nothing.
    ///
    /// @param id a function's logical id
    public boolean allow(String id, String action, String resource) {
        Permissions role = permissions.get(id);
        return role != null && role.allow(action, resource);
    }

    /// Runs something short after each invocation, whose function may have written what a trigger waits for.
    public void afterEach(Runnable action) {
        afterEach.add(action);
    }

    /// Waits until no function runs, for a time at most.
    public void drain(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (running.get() > 0 && System.nanoTime() < end) {
            Thread.sleep(5);
        }
    }

    @Override
    public void close() {
        hosts.values().forEach(FunctionHost::close);
    }
}
