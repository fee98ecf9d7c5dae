package streamerapi.localstack;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.QueueEngine;
import streamerapi.localstack.engines.TableEngine;
import streamerapi.localstack.functions.CallFaults;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.localstack.functions.LimitedTables;
import streamerapi.localstack.sockets.SocketLimits;
import streamerapi.localstack.tables.PartitionCapacity;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// How to start the stack.
///
/// @param template  the template to wire
/// @param port      of REST and sockets; 0 for any free one
/// @param everywhere whether other machines reach that port
/// @param dataDir   where rows, messages and positions are kept, or null to keep nothing
/// @param emulator  where tables and queues are instead of in this JVM, or null
/// @param overrides variables that replace those of the same name in every function that has them
/// @param clock     the time that functions and events are given
/// @param seedDemo  whether to make the demo account
/// @param limits    how long sockets live
/// @param listener  sees every invocation, and can end it
/// @param parameters values of the template's parameters that are not to have their defaults
/// @param concurrency how many invocations the account may have at a time
/// @param faults     what goes wrong with the functions' calls to AWS
/// @param tables     the engine of tables, if there is no emulator
/// @param queues     the engine of queues, if there is no emulator
/// @param capacity   what a partition key of a table carries, by the stack's clock; null for anything
/// @param schedules  whether the template's schedules run, which go by the machine's clock
public record Options(
        Path template,
        int port,
        boolean everywhere,
        @Nullable Path dataDir,
        @Nullable URI emulator,
        Map<String, String> overrides,
        InstantSource clock,
        boolean seedDemo,
        SocketLimits limits,
        InvocationListener listener,
        Map<String, String> parameters,
        int concurrency,
        CallFaults faults,
        TableEngine.Start tables,
        QueueEngine.Start queues,
        @Nullable Function<InstantSource, PartitionCapacity> capacity,
        boolean schedules) {

    /// The limit that AWS gives an account in the end; a new one begins with 10.
    private static final int USUAL_CONCURRENCY = 1_000;

    /// The engines of tables and queues, started, or those of the emulator.
    ///
    /// @param written runs after each write to a table, if the engine tells of it
    Engines startEngines(Runnable written) {
        return emulator != null ? Engines.at(emulator) : Engines.embedded(tables, queues, dataDir, written);
    }

    /// The functions' way to AWS, made of one over the network.
    UnaryOperator<SdkHttpClient> wayToAws(Engines engines) {
        if (capacity == null) {
            return engines::http;
        }
        PartitionCapacity partitions = capacity.apply(clock);
        return network -> new LimitedTables(engines.http(network), partitions, engines.dynamoDb());
    }

    /// The usual options of tests: any port, nothing kept, the demo account.
    public static Options of(Path template) {
        return new Options(
                template,
                0,
                false,
                null,
                null,
                Map.of("WEBHOOK_ALLOW_PRIVATE", "true"),
                InstantSource.system(),
                true,
                SocketLimits.ofApiGateway(),
                new InvocationListener() {},
                Map.of(),
                USUAL_CONCURRENCY,
                CallFaults.NONE,
                Engines.DYNAMODB_LOCAL,
                Engines.ELASTIC_MQ,
                null,
                true);
    }

    public Options withTemplate(Path other) {
        return with(draft -> draft.template = other);
    }

    public Options withPort(int other) {
        return with(draft -> draft.port = other);
    }

    public Options withEverywhere(boolean other) {
        return with(draft -> draft.everywhere = other);
    }

    public Options withDataDir(@Nullable Path other) {
        return with(draft -> draft.dataDir = other);
    }

    public Options withEmulator(@Nullable URI other) {
        return with(draft -> draft.emulator = other);
    }

    /// Adds to the overrides.
    public Options withOverrides(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(overrides);
        all.putAll(more);
        return with(draft -> draft.overrides = Map.copyOf(all));
    }

    public Options withClock(InstantSource other) {
        return with(draft -> draft.clock = other);
    }

    public Options withSeedDemo(boolean other) {
        return with(draft -> draft.seedDemo = other);
    }

    public Options withLimits(SocketLimits other) {
        return with(draft -> draft.limits = other);
    }

    public Options withListener(InvocationListener other) {
        return with(draft -> draft.listener = other);
    }

    /// These options with other values of the template's parameters, as `--parameter-overrides` gives them.
    public Options withParameters(Map<String, String> other) {
        return with(draft -> draft.parameters = Map.copyOf(other));
    }

    public Options withConcurrency(int other) {
        return with(draft -> draft.concurrency = other);
    }

    public Options withFaults(CallFaults other) {
        return with(draft -> draft.faults = other);
    }

    public Options withTables(TableEngine.Start other) {
        return with(draft -> draft.tables = other);
    }

    public Options withQueues(QueueEngine.Start other) {
        return with(draft -> draft.queues = other);
    }

    public Options withCapacity(@Nullable Function<InstantSource, PartitionCapacity> other) {
        return with(draft -> draft.capacity = other);
    }

    public Options withSchedules(boolean other) {
        return with(draft -> draft.schedules = other);
    }

    private Options with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new Options(
                draft.template,
                draft.port,
                draft.everywhere,
                draft.dataDir,
                draft.emulator,
                draft.overrides,
                draft.clock,
                draft.seedDemo,
                draft.limits,
                draft.listener,
                draft.parameters,
                draft.concurrency,
                draft.faults,
                draft.tables,
                draft.queues,
                draft.capacity,
                draft.schedules);
    }

    /// Options that are being changed.
    private static final class Draft {
        private Path template;
        private int port;
        private boolean everywhere;
        private @Nullable Path dataDir;
        private @Nullable URI emulator;
        private Map<String, String> overrides;
        private InstantSource clock;
        private boolean seedDemo;
        private SocketLimits limits;
        private InvocationListener listener;
        private Map<String, String> parameters;
        private int concurrency;
        private CallFaults faults;
        private TableEngine.Start tables;
        private QueueEngine.Start queues;
        private @Nullable Function<InstantSource, PartitionCapacity> capacity;
        private boolean schedules;

        private Draft(Options from) {
            this.template = from.template;
            this.port = from.port;
            this.everywhere = from.everywhere;
            this.dataDir = from.dataDir;
            this.emulator = from.emulator;
            this.overrides = from.overrides;
            this.clock = from.clock;
            this.seedDemo = from.seedDemo;
            this.limits = from.limits;
            this.listener = from.listener;
            this.parameters = from.parameters;
            this.concurrency = from.concurrency;
            this.faults = from.faults;
            this.tables = from.tables;
            this.queues = from.queues;
            this.capacity = from.capacity;
            this.schedules = from.schedules;
        }
    }
}
