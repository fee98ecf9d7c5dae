package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.GoneException;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PayloadTooLargeException;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.FunctionScript;
import streamerapi.localstack.fixtures.PlainSocket;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.localstack.sockets.SocketLimits;
import streamerapi.shared.lambda.Environment;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@ResourceLock(ScriptedFunction.LOCK)
class SocketTest {
    private static LocalStack stack;
    private static ApiGatewayManagementApiClient connections;
    private static final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    private String connectionId = "";

    @BeforeAll
    static void start() {
        stack = Fixture.start();
        connections = Scripts.connections(
                new Environment(stack.functions().settings("SocketFunction").variables(), InstantSource.system()));
    }

    @AfterAll
    static void stop() {
        connections.close();
        stack.close();
        ScriptedFunction.reset();
    }

    @BeforeEach
    void record() {
        events.clear();
        script((event, environment, context) -> "{\"statusCode\":200}");
    }

    @Test
    void aConnectionTellsThatItComesSpeaksAndGoes() throws Exception {
        try (var socket = PlainSocket.connect(stack.wsUrl() + "?room=a&room=b")) {
            JsonNode connect = next();
            assertThat(connect.at("/requestContext/eventType").asText()).isEqualTo("CONNECT");
            assertThat(connect.at("/requestContext/routeKey").asText()).isEqualTo("$connect");
            assertThat(connect.at("/requestContext/stage").asText()).isEqualTo("realtime");
            assertThat(connect.at("/requestContext/identity/sourceIp").asText()).startsWith("127.0.0.1");
            assertThat(connect.at("/queryStringParameters/room").asText()).isEqualTo("b");
            assertThat(connect.at("/multiValueQueryStringParameters/room").size())
                    .isEqualTo(2);
            assertThat(connect.at("/headers/Host").asText()).startsWith("localhost:");
            String id = connect.at("/requestContext/connectionId").asText();

            socket.send("{\"type\":\"hello\"}");
            JsonNode message = next();
            assertThat(message.at("/requestContext/routeKey").asText()).isEqualTo("$default");
            assertThat(message.at("/requestContext/eventType").asText()).isEqualTo("MESSAGE");
            assertThat(message.at("/requestContext/connectionId").asText()).isEqualTo(id);
            assertThat(message.at("/requestContext/messageId").asText()).isNotEmpty();
            assertThat(message.path("body").asText()).isEqualTo("{\"type\":\"hello\"}");
            assertThat(message.path("isBase64Encoded").asBoolean(true)).isFalse();

            socket.end();
            JsonNode disconnect = next();
            assertThat(disconnect.at("/requestContext/eventType").asText()).isEqualTo("DISCONNECT");
            assertThat(disconnect.at("/requestContext/connectionId").asText()).isEqualTo(id);
            assertThat(disconnect.at("/requestContext/disconnectStatusCode").asInt())
                    .isEqualTo(1000);
        }
    }

