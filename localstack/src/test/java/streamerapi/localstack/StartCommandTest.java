package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.localstack.fixtures.Fixture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

/// The start command under Maven itself, with outputs that are no terminal, and its end.
///
/// Maven runs the goal of the command in the root project alone, with the arguments of the local stack's project: it
/// compiles nothing below the tests that run.
class StartCommandTest {
    private static final Path ROOT = Path.of(System.getProperty("project.root")).toAbsolutePath();
    private static final Duration START = Duration.ofMinutes(3);
    private static final String READY = "Stop it with Ctrl-C";

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void copyTemplate() throws IOException {
        Files.copy(Fixture.template(), directory.resolve("template.yaml"));
        if (!Files.isExecutable(Path.of("/bin/bash")) || !isOnPath("mvn")) {
            System.out.println("SKIPPED: there is no mvn or no bash, so that the start command is not run");
            abort("mvn and bash run the start command");
        }
    }

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void itRunsWithoutInputAndWithASocketAsItsOutputAndEndsWithMaven() throws Exception {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process maven = start("</dev/null >/dev/tcp/127.0.0.1/" + listener.getLocalPort() + " 2>&1");
            try (Socket output = listener.accept();
                    var lines = new BufferedReader(
                            new InputStreamReader(output.getInputStream(), StandardCharsets.UTF_8))) {
                List<String> printed = new ArrayList<>();
                for (String line = lines.readLine(); line != null && !line.contains(READY); line = lines.readLine()) {
                    printed.add(line);
                }
                assertThat(printed).contains("Building ...", "The Streamer API is ready.");
                endsWith(maven);
            }
        }
    }

    @Test
    void aKilledMavenEndsItAsWell() throws Exception {
        Process maven = start("</dev/null >" + directory.resolve("output.txt") + " 2>&1");
        await().atMost(START).until(() -> (Files.exists(info()) && isServing()) || !maven.isAlive());
        assertThat(Files.readString(directory.resolve("output.txt"))).contains("Building");
        List<ProcessHandle> services = maven.descendants().toList();
        assertThat(services).isNotEmpty();

        maven.destroyForcibly().waitFor();

        await().atMost(START).until(() -> services.stream().noneMatch(ProcessHandle::isAlive));
    }

    /// Terminates Maven, which Java's process handles do with SIGTERM, and holds that the service ends.
    private void endsWith(Process maven) throws Exception {
        assertThat(maven.isAlive()).isTrue();
        assertThat(isServing()).isTrue();
        List<ProcessHandle> services = maven.descendants().toList();
        assertThat(services).isNotEmpty();

        maven.destroy();

        assertThat(maven.waitFor(START.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(START).until(() -> services.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(isServing()).isFalse();
    }

    private boolean isServing() throws IOException {
        JsonNode local = new ObjectMapper().readTree(info().toFile());
        int port = URI.create(local.path("auth_url").asText()).getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }

    private Path info() {
        return directory.resolve("local.json");
    }

    private Process start(String redirections) throws IOException {
        Path arguments = directory.resolve("arguments");
        Files.write(arguments, arguments(), StandardCharsets.UTF_8);
        var builder = new ProcessBuilder(
                "/bin/bash",
                "-c",
                "exec mvn -q -N validate exec:exec -Dexec.skip=false '-Dexec.args=@" + arguments
                        + "' '-Dexec.workingdir=" + directory + "' " + redirections);
        builder.directory(ROOT.toFile());
        builder.environment().put("PORT", "0");
        builder.environment().put("LOCAL_INFO", info().toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /// The arguments of the command in the local stack's project, with the tests' class path.
    private static List<String> arguments() throws IOException {
        String project = Files.readString(ROOT.resolve("localstack/pom.xml"));
        String command = project.substring(project.indexOf("<arguments>"), project.indexOf("</arguments>"));
        return command.lines()
                .map(String::strip)
                .map(line -> line.equals("<classpath/>")
                        ? System.getProperty("java.class.path")
                        : line.replaceAll("^<argument>(.*)</argument>$", "$1"))
                .filter(line -> !line.startsWith("<") && !line.startsWith("-Djava.util.logging"))
                .toList();
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
