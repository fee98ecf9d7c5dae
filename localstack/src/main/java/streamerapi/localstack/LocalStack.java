package streamerapi.localstack;

import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.connectors.StandInConnectors;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.gateway.Gateway;
import streamerapi.localstack.gateway.HttpApi;
import streamerapi.localstack.gateway.HttpRoutes;
import streamerapi.localstack.platforms.StandInPlatforms;
import streamerapi.localstack.processors.StandInProcessors;
import streamerapi.localstack.queues.QueueTriggers;
import streamerapi.localstack.queues.Queues;
import streamerapi.localstack.schedules.Schedules;
import streamerapi.localstack.sockets.SocketApi;
import streamerapi.localstack.sockets.SocketGateway;
import streamerapi.localstack.speech.StandInBucket;
import streamerapi.localstack.speech.StandInPolly;
import streamerapi.localstack.speech.Voices;
import streamerapi.localstack.stages.Throttle;
import streamerapi.localstack.stages.Throttles;
import streamerapi.localstack.standins.StandInGuard;
import streamerapi.localstack.standins.StandIns;
import streamerapi.localstack.streams.StreamTriggers;
import streamerapi.localstack.tables.Tables;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.videos.StandInVideoSites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The service that a template describes, running in this JVM.
///
/// It is started whole and closed whole. A template with something that the stack does not support is refused before
/// anything runs. As a command, see [Command].
public final class LocalStack implements AutoCloseable {

    private final Options options;
    private final Template template;
    private final RunningParts running = new RunningParts();
    private final Gateway gateway;
    private final Engines engines;
    private final Tables tables;
    private final Queues queues;
    private final Functions functions;
    private final StreamTriggers streams;
    private final QueueTriggers queueTriggers;
    private final DemoAccounts accounts;
    private final String stage;
    private final @Nullable SocketGateway sockets;
    private final StandInPlatforms platforms;
    private final StandInProcessors processors;
    private volatile @Nullable StreamTriggers toNudge;

    private LocalStack(Options options) throws Exception {
        this.options = options;
        template = Template.read(options.template(), options.parameters());
        var routes = HttpRoutes.of(template);
        Optional<SocketApi> socketApi = SocketApi.of(template);
        stage = socketApi.map(SocketApi::stage).orElse("");
        try {
            gateway = running.started(bind(options));
            Path dataDir = options.dataDir();
            if (dataDir != null) {
                running.started(DataDirectory.hold(dataDir));
            }
            engines = running.started(options.startEngines(this::nudge));
            tables = new Tables(template, engines.dynamoDb());
            tables.create();
            queues = new Queues(template, engines.sqs());
            queues.create();
            String secretsKey = KeyFile.keys(dataDir);
            processors = running.started(new StandInProcessors(new Handler.Wrapper(), dataDir, options.clock()));
            var variables = new Variables(
                    gateway.port(), engines, queues.addresses(), secretsKey, processors, options.overrides());
            functions = running.started(new Functions(
                    template,
                    variables,
                    options.wayToAws(engines),
                    options.clock(),
                    options.listener(),
                    options.concurrency(),
                    options.faults()));
            if (!engines.tellWrites()) {
                functions.afterEach(this::nudge);
            }
            accounts = new DemoAccounts(functions, dataDir, options.seedDemo());
            sockets = socketApi.isEmpty()
                    ? null
                    : running.started(new SocketGateway(
                            socketApi.get(),
                            functions,
                            Throttle.of(socketApi.get().settings(), factor(), options.clock()),
                            options.clock(),
                            options.limits()));
            streams = running.started(
                    new StreamTriggers(template, tables, queues, engines, functions, options.dataDir()));
            queueTriggers = running.started(new QueueTriggers(template, queues, engines.queueOperations(), functions));
            var schedules = running.started(new Schedules(template, functions));
            streams.start();
            toNudge = streams;
            queueTriggers.start();
            if (options.schedules()) {
                schedules.start();
            }
            var api =
                    new HttpApi(routes, functions, Throttles.of(template, factor(), options.clock()), options.clock());
            processors.setHandler(new StandInConnectors(new StandInVideoSites(speech(api)), options.clock()));
            platforms = running.started(new StandInPlatforms(
                    processors,
                    options.dataDir(),
                    options.clock(),
                    new KickReceivers(template, engines.dynamoDb(), authUrl())::of));
            gateway.serve(
                    new StandInGuard(platforms, List.of(StandIns.PATH, StandInConnectors.PATH), options.everywhere()),
                    sockets);
            running.stopFirst(gateway);
        } catch (Exception | Error e) {
            running.close();
            throw e;
        }
    }

