package streamerapi.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A function as a process of Lambda's Java runtime client, its class path the jars of the deployment zip.
final class HandlerProcess implements AutoCloseable {

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

    /// The fields of `/proc/<pid>/stat` that have the times, counted from the process's state, and their unit.
    private static final int USER_TIME = 11;

    private static final int SYSTEM_TIME = 12;
    private static final double MILLISECONDS_A_TICK = 10;

    private final RuntimeApi api = new RuntimeApi();
    private final Process process;

    /// @param handler the function's class
    /// @param options of the JVM, on top of those that Lambda gives
    HandlerProcess(String handler, Map<String, String> variables, List<String> options) throws IOException {
        this(handler, variables, options, UnaryOperator.identity());
    }

    /// @param around makes of the command the one that is run
    HandlerProcess(
            String handler, Map<String, String> variables, List<String> options, UnaryOperator<List<String>> around)
            throws IOException {
        this(handler, command(handler, options), variables, around);
    }

    /// A bundle of Node's that asks the runtime API itself.
    static HandlerProcess ofNode(Path bundle, Map<String, String> variables, UnaryOperator<List<String>> around)
            throws IOException {
        return new HandlerProcess("bundle", List.of("node", bundle.toString()), variables, around);
    }

    private HandlerProcess(
            String handler, List<String> command, Map<String, String> variables, UnaryOperator<List<String>> around)
            throws IOException {
        Path log = Bench.TARGET.resolve("handler.log");
        ProcessBuilder builder = new ProcessBuilder(around.apply(command))
                .redirectOutput(log.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(variables);
        builder.environment()
                .putAll(Map.of(
                        "AWS_EXECUTION_ENV",
                        "AWS_Lambda_java25",
                        "AWS_LAMBDA_RUNTIME_API",
                        api.address(),
                        "_HANDLER",
                        handler + "::handleRequest",
                        "LAMBDA_TASK_ROOT",
                        Bench.TARGET.resolve("zip").toString(),
                        "AWS_LAMBDA_FUNCTION_VERSION",
                        "1",
                        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
                        "256",
                        "AWS_LAMBDA_LOG_GROUP_NAME",
                        "bench",
                        "AWS_LAMBDA_LOG_STREAM_NAME",
                        "bench"));
        process = builder.start();
    }

    private static List<String> command(String handler, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), MAIN, handler + "::handleRequest"));
        return command;
    }

    RuntimeApi api() {
        return api;
    }

    /// The greatest resident memory so far, in KiB.
    long peakMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("no VmHWM");
    }

    /// The processor time so far, in milliseconds: of the program and of the system for it, the JVM's own threads
    /// included.
    double processorTime() throws IOException {
        String line = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME])) * MILLISECONDS_A_TICK;
    }

    /// Ends the process as a terminal would, and waits for what it does at its end.
    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        api.close();
    }

    private static String classPath() throws IOException {
        List<String> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(Bench.TARGET.resolve("zip/lib"))) {
            files.map(Path::toString).sorted().forEach(jars::add);
        }
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("aws-lambda-java-runtime-interface-client")
                        || entry.contains("aws-lambda-java-serialization"))
                .forEach(jars::add);
        return String.join(File.pathSeparator, jars);
    }
}
