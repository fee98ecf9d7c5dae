package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The sample invocations in `events/`: one for each function at least, and each is one that the function can handle.
@NullMarked
class SamplesTest {

    private static final Path FOLDER = Service.root().resolve("events");

    private final Service service = Service.shared();

    @Test
    void everyFunctionHasASample() {
        Template template = Template.read(Service.root().resolve("template.yaml"));
        assertThat(samples().stream().map(SamplesTest::function).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        template.functions().stream().map(Resource::id).toList());
    }

    @Test
    void requestsAreAnswered() throws FunctionError {
        assertThat(status("IdentityFunction")).isEqualTo(200);
        assertThat(status("TtsFunction")).isEqualTo(200);
        assertThat(status("TipsFunction")).isEqualTo(201);
        assertThat(status("OverlaysFunction")).isEqualTo(200);
        assertThat(status("TippingFunction")).isEqualTo(200);
        assertThat(status("LeaderboardFunction")).isEqualTo(200);
        assertThat(status("ViewersFunction")).isEqualTo(200);
        assertThat(status("ChannelPointsFunction"))
                .as("a redemption that never was")
                .isEqualTo(404);
        assertThat(status("CountersFunction")).isEqualTo(201);
        assertThat(status("MediaFunction")).isEqualTo(201);
        assertThat(status("CommandsFunction")).isEqualTo(201);
        assertThat(status("TimersFunction")).isEqualTo(201);
        assertThat(status("ChatFunction")).isEqualTo(200);
        assertThat(status("AiVoicesFunction"))
                .as("AI voices are not available to the account")
                .isEqualTo(404);
        assertThat(status("WebhooksFunction")).isEqualTo(201);
        assertThat(status("DashboardFunction")).isEqualTo(200);
        assertThat(status("OAuthFunction")).isEqualTo(200);
        assertThat(status("IngestFunction"))
                .as("a signature that is of no account")
                .isEqualTo(401);
        assertThat(status("HooksFunction")).as("a connection that there is not").isEqualTo(404);
        assertThat(status("BrowserSourceFunction")).isEqualTo(200);
        assertThat(status("DocsFunction")).isEqualTo(200);
        assertThat(status("McpFunction")).isEqualTo(200);
    }

    @Test
    void socketsComeSpeakAndGo() throws FunctionError {
        assertThat(status("RealtimeFunction-connect")).isEqualTo(200);
        assertThat(status("RealtimeFunction")).isEqualTo(200);
        assertThat(status("RealtimeFunction-disconnect")).isEqualTo(200);
    }

    @Test
    void batchesAreHandledToTheLastRecord() throws FunctionError {
        for (String name : List.of("FanOutFunction", "WorkerFunction")) {
            assertThat(answer(name)).as(name).isEqualTo(Map.of("batchItemFailures", List.of()));
        }
    }

    @Test
    void anAccountIsMade() throws FunctionError {
        assertThat(answer("CreateAccountFunction")).containsKeys("tenant_id", "api_key", "owner");
    }

    private int status(String name) throws FunctionError {
        return ((Number) Objects.requireNonNull(answer(name).get("statusCode"))).intValue();
    }

    /// The function's answer to the sample, with an account's key, email and password in the places kept for them.
    private Map<String, @Nullable Object> answer(String name) throws FunctionError {
        Path file = FOLDER.resolve(name + ".json");
        Account account = service.newAccount();
        String event = Product.text(file)
                .replace("<API_KEY>", account.apiKey())
                .replace("<EMAIL>", account.email())
                .replace("<PASSWORD>", account.password());
        return Json.readObject(service.stack().invoke(function(file), event.getBytes(StandardCharsets.UTF_8)));
    }

    private static String function(Path file) {
        return String.valueOf(file.getFileName()).replaceAll("(-[a-z]+)?[.]json", "");
    }

    private static List<Path> samples() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
