package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.PlainSocket;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.service.TestClock;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds the requests that API Gateway refuses before a function sees them: too many, with too long headers, or with
/// too large bodies.
@ResourceLock(ScriptedFunction.LOCK)
class StageLimitsTest {

    private static final String LIMITS = "DefaultRouteSettings: { ThrottlingBurstLimit: 3, ThrottlingRateLimit: 2 }";
    private static final int HEADER_LIMIT = 10_240;
    private static final int INVOCATION_LIMIT = 6 * 1024 * 1024;

    private final TestClock clock = new TestClock();
    private final AtomicInteger invocations = new AtomicInteger();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    private Path directory;

    @BeforeEach
    void count() {
        ScriptedFunction.script("http", (event, environment, context) -> {
            invocations.incrementAndGet();
            return Scripts.response(200, "done");
        });
        ScriptedFunction.script("socket", (event, environment, context) -> {
            invocations.incrementAndGet();
            return "{\"statusCode\":200}";
        });
    }

    @AfterEach
    void forget() {
        http.close();
        ScriptedFunction.reset();
    }

    @Test
    void moreRequestsThanTheStageLetsThroughReachNoFunction() throws Exception {
        try (var stack = LocalStack.start(throttled())) {
            int before = invocations.get();
            for (int i = 0; i < 3; i++) {
                assertThat(get(stack).statusCode()).isEqualTo(200);
            }
            HttpResponse<String> refused = get(stack);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).isEqualTo("{\"message\":\"Too Many Requests\"}");
            assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(invocations.get() - before).isEqualTo(3);

            clock.advance(Duration.ofSeconds(1));
            assertThat(get(stack).statusCode()).isEqualTo(200);
            assertThat(get(stack).statusCode()).isEqualTo(200);
            assertThat(get(stack).statusCode()).isEqualTo(429);

            clock.advance(Duration.ofHours(1));
            for (int i = 0; i < 3; i++) {
                assertThat(get(stack).statusCode()).isEqualTo(200);
            }
            assertThat(get(stack).statusCode()).isEqualTo(429);
        }
    }

    @Test
    void aRouteWithALimitOfItsOwnKeepsNoOtherFromAnswering() throws Exception {
        String own = "RouteSettings: { ANY /v1/echo: { ThrottlingBurstLimit: 2, ThrottlingRateLimit: 1 } }";
        Path template = write(LIMITS);
        Files.writeString(
                template, Files.readString(template).replace("{ " + LIMITS + " }", "{ " + LIMITS + ", " + own + " }"));
        try (var stack = LocalStack.start(
                Fixture.options().withTemplate(template).withClock(clock).withSeedDemo(false))) {
            assertThat(List.of(status(stack, ""), status(stack, ""), status(stack, "")))
                    .containsExactly(200, 200, 429);
            assertThat(List.of(status(stack, "/1"), status(stack, "/2"), status(stack, "/3"), status(stack, "/4")))
                    .containsExactly(200, 200, 200, 429);
        }
    }

    private int status(LocalStack stack, String below) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(stack.baseUrl() + "/echo" + below))
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void connectionsAndMessagesOfSocketsAreCountedByTheirOwnStage() throws Exception {
        try (var stack = LocalStack.start(throttled());
                var socket = PlainSocket.connect(stack.wsUrl())) {
            socket.send("{\"type\":\"say\"}");
            socket.send("{\"type\":\"say\"}");
            socket.send("{\"type\":\"say\"}");
            JsonNode refused = new ObjectMapper().readTree(socket.next());
            assertThat(refused.path("message").asText()).isEqualTo("Too Many Requests");
            assertThat(refused.path("connectionId").asText()).isNotEmpty();
            assertThat(invocations).hasValue(3);
            assertThatThrownBy(() -> PlainSocket.connect(stack.wsUrl())).hasMessage("Refused with 429");
            assertThat(get(stack).statusCode()).isEqualTo(200);

            clock.advance(Duration.ofSeconds(1));
            PlainSocket.connect(stack.wsUrl()).close();
        }
    }

    @Test
    void whatMultipliesTheServicesLimitsMultipliesTheStages() throws Exception {
        try (var stack = LocalStack.start(throttled().withOverrides(Map.of("RATE_LIMIT_FACTOR", "2")))) {
            for (int i = 0; i < 6; i++) {
                assertThat(get(stack).statusCode()).isEqualTo(200);
            }
            assertThat(get(stack).statusCode()).isEqualTo(429);
        }
    }

    @Test
    void aStageThatSetsOneLimitOfTwoIsRefused() throws IOException {
        Path template = write(LIMITS.replace(", ThrottlingRateLimit: 2", ""));
        assertThatThrownBy(() -> LocalStack.start(Fixture.options().withTemplate(template))
                        .close())
                .hasMessageContaining("must set ThrottlingBurstLimit and ThrottlingRateLimit both");
    }

    @Test
    void headersAndBodiesHaveApiGatewaysAndLambdasLimits() throws Exception {
        try (var stack = LocalStack.start(Fixture.options())) {
            int rest = lengthOfTheRest(stack);
            assertThat(withHeader(stack, HEADER_LIMIT - rest).statusCode()).isEqualTo(200);
            for (int length : new int[] {HEADER_LIMIT - rest + 1, 5 * HEADER_LIMIT}) {
                HttpResponse<String> refused = withHeader(stack, length);
                assertThat(refused.statusCode()).isEqualTo(431);
                assertThat(refused.body()).isEqualTo("{\"message\":\"Request Header Fields Too Large\"}");
            }
            assertThat(withBody(stack, "text/plain", INVOCATION_LIMIT - 4_096).statusCode())
                    .isEqualTo(200);
            assertThat(withBody(stack, "text/plain", INVOCATION_LIMIT).body())
                    .isEqualTo("{\"message\":\"Request Too Long\"}");
            assertThat(withBody(stack, "image/png", 5 * 1024 * 1024).statusCode())
                    .as("a body that is no text grows by a third as Base64")
                    .isEqualTo(413);
        }
    }

    /// The fixture, whose stages let three requests through at once and two more a second.
    private Options throttled() throws IOException {
        return Fixture.options().withTemplate(write(LIMITS)).withClock(clock).withSeedDemo(false);
    }

    private Path write(String limits) throws IOException {
        String text = Fixture.templateText()
                .replace(
                        "    Type: AWS::Serverless::HttpApi\n",
                        "    Type: AWS::Serverless::HttpApi\n    Properties: { " + limits + " }\n")
                .replace("DeploymentId: !Ref Deployment }", "DeploymentId: !Ref Deployment, " + limits + " }");
        return Files.writeString(directory.resolve("template.yaml"), text);
    }

    private HttpResponse<String> get(LocalStack stack) throws Exception {
        return http.send(request(stack).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> withHeader(LocalStack stack, int length) throws Exception {
        return http.send(request(stack).header("X-Long", "x".repeat(length)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> withBody(LocalStack stack, String type, int length) throws Exception {
        return http.send(
                request(stack)
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofString("x".repeat(length)))
                        .build(),
                BodyHandlers.ofString());
    }

    /// The length of the request line and of all headers but the long one's value, as the function sees them.
    private int lengthOfTheRest(LocalStack stack) throws Exception {
        AtomicInteger length = new AtomicInteger();
        ScriptedFunction.script("http", (event, environment, context) -> {
            length.set("GET".length() + event.path("rawPath").asText().length());
            event.path("headers").properties().forEach(header -> {
                if (!header.getKey().startsWith("x-forwarded-")) {
                    length.addAndGet(header.getKey().length()
                            + header.getValue().asText().length());
                }
            });
            return Scripts.response(200, "done");
        });
        withHeader(stack, 0);
        return length.get();
    }

    private static HttpRequest.Builder request(LocalStack stack) {
        return HttpRequest.newBuilder(URI.create(stack.baseUrl() + "/echo"));
    }
}
