package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.node.NodeTools;
import streamerapi.node.TypeScriptProgram;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A developer's first evening, with the service as the README starts it: nothing here knows of the tests' own stack.
///
/// @param info what the local stack has written about itself
record Evening(Path info, Path folder) {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Path STREAMER = Service.root().resolve("docs/cli/Streamer.java");

    /// Plays tips from a webhook's handler, triggers each type of the catalogue once, finds them in the log, and has
    /// one sent again: with the client for TypeScript.
    void useTheClient() throws IOException, InterruptedException {
        TypeScriptProgram program = TypeScriptProgram.compiled("evening.ts");
        Map<String, @Nullable Object> local = Json.readObject(Files.readAllBytes(info));
        NodeTools.Result run = program.run(Map.of(
                "STREAMER_URL", String.valueOf(local.get("base_url")),
                "STREAMER_WS_URL", String.valueOf(local.get("ws_url")),
                "STREAMER_KEY", String.valueOf(local.get("api_key"))));
        assertThat(run.output())
                .contains("Ada")
                .contains("a webhook played a tip, and the stream told of it once: true")
                .contains("not of the service: unavailable: The answer is not JSON rate_limited: Too Many Requests")
                .contains("no answer: true")
                .contains("sent again");
        var counts = Pattern.compile("triggered ([0-9]+), in the log ([0-9]+)").matcher(run.output());
        assertThat(counts.find()).isTrue();
        assertThat(Integer.parseInt(counts.group(1))).isGreaterThan(40);
        assertThat(counts.group(2)).isEqualTo(counts.group(1));
        assertThat(run.succeeded()).isTrue();
    }

    /// Forwards an event to a handler that verifies it with two published libraries.
    void forwardAnEvent() throws Exception {
        try (TestReceiver receiver = TestReceiver.open()) {
            Path secret = streamer("listen", "--print-secret");
            String signedWith = Files.readString(secret).strip();
            Path said = folder.resolve("listen.txt");
            Process listening = start(
                    said,
                    "listen",
                    "--forward-to",
                    receiver.url(),
                    "--secret",
                    signedWith,
                    "--events",
                    "tip.created",
                    "--count",
                    "1");
            await().atMost(PATIENCE).until(() -> Files.readString(said).contains("Connected"));
            streamer("trigger", "tip.created", "--set", "name=Ada");

            assertThat(listening.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(receiver.received()).singleElement().satisfies(delivery -> {
                assertThat(delivery.text()).contains("\"name\":\"Ada\"");
                delivery.verifyWithPublishedLibraries(signedWith);
            });
            assertThat(said).content().contains("200  ");
        }
    }

    private Path streamer(String... arguments) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "said", ".txt");
        Process process = start(said, arguments);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        return said;
    }

    private Process start(Path said, String... arguments) throws IOException {
        String[] command = new String[arguments.length + 1];
        command[0] = STREAMER.toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return JavaPrograms.start(
                said, Map.of("LOCAL_INFO", info.toString(), "XDG_CONFIG_HOME", folder.toString()), command);
    }
}
