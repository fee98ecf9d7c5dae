package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.model.Message;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.service.Service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The stack as a process of its own: started as the command starts it, and killed.
@ResourceLock(Service.DATA_DIRECTORY)
class ProcessTest {
    @TempDir
    private Path directory;

    private Path dataDir;
    private Path info;
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void copyTemplate() throws IOException {
        Files.copy(Fixture.template(), directory.resolve("template.yaml"));
        dataDir = directory.resolve("data");
        info = directory.resolve("local.json");
    }

    @AfterEach
    void endProcess() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        http.close();
    }

    @Test
    void whatWasAcknowledgedOutlivesAKill() throws Exception {
        JsonNode first = start();
        List<String> ids = IntStream.range(0, 20).mapToObj(i -> "id" + i).toList();
        for (String id : ids) {
            assertThat(post(first, "/messages/" + id)).isEqualTo(201);
            assertThat(post(first, "/rows/" + id)).isEqualTo(201);
        }
        processes.getFirst().destroyForcibly().waitFor();

        Options options = Fixture.options().withDataDir(dataDir);
        try (var stack = LocalStack.start(options)) {
            assertThat(stack.demo().apiKey()).isEqualTo(first.path("api_key").asText());
            assertThat(stack.platforms().app("kick").clientSecret())
                    .isEqualTo(first.at("/stand_ins/kick/client_secret").asText());
            assertThat(stack.engines()
                            .dynamoDb()
                            .scan(b -> b.tableName(stack.tableName("Table")))
                            .items())
                    .extracting(row -> String.valueOf(row.get("sk")))
                    .containsExactlyInAnyOrderElementsOf(ids.stream()
                            .map(id -> "AttributeValue(S=" + id + ")")
                            .toList());
            await().untilAsserted(() -> assertThat(received(stack, "Streamed"))
                    .as("every row was streamed at least once")
                    .containsAll(ids));
        }
    }

    /// Also on a computer whose numbers have other digits.
    @Test
    void itStartsOnAnyComputerAndStopsCleanlyWhenTold() throws Exception {
        JsonNode local = start("-Duser.language=fa", "-Duser.country=IR");
        assertThat(post(local, "/rows/id1")).isEqualTo(201);
        assertThat(local.path("base_url").asText()).endsWith("/v1");
        assertThat(local.path("tenant_id").asText()).isEqualTo("ten_1");
        assertThat(local.path("owner").toString()).isEqualTo("{\"email\":\"ada@example.com\",\"password\":\"secret\"}");
        for (String platform : List.of("twitch", "kick")) {
            JsonNode app = local.path("stand_ins").path(platform);
            assertThat(app.path("url").asText())
                    .isEqualTo(local.path("auth_url").asText() + "/stand-ins/" + platform);
            assertThat(granted(app, platform.equals("twitch") ? "/oauth2/token" : "/oauth/token"))
                    .isEqualTo(200);
        }
        for (String processor : List.of("stripe", "paypal", "kofi")) {
            assertThat(local.path("stand_ins").path(processor).path("url").asText())
                    .isEqualTo(local.path("auth_url").asText() + "/stand-ins/" + processor);
        }
        assertThat(local.at("/stand_ins/paypal/client_secret").asText()).hasSize(80);
        assertThat(local.at("/stand_ins/stripe/secret_key").asText()).startsWith("sk_test_");
        assertThat(local.at("/stand_ins/kofi/verification_token").asText()).hasSize(36);
        Process process = processes.getFirst();
        process.destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
    }

    private int granted(JsonNode app, String path) throws Exception {
        String form = "grant_type=client_credentials&client_id="
                + app.path("client_id").asText() + "&client_secret="
                + app.path("client_secret").asText();
        return http.send(
                        HttpRequest.newBuilder(URI.create(app.path("url").asText() + path))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString(form))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private final Set<String> seen = new HashSet<>();

    private Set<String> received(LocalStack stack, String queue) {
        stack
                .engines()
                .sqs()
                .receiveMessage(b -> b.queueUrl(stack.queueUrl(queue)).maxNumberOfMessages(10))
                .messages()
                .stream()
                .map(Message::body)
                .forEach(seen::add);
        return seen;
    }

    private JsonNode start(String... options) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // A process that is killed leaves the library there that it has unpacked.
                "-Djava.io.tmpdir=" + directory,
                "-classpath",
                System.getProperty("java.class.path"),
                LocalStack.class.getName()));
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("PORT", "0");
        builder.environment().put("DATA_DIR", dataDir.toString());
        builder.environment().put("LOCAL_INFO", info.toString());
        Path output = directory.resolve("output.txt");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        await().atMost(Duration.ofMinutes(3))
                .until(() -> Files.readString(output).contains("Stop it with Ctrl-C") || !process.isAlive());
        assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
        return new ObjectMapper().readTree(info.toFile());
    }

    private int post(JsonNode local, String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(local.path("base_url").asText() + path))
                .POST(BodyPublishers.noBody())
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }
}
