package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.Options;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.shared.json.Json;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// The whole service, running: one stack for all tests, with limits far away.
public final class Service implements AutoCloseable {

    private static @Nullable Service shared;

    private final LocalStack stack;
    private final TestClock clock;

    private Service(LocalStack stack, TestClock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /// The stack that all tests share. It is closed when the JVM ends.
    public static synchronized Service shared() {
        Service running = shared;
        if (running == null) {
            running = start(Map.of("RATE_LIMIT_FACTOR", "10000"));
            Runtime.getRuntime().addShutdownHook(new Thread(running::close));
            shared = running;
        }
        return running;
    }

    /// A stack of one's own, with these variables in the place of the template's.
    public static Service start(Map<String, String> overrides) {
        return start(options().withOverrides(overrides));
    }

    /// A stack of one's own, whose invocations somebody sees.
    public static Service start(Map<String, String> overrides, InvocationListener listener) {
        return start(options().withOverrides(overrides).withListener(listener));
    }

    /// A stack of one's own, whose clock the test moves.
    public static Service start(Options options) {
        TestClock clock = new TestClock();
        return new Service(LocalStack.start(options.withClock(clock)), clock);
    }

    /// The project's own template, no demo account, any port.
    public static Options options() {
        return Options.of(root().resolve("template.yaml")).withSeedDemo(false);
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

    /// A new account with a key of all scopes.
    public Account newAccount() {
        String name = UUID.randomUUID().toString();
        Map<String, String> event =
                Map.of("name", "Account " + name, "currency", "EUR", "email", name + "@example.com");
        try {
            Map<String, @Nullable Object> answer =
                    Json.readObject(stack.invoke("CreateAccountFunction", Json.write(event)));
            Map<String, @Nullable Object> owner = Json.asObject(answer.get("owner"));
            return new Account(
                    this,
                    (String) Objects.requireNonNull(answer.get("tenant_id")),
                    (String) Objects.requireNonNull(answer.get("api_key")),
                    (String) Objects.requireNonNull(owner.get("email")),
                    (String) Objects.requireNonNull(owner.get("password")),
                    Json.asObject(answer.get("ingest_secrets")));
        } catch (FunctionError e) {
            throw new AssertionError("The account cannot be made", e);
        }
    }

    @Override
    public void close() {
        stack.close();
    }
}