    /// The command: reads the process's environment, runs until it is told to stop.
    ///
    /// Its locale is Lambda's: in some locales of computers numbers have other digits, in the engine's statements too.
    ///
    /// @param arguments none, or `--end-with-parent`
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.US);
        if (List.of(arguments).contains(ParentProcess.OPTION)) {
            ParentProcess.endWithIt();
        }
        System.exit(new Command(System.getenv(), System.out, System.err).run());
    }

    /// Starts everything, and returns when requests are answered.
    ///
    /// @throws streamerapi.localstack.template.TemplateException if the template cannot be run here
    /// @throws StartException if the port is in use or an engine does not start
    public static LocalStack start(Options options) {
        try {
            return new LocalStack(options);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The local stack does not start", e);
        }
    }

    /// The factor of the stages' limits: that of the service's own limits, so that tests can go fast, and at least 1.
    private double factor() {
        return Math.max(1, Double.parseDouble(options.overrides().getOrDefault("RATE_LIMIT_FACTOR", "1")));
    }

    /// Amazon Polly's part and the audio bucket's, before everything else.
    private Handler speech(Handler next) throws IOException {
        Path dataDir = options.dataDir();
        Path kept = dataDir == null ? null : Files.createDirectories(dataDir.resolve("buckets"));
        return new StandInPolly(
                new StandInBucket(next, kept, options.clock(), functions::allow), Voices.ofThisMachine());
    }

    private static Gateway bind(Options options) {
        try {
            return Gateway.bind(options.port(), options.everywhere());
        } catch (IOException e) {
            throw new StartException("Port " + options.port() + " is in use; set PORT to another");
        }
    }

    private void nudge() {
        StreamTriggers triggers = toNudge;
        if (triggers != null) {
            triggers.nudge();
        }
    }

    /// The address of the REST API: `http://localhost:<port>/v1`.
    public String baseUrl() {
        return authUrl() + "/v1";
    }

    /// The address of everything else of HTTP: `http://localhost:<port>`.
    public String authUrl() {
        return "http://localhost:" + gateway.port();
    }

    /// The address of sockets: `ws://localhost:<port>/realtime`.
    public String wsUrl() {
        return "ws://localhost:" + gateway.port() + "/" + stage;
    }

    /// The demo accounts, made or kept.
    DemoAccounts accounts() {
        return accounts;
    }

    /// The demo account.
    ///
    /// @throws IllegalStateException if the options asked for none
    public DemoAccount demo() {
        return accounts.demo();
    }

    /// An account beside the demo account, to see that the two see nothing of each other.
    ///
    /// @throws IllegalStateException if the options asked for none
    public DemoAccount second() {
        return accounts.second();
    }

    /// The address that lists the service's calls to the connectors that the stack plays:
    /// `http://localhost:<port>/connectors/log`.
    public String connectorLogUrl() {
        return authUrl() + StandInConnectors.PATH + StandInConnectors.LOG;
    }

    /// Twitch and Kick as the stack plays them.
    public StandInPlatforms platforms() {
        return platforms;
    }

    /// Stripe, PayPal and Ko-fi as the stack plays them.
    public StandInProcessors processors() {
        return processors;
    }

    /// The address of a stand-in: `http://localhost:<port>/stand-ins/twitch`.
    ///
    /// @param provider `twitch`, `kick`, `stripe`, `paypal` or `kofi`
    public String standInUrl(String provider) {
        return authUrl() + StandIns.PATH + provider;
    }

    /// Addresses and clients of the table and queue services.
    public Engines engines() {
        return engines;
    }

    /// The functions, to be invoked or asked for their settings.
    public Functions functions() {
        return functions;
    }

    /// Invokes a function as `aws lambda invoke` would.
    ///
    /// @param id the logical id
    /// @throws FunctionError if it throws or runs out of time
    public byte[] invoke(String id, byte[] event) throws FunctionError {
        return functions.invoke(id, event);
    }

    /// The triggers that read tables' streams, to be paused and resumed.
    public StreamTriggers streams() {
        return streams;
    }

    /// Whether a platform or a processor that the stack plays has an event on its way.
    public boolean standInsAreSending() {
        return platforms.areSending() || processors.areSending();
    }

    /// The triggers that read queues, to be paused and resumed.
    public QueueTriggers queueTriggers() {
        return queueTriggers;
    }

    /// The WebSocket API's sockets.
    ///
    /// @throws IllegalStateException if the template has no such API
    public SocketGateway sockets() {
        if (sockets == null) {
            throw new IllegalStateException("The template has no WebSocket API");
        }
        return sockets;
    }

    /// The address of a queue by its logical id.
    public String queueUrl(String id) {
        return queues.url(id);
    }

    /// The name of a table by its logical id.
    public String tableName(String id) {
        return tables.name(id);
    }

    /// Takes nothing new, lets functions that run end for a moment, then stops the engines.
    @Override
    public void close() {
        running.close();
    }
}
