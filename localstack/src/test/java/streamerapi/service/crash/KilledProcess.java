package streamerapi.service.crash;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.LocalStack;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The local stack as a process, started by its command on a data directory, to be killed.
final class KilledProcess {

    /// Seconds between the attempts of a delivery.
    static final String RETRY_DELAYS = "1,1,1,1,1,1,1";

    private final Process process;
    private final Map<String, @Nullable Object> info;

    private KilledProcess(Process process, Map<String, @Nullable Object> info) {
        this.process = process;
        this.info = info;
    }

    /// Starts it, and waits until it says that it is ready; it must say nothing of any trouble.
    ///
    /// @param directory holds `template.yaml`, and the data directory
    static KilledProcess start(Path directory) throws IOException {
        Path output = directory.resolve("output.txt");
        Path info = directory.resolve("local.json");
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx1g",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        // A process that is killed leaves the library there that it has unpacked.
                        "-Djava.io.tmpdir=" + directory,
                        "-Djava.util.logging.config.file="
                                + Service.root().resolve("localstack/src/main/resources/logging.properties"),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        LocalStack.class.getName())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "PORT",
                        "0",
                        "DATA_DIR",
                        data(directory).toString(),
                        "LOCAL_INFO",
                        info.toString(),
                        "RATE_LIMIT_FACTOR",
                        "10000",
                        "WEBHOOK_RETRY_DELAYS",
                        RETRY_DELAYS));
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        try {
            Stage.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> Files.readString(output).contains("Stop it with Ctrl-C") || !process.isAlive());
            assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
            assertThat(Files.readString(output)).doesNotContain("WARN", "SEVERE", "Exception");
            return new KilledProcess(process, Json.readObject(Files.readAllBytes(info)));
        } catch (Throwable e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /// The directory of the data that it keeps.
    static Path data(Path directory) {
        return directory.resolve("data");
    }

    /// Writes the project's template, with queues that bring back soon what a process held that is no more.
    static void writeTemplate(Path directory) throws IOException {
        List<String> lines = Files.readAllLines(Service.root().resolve("template.yaml")).stream()
                .map(line -> line.replaceFirst("VisibilityTimeout: .*", "VisibilityTimeout: 3")
                        .replaceFirst("maxReceiveCount: .*", "maxReceiveCount: 1000"))
                .toList();
        Files.write(directory.resolve("template.yaml"), lines);
    }

    String authUrl() {
        return String.valueOf(info.get("auth_url"));
    }

    String apiKey() {
        return String.valueOf(info.get("api_key"));
    }

    String owner(String field) {
        return String.valueOf(Json.asObject(info.get("owner")).get(field));
    }

    String tenantId() {
        return String.valueOf(info.get("tenant_id"));
    }

    /// `kill -9`.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
