package streamerapi.localstack;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.localstack.sockets.SocketLimits;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

/// How to start the stack.
///
/// @param template  the template to wire
/// @param port      of REST and sockets; 0 for any free one
/// @param dataDir   where rows, messages and positions are kept, or null to keep nothing
/// @param emulator  where tables and queues are instead of in this JVM, or null
/// @param overrides variables that replace those of the same name in every function, where the function has it
/// @param clock     the time that functions and events are given
/// @param seedDemo  whether to make the demo account
/// @param limits    how long sockets live
/// @param listener  sees every invocation, and can end it
/// @param parameters values of the template's parameters that are not to have their defaults
/// @param concurrency how many invocations the account may have at a time
/// @param idle       functions whose queues are not read
public record Options(
        Path template,
        int port,
        @Nullable Path dataDir,
        @Nullable URI emulator,
        Map<String, String> overrides,
        InstantSource clock,
        boolean seedDemo,
        SocketLimits limits,
        InvocationListener listener,
        Map<String, String> parameters,
        int concurrency,
        Set<String> idle) {

    /// The limit that AWS gives an account in the end; a new one begins with 10.
    private static final int USUAL_CONCURRENCY = 1_000;

    /// What a test wants unless it says otherwise: any port, nothing kept, the demo account.
    public static Options of(Path template) {
        return new Options(
                template,
                0,
                null,
                null,
                Map.of("WEBHOOK_ALLOW_PRIVATE", "true"),
                InstantSource.system(),
                true,
                SocketLimits.ofApiGateway(),
                new InvocationListener() {},
                Map.of(),
                USUAL_CONCURRENCY,
                Set.of());
    }

    public Options withTemplate(Path newTemplate) {
        return new Options(
                newTemplate,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withPort(int newPort) {
        return new Options(
                template,
                newPort,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withDataDir(@Nullable Path newDataDir) {
        return new Options(
                template,
                port,
                newDataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withEmulator(@Nullable URI newEmulator) {
        return new Options(
                template,
                port,
                dataDir,
                newEmulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    /// Adds to the overrides.
    public Options withOverrides(Map<String, String> more) {
        var all = new java.util.TreeMap<>(overrides);
        all.putAll(more);
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                Map.copyOf(all),
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withClock(InstantSource newClock) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                newClock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withSeedDemo(boolean newSeedDemo) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                newSeedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withLimits(SocketLimits newLimits) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                newLimits,
                listener,
                parameters,
                concurrency,
                idle);
    }

    public Options withListener(InvocationListener newListener) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                newListener,
                parameters,
                concurrency,
                idle);
    }

    /// The same with these values of the template's parameters, as `--parameter-overrides` gives them.
    public Options withParameters(Map<String, String> newParameters) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                Map.copyOf(newParameters),
                concurrency,
                idle);
    }

    public Options withConcurrency(int newConcurrency) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                newConcurrency,
                idle);
    }

    public Options withIdle(Set<String> newIdle) {
        return new Options(
                template,
                port,
                dataDir,
                emulator,
                overrides,
                clock,
                seedDemo,
                limits,
                listener,
                parameters,
                concurrency,
                newIdle);
    }
}
