package streamerapi.service;

import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.SecretParameter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The operator's secret in the Parameter Store, as SSM is asked for it.
@NullMarked
class SecretParameterTest {

    private static final String TOLD = "{\"Parameter\":{\"Value\":\"token %d\"}}";

    private final List<Map<String, ?>> asked = new CopyOnWriteArrayList<>();
    private final TestClock clock = new TestClock();
    private final HttpServer ssm = listen();
    private volatile int status = 200;
    private volatile String told = TOLD;

    private final Environment environment = new Environment(
            Map.of(
                    "AWS_REGION",
                    "us-east-1",
                    "AWS_ACCESS_KEY_ID",
                    "id",
                    "AWS_SECRET_ACCESS_KEY",
                    "secret",
                    "AWS_ENDPOINT_URL_SSM",
                    "http://localhost:" + ssm.getAddress().getPort()),
            clock);

    private final SecretParameter secret =
            new SecretParameter(new Clients(environment), environment, "/streamer-api/ai-token");

    private HttpServer listen() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                assertThat(exchange.getRequestHeaders().getFirst("X-Amz-Target"))
                        .isEqualTo("AmazonSSM.GetParameter");
                assertThat(exchange.getRequestHeaders().getFirst("Authorization"))
                        .contains("/us-east-1/ssm/aws4_request");
                asked.add(Json.readObject(exchange.getRequestBody().readAllBytes()));
                byte[] answer = told.formatted(asked.size()).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        ssm.stop(0);
    }

    @Test
    void theLineBreakAtTheEndOfAFileIsNotOfTheSecret() throws IOException {
        told = "{\"Parameter\":{\"Value\":\"token\\n\"}}";

        assertThat(secret.value()).isEqualTo("token");
    }

    @Test
    void itIsReadWhenItIsNeededAndAgainAfterFiveMinutes() throws IOException {
        assertThat(asked).isEmpty();
        assertThat(secret.value()).isEqualTo("token 1");
        clock.advance(Duration.ofMinutes(4));
        assertThat(secret.value()).isEqualTo("token 1");
        clock.advance(Duration.ofMinutes(2));
        assertThat(secret.value()).isEqualTo("token 2");
        assertThat(asked.getFirst()).isEqualTo(Map.of("Name", "/streamer-api/ai-token", "WithDecryption", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | {\"__type\":\"ParameterNotFound\"} | SSM has no parameter /streamer-api/ai-token",
                "200 | {} | SSM tells no value",
                "200 | {\"Parameter\":{}} | SSM tells no value"
            })
    void oneThatIsNotThereIsNamedAndAskedForAgain(int answer, String body, String message) throws IOException {
        status = answer;
        told = body;
        assertThatThrownBy(secret::value).isInstanceOf(IOException.class).hasMessage(message);
        status = 200;
        told = TOLD;
        assertThat(secret.value()).isEqualTo("token 2");
    }

    @Test
    void oneThatIsNotToldIsAskedForAgain() throws IOException {
        status = 400;
        assertThatThrownBy(secret::value).isInstanceOf(IOException.class).hasMessageContaining("400");
        status = 200;
        assertThat(secret.value()).isEqualTo("token 2");
    }

    @Test
    void oneThatIsKnownIsUsedForFiveMoreMinutesIfSsmDoesNotTellIt() throws IOException {
        assertThat(secret.value()).isEqualTo("token 1");
        status = 500;
        clock.advance(Duration.ofMinutes(6));
        assertThat(secret.value()).isEqualTo("token 1");
        int calls = asked.size();
        status = 200;
        clock.advance(Duration.ofMinutes(4));
        assertThat(secret.value()).isEqualTo("token 1");
        assertThat(asked).hasSize(calls);
        clock.advance(Duration.ofMinutes(2));
        assertThat(secret.value()).isEqualTo("token " + (calls + 1));
    }

    @Test
    void oneThatWasDeletedIsUsedNoLonger() throws IOException {
        assertThat(secret.value()).isEqualTo("token 1");
        status = 400;
        told = "{\"__type\":\"ParameterNotFound\"}";
        clock.advance(Duration.ofMinutes(6));
        assertThatThrownBy(secret::value).hasMessage("SSM has no parameter /streamer-api/ai-token");
    }
}
