package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.shared.problems.ErrorCode;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The README and docs/local-stack.md do what they say: their commands are run as they stand, in this project.
///
/// Its own build has compiled everything before; a build of a fresh clone is what CI does.
class ReadmeTest {

    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final String RUN = "mvn -q compile exec:exec\n";
    private static final String TEST = "mvn verify\n";

    /// The block that deploys a release, which `ReleaseTest` runs.
    private static final String DEPLOYMENT = "curl -fsSL";

    /// The block that asks a deployed stack, of which nothing is here.
    private static final String DEPLOYED = "aws cloudformation describe-stacks ";

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern ERROR_ROW = Pattern.compile("(?m)^\\| (\\d{3}) \\| (`.*`) \\|$");

    @TempDir
    private static Path folder;

    private static int port;
    private static @Nullable Process stack;

    @BeforeAll
    static void startTheServiceAsPrinted() throws IOException {
        port = freePort();
        Path running = folder.resolve("running.txt");
        Process started = bash(Service.root(), RUN, Map.of("PORT", Integer.toString(port)), running);
        stack = started;
        await().atMost(PATIENCE)
                .until(() -> !started.isAlive() || Files.readString(running).contains("curl"));
        assertThat(running).content().contains("is ready").contains("curl");
    }

    @AfterAll
    static void stopTheService() throws InterruptedException {
        if (stack != null) {
            stop(stack);
        }
    }

    @Test
    void theFirstFiveMinutesWorkAsPrinted() throws Exception {
        int receiverPort = freePort();
        Path said = folder.resolve("said.txt");
        Process terminal = bash(Service.root(), "exec bash -s", Map.of(), said);
        try (Writer keyboard = terminal.outputWriter()) {
            keyboard.write("set -m\n");
            for (String block : fiveMinutes()) {
                keyboard.write(block.replace("localhost:3000", "localhost:" + port)
                        .replace("localhost:4000", "localhost:" + receiverPort)
                        .replace("Receiver.java 4000", "Receiver.java " + receiverPort));
                keyboard.write("echo 'done: " + block.hashCode() + "'\n");
                keyboard.flush();
                await().atMost(PATIENCE).untilAsserted(() -> shows(Files.readString(said), block));
            }
        }
        assertThat(terminal.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anAppIsBuiltWithinOneEvening() throws Exception {
        Evening evening = new Evening(Service.root().resolve("localstack/target/local.json"), folder);
        evening.forwardAnEvent();
        evening.useTheClient();
    }

    /// Holds that a reader sees this before going on to the next block.
    private static void shows(String said, String block) {
        assertThat(said).contains("done: " + block.hashCode());
        if (block.contains("/v1/tips")) {
            assertThat(said).contains("\"items\":[{\"order_id\"", "Hello, stream!");
        }
        if (block.contains("Receiver.java")) {
            assertThat(said).contains("Listening on");
        }
        if (block.contains("Listen.java")) {
            assertThat(said).contains("\"type\":\"ready\"");
        }
        if (block.contains("events/$sample")) {
            assertThat(said).contains("\"items\":[]", "\"is_open\":");
        }
        if (block.contains("DELETE")) {
            assertThat(said).contains("\"success\":true");
        }
        if (block.contains("/finish")) {
            assertThat(eventsIn(said, "verified \\{"))
                    .isEqualTo(eventsIn(said, "(?<!verified )\\{"))
                    .hasSize(2);
        }
    }

    @Test
    void everyCommandBlockThatNeedsNoAwsIsRun() throws IOException {
        assertThat(blocks()).contains(RUN, TEST).hasSize(4 + fiveMinutes().size());
        assertThat(Files.readString(Service.root().resolve(".ci/run"))).contains(TEST.strip());
    }

    @Test
    void theReadmeIsReadInThreeMinutes() throws IOException {
        assertThat(readme().split("\\s+", -1)).hasSizeLessThanOrEqualTo(700);
    }

    @Test
    void theErrorTableListsEveryCode() throws IOException {
        Map<Integer, Set<String>> listed = new TreeMap<>();
        Matcher rows = ERROR_ROW.matcher(readme());
        while (rows.find()) {
            listed.computeIfAbsent(Integer.parseInt(rows.group(1)), status -> new TreeSet<>())
                    .addAll(List.of(rows.group(2).replace("`", "").split(" ")));
        }
        Map<Integer, Set<String>> codes = new TreeMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            codes.computeIfAbsent(code.status(), status -> new TreeSet<>()).add(code.label());
        }

        assertThat(listed).isEqualTo(codes);
    }

    /// Ends the stack's own process, the one that has no children, as an operator would; Maven ends with it.
    private static void stop(Process maven) throws InterruptedException {
        maven.descendants()
                .filter(child -> child.children().findAny().isEmpty())
                .forEach(ProcessHandle::destroy);
        if (!maven.waitFor(30, TimeUnit.SECONDS)) {
            maven.descendants().forEach(ProcessHandle::destroyForcibly);
            maven.destroyForcibly();
            throw new AssertionError("the local stack does not stop when it is told to");
        }
    }

    private static List<String> fiveMinutes() throws IOException {
        return blocks().stream()
                .filter(block -> !block.equals(RUN)
                        && !block.equals(TEST)
                        && !block.startsWith(DEPLOYMENT)
                        && !block.startsWith(DEPLOYED))
                .toList();
    }

    private static Set<String> eventsIn(String text, String before) {
        return Pattern.compile(before + "\"id\":\"(evt_[0-9a-z]{26})\"")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> blocks() throws IOException {
        return BLOCK.matcher(readme() + Files.readString(Service.root().resolve("docs/local-stack.md")))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String readme() throws IOException {
        return Files.readString(Service.root().resolve("README.md"));
    }

    private static Process bash(Path directory, String script, Map<String, String> environment, Path output)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
