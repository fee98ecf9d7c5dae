package streamerapi.service;

import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.Options;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.QueueEngine;
import streamerapi.localstack.engines.TableEngine;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.shared.auth.Scope;
import streamerapi.simulation.MemoryQueues;
import streamerapi.simulation.MemoryTables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import static org.awaitility.Awaitility.await;

/// The whole service, running: a stack with limits far away, which many tests share.
public final class Service implements AutoCloseable {

    /// The lock of classes that start a stack with a data directory in this JVM: there can be one at a time.
    public static final String DATA_DIRECTORY = "data directory";

    private static final ThreadLocal<Service> SHARED = ThreadLocal.withInitial(Service::startShared);

    /// Whether test stacks use DynamoDB Local and ElasticMQ, with `-Dtest.engines=local-stack`, and keep nothing in
    /// memory.
    private static final boolean IS_WITH_ENGINES =
            System.getProperty("test.engines", "").equals("local-stack");

    private static final TableEngine.Start TABLES = IS_WITH_ENGINES ? Engines.DYNAMODB_LOCAL : MemoryTables::start;

    private final LocalStack stack;
    private final TestClock clock;
    private final AccountRows accounts;

    private Service(LocalStack stack, TestClock clock) {
        this.stack = stack;
        this.clock = clock;
        this.accounts = new AccountRows(stack, clock);
    }

    /// The stack that the test classes of one thread share. It is closed when the JVM ends.
    ///
    /// Classes that run at the same time have a stack each, so that one can move its clock without the other.
    public static Service shared() {
        return SHARED.get();
    }

    private static Service startShared() {
        Service started = start(Map.of("RATE_LIMIT_FACTOR", "10000"));
        Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        return started;
    }

    /// A stack of one's own, with these variables in the place of the template's.
    public static Service start(Map<String, String> overrides) {
        return start(options().withOverrides(overrides));
    }

    /// A stack of one's own, whose single invocations a test looks at.
    public static Service start(Map<String, String> overrides, InvocationListener listener) {
        return start(listenedTo(overrides, listener));
    }

    /// The options of a stack whose single invocations a test looks at.
    ///
    /// Its delivery function may not take messages from its queue itself, which it does while it waits: so each message
    /// comes in an event of its own, however slow the machine is.
    public static Options listenedTo(Map<String, String> overrides, InvocationListener listener) {
        return options()
                .withTemplate(
                        templateWith("Action: [sqs:ReceiveMessage, sqs:DeleteMessage]", "Action: sqs:SendMessage"))
                .withOverrides(overrides)
                .withListener(listener);
    }

    /// The project's template with another text wherever one stands, in a file of its own.
    public static Path templateWith(String text, String other) {
        try {
            String template = Files.readString(root().resolve("template.yaml"));
            if (!template.contains(text)) {
                throw new AssertionError("The template does not contain " + text);
            }
            Path changed = Files.createTempFile("template", ".yaml");
            changed.toFile().deleteOnExit();
            return Files.writeString(changed, template.replace(text, other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A stack of one's own, whose clock the test moves. Its schedules do not run: they go by the machine's clock, and
    /// would find work of the test's time due in the middle of any test. A test invokes the function instead.
    public static Service start(Options options) {
        UnusedGrants.report();
        TestClock clock = new TestClock();
        return new Service(
                LocalStack.start(
                        options.withClock(clock).withQueues(queues(clock)).withSchedules(false)),
                clock);
    }

    /// Queues whose delays end when the test moves their clock, and not only when they have passed.
    private static QueueEngine.Start queues(TestClock clock) {
        if (IS_WITH_ENGINES) {
            return Engines.ELASTIC_MQ;
        }
        return dataDir -> {
            if (dataDir != null) {
                return Engines.ELASTIC_MQ.in(dataDir);
            }
            MemoryQueues queues = new MemoryQueues(clock.ofQueues());
            clock.onQueuesMoved(queues::wake);
            return queues;
        };
    }

    /// The project's own template as for an account of the usual size, no demo account, any port, and no limit at API
    /// Gateway that a test could reach. Tips are not spoken unless a test asks for it.
    public static Options options() {
        return options("none");
    }

    /// The options of an installation whose tips are spoken, else the same.
    public static Options optionsWithSpeech() {
        return options("standard");
    }

    private static Options options(String speechEngine) {
        return Options.of(root().resolve("template.yaml"))
                .withSeedDemo(false)
                .withTables(TABLES)
                .withParameters(Map.of(
                        "WorkerConcurrency",
                        "250",
                        "RequestRate",
                        "1000000",
                        "RequestBurst",
                        "1000000",
                        "SpeechEngine",
                        speechEngine));
    }

    /// The project's folder.
    public static Path root() {
        return Path.of(Objects.requireNonNull(System.getProperty("project.root"), "project.root"));
    }

    public LocalStack stack() {
        return stack;
    }

    public TestClock clock() {
        return clock;
    }

    /// Whether no event of a platform or a processor is on its way, no row that was written is to be handed on, no
    /// message can be taken at the moment, and none is being handled.
    ///
    /// A message that is handled writes rows, so the stream is looked at before and after.
    public boolean rests() {
        return !stack.standInsAreSending()
                && !stack.streams().isWorking()
                && messages() == 0
                && !stack.queueTriggers().isWorking()
                && !stack.streams().isWorking();
    }

    /// Waits until all that was queued is taken and handled. A message that failed, of an earlier test perhaps, comes
    /// again much later, and is not waited for.
    public void awaitRest() {
        AtomicInteger still = new AtomicInteger();
        await().until(() -> (rests() ? still.incrementAndGet() : still.getAndSet(0)) > 1);
    }

    /// How many messages can be taken at the moment.
    public int messages() {
        String queue = stack.queueUrl("WorkQueue");
        QueueAttributeName waiting = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
        return Integer.parseInt(stack.engines()
                .sqs()
                .getQueueAttributes(r -> r.queueUrl(queue).attributeNames(waiting))
                .attributes()
                .get(waiting));
    }

    /// Moves the clock forward, and that of the queues, unless a message is being handled: hours must not pass for a
    /// function while it waits a moment for another service.
    public void advanceIfAtRest(Duration by) {
        if (rests()) {
            clock.advanceWithQueues(by);
        }
    }

    /// A new account with a key of all scopes.
    public Account newAccount() {
        AccountRows.Copy copy = accounts.newAccount();
        return new Account(
                this,
                copy.tenantId(),
                Account.newKey(this, copy.tenantId(), "First key", Set.copyOf(Scope.all())),
                copy.email(),
                AccountRows.PASSWORD,
                copy.ingestSecrets());
    }

    AccountRows accounts() {
        return accounts;
    }

    @Override
    public void close() {
        stack.close();
    }
}
