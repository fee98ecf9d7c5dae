package streamerapi.service;

import com.standardwebhooks.Webhook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The command line, run as its readers run it.
class CommandLineTest {

    private static final Path FILE = Service.root().resolve("docs/cli/Streamer.java");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Service service = Service.shared();

    @TempDir
    private Path folder;

    private record Said(int code, String text) {}

    @Test
    void eachEventIsForwardedWithASignatureThatPublishedLibrariesTake() throws Exception {
        Account account = service.newAccount();
        String secret = run(account, "listen", "--print-secret").text().strip();
        try (TestReceiver receiver = TestReceiver.open()) {
            Path said = folder.resolve("listen.txt");
            Process listening =
                    start(account, said, "listen", "--forward-to", receiver.url(), "--secret", secret, "--count", "2");
            await().atMost(PATIENCE).until(() -> Files.readString(said).contains("Connected"));

            assertThat(run(account, "trigger", "tip.created", "--set", "name=Ada \"the\" 1st", "--set", "amount=7.5"))
                    .matches(answer -> answer.code() == 0 && answer.text().startsWith("evt_"));
            assertThat(run(account, "tips", "send", "--test", "--name", "Grace").text())
                    .startsWith("tip_");

            assertThat(listening.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(receiver.received()).hasSize(2).allSatisfy(delivery -> {
                assertThat(delivery.header("Service-Attempt")).isEqualTo("1");
                assertThat(delivery.header("Service-Delivery")).startsWith("wd_");
                assertThat(delivery.header("Service-Event")).isEqualTo("tip.created");
                verify(delivery, secret);
            });
            assertThat(receiver.received().getFirst().text())
                    .contains("Ada \\\"the\\\" 1st")
                    .contains("7.5");
            assertThat(said).content().contains("200  ").contains("tip.created").doesNotContain("\u001b");
        }
    }

    private static void verify(TestReceiver.Received delivery, String secret) throws Exception {
        com.stripe.net.Webhook.Signature.verifyHeader(
                delivery.text(), delivery.header("Service-Signature"), secret, 300);
        Map<String, List<String>> headers = delivery.headers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
        new Webhook(secret).verify(delivery.text(), HttpHeaders.of(headers, (name, value) -> true));
    }

    @Test
    void theQueueIsPrintedForPeopleAndForPrograms() throws Exception {
        Account account = service.newAccount();
        assertThat(run(account, "queue").text()).contains("No tips wait");
        run(account, "tips", "send", "--name", "Ada", "--amount", "5", "--message", "Hello, stream!");

        assertThat(run(account, "queue").text()).contains("Ada  5 EUR  Hello, stream!");
        assertThat(run(account, "queue", "--json").text()).startsWith("{").contains("\"items\":[{");
    }

    @Test
    void theExitCodeSaysWhatWentWrong() throws Exception {
        Account account = service.newAccount();
        assertThat(run(account, "trigger", "tip.never"))
                .matches(said -> said.code() == 1 && said.text().contains("bad_request"));
        assertThat(run(account, "dance"))
                .matches(said -> said.code() == 2 && said.text().contains("usage:"));
        assertThat(run(account, "queue", "--url", "http://127.0.0.1:9")).matches(said -> said.code() == 3);
        assertThat(run(account, "help"))
                .matches(said -> said.code() == 0 && said.text().contains("exit codes"));
    }

    private Said run(Account account, String... arguments) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "said", ".txt");
        Process process = start(account, said, arguments);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), Files.readString(said, StandardCharsets.UTF_8));
    }

    private Process start(Account account, Path said, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                FILE.toString()));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("STREAMER_URL", service.stack().authUrl());
        builder.environment().put("STREAMER_WS", service.stack().wsUrl());
        builder.environment().put("STREAMER_KEY", account.apiKey());
        return builder.start();
    }
}