    @Test
    void aMessageChoosesItsRoute() throws Exception {
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            next();
            for (String body : new String[] {"{\"type\":\"say\"}", "{\"type\":\"$connect\"}", "no json", "[]"}) {
                socket.send(body);
            }
            assertThat(next().at("/requestContext/routeKey").asText()).isEqualTo("say");
            assertThat(next().at("/requestContext/routeKey").asText()).isEqualTo("$default");
            assertThat(next().at("/requestContext/routeKey").asText()).isEqualTo("$default");
            assertThat(next().at("/requestContext/routeKey").asText()).isEqualTo("$default");
        }
    }

    @Test
    void aRefusedConnectionIsNotUpgraded() {
        script((event, environment, context) -> "{\"statusCode\":401}");

        assertThatThrownBy(() -> PlainSocket.connect(stack.wsUrl())).hasMessageContaining("401");
    }

    @Test
    void aConnectionWhoseFunctionThrowsIsNotUpgraded() {
        script((event, environment, context) -> {
            throw new IllegalStateException("broken");
        });

        assertThatThrownBy(() -> PlainSocket.connect(stack.wsUrl())).hasMessageContaining("502");
    }

    @Test
    void aFunctionPostsToAConnection() throws Exception {
        script((event, environment, context) -> {
            if (event.has("body")) {
                try (var client = Scripts.connections(environment)) {
                    String id = event.at("/requestContext/connectionId").asText();
                    client.postToConnection(b -> b.connectionId(id)
                            .data(SdkBytes.fromUtf8String(
                                    "é" + event.path("body").asText())));
                }
            }
            return "{\"statusCode\":200}";
        });
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            String large = "x".repeat(20 * 1024);
            socket.send(large);
            assertThat(socket.next()).isEqualTo("é" + large);
        }
    }

    @Test
    void aLargePostArrivesWhole() throws Exception {
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            String id = next().at("/requestContext/connectionId").asText();
            String large = "€😀".repeat(18_000);
            connections.postToConnection(b -> b.connectionId(id).data(SdkBytes.fromUtf8String(large)));

            assertThat(socket.next()).isEqualTo(large);
            assertThatThrownBy(() -> connections.postToConnection(b ->
                            b.connectionId(id).data(SdkBytes.fromUtf8String("x".repeat(128 * 1024 + 1)))))
                    .isInstanceOf(PayloadTooLargeException.class);
        }
    }

    @Test
    void postingInsideConnectIsGone() throws Exception {
        var outcome = new CompletableFuture<Throwable>();
        script((event, environment, context) -> {
            if (event.at("/requestContext/eventType").asText().equals("CONNECT")) {
                String id = event.at("/requestContext/connectionId").asText();
                try (var client = Scripts.connections(environment)) {
                    client.postToConnection(b -> b.connectionId(id).data(SdkBytes.fromUtf8String("early")));
                } catch (GoneException e) {
                    outcome.complete(e);
                }
            }
            return "{\"statusCode\":200}";
        });
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(GoneException.class);
            assertThat(socket.isOpen()).isTrue();
        }
    }

    @Test
    void aConnectionIsDescribedAndClosedFromOutside() throws Exception {
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            JsonNode connect = next();
            String id = connect.at("/requestContext/connectionId").asText();
            var described = connections.getConnection(b -> b.connectionId(id));
            assertThat(described.connectedAt().toEpochMilli())
                    .isEqualTo(connect.at("/requestContext/connectedAt").asLong());
            assertThat(described.identity().sourceIp()).isNotEmpty();

            connections.deleteConnection(b -> b.connectionId(id));
            assertThat(socket.closed().get(60, TimeUnit.SECONDS)).isEqualTo(1000);
            await().untilAsserted(() -> assertThatThrownBy(() -> connections.getConnection(b -> b.connectionId(id)))
                    .isInstanceOf(GoneException.class));
        }
    }

    @Test
    void aMessageOverTheLimitClosesTheConnection() throws Exception {
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            socket.send("x".repeat(128 * 1024 + 1));
            assertThat(socket.closed().get(60, TimeUnit.SECONDS)).isEqualTo(1009);
        }
    }

    @Test
    void aFailedMessageIsTold() throws Exception {
        script((event, environment, context) -> {
            if (event.has("body")) {
                throw new IllegalStateException("broken");
            }
            return "{\"statusCode\":200}";
        });
        try (var socket = PlainSocket.connect(stack.wsUrl())) {
            socket.send("hello");
            assertThat(socket.next()).contains("\"message\":\"Internal server error\"", "connectionId", "requestId");
        }
    }

    @Test
    void aConnectionEndsWhenIdleAndWhenOld() throws Exception {
        var idle = new SocketLimits(Duration.ofMillis(300), Duration.ofHours(2), Duration.ofSeconds(1));
        var old = new SocketLimits(Duration.ofMinutes(10), Duration.ofMillis(300), Duration.ofSeconds(1));
        for (SocketLimits limits : new SocketLimits[] {idle, old}) {
            try (var own = LocalStack.start(Fixture.options().withLimits(limits));
                    var socket = PlainSocket.connect(own.wsUrl())) {
                assertThat(socket.closed().get(60, TimeUnit.SECONDS)).isEqualTo(1001);
            }
        }
    }

    private static void script(FunctionScript script) {
        ScriptedFunction.script("socket", (event, environment, context) -> {
            events.add(event);
            return script.run(event, environment, context);
        });
    }

    /// The next event of this test's connection, which is the last that came.
    private JsonNode next() throws InterruptedException {
        while (true) {
            JsonNode event = events.poll(60, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("No event came");
            }
            String id = event.at("/requestContext/connectionId").asText();
            if (event.at("/requestContext/eventType").asText().equals("CONNECT")) {
                connectionId = id;
            }
            if (id.equals(connectionId)) {
                return event;
            }
        }
    }
}
