package streamerapi.localstack;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

@ResourceLock(ScriptedFunction.LOCK)
class EmulatorTest {

    @Test
    void tablesAndQueuesOfAnEmulatorAreMadeAndUsed() throws Exception {
        try (var elsewhere = Engines.embedded(null, () -> {})) {
            var server = emulator(elsewhere);
            var streamed = new CountDownLatch(1);
            var queued = new CountDownLatch(1);
            ScriptedFunction.script("stream", (event, environment, context) -> {
                streamed.countDown();
                return "";
            });
            ScriptedFunction.script("queue", (event, environment, context) -> {
                queued.countDown();
                return "";
            });
            for (int starts = 0; starts < 2; starts++) {
                try (var stack = LocalStack.start(Fixture.options().withEmulator(server.getURI()))) {
                    assertThat(stack.engines().dynamoDbAddress()).isEqualTo(server.getURI());
                    String pk = "EVENTS#" + starts;
                    stack.engines()
                            .dynamoDb()
                            .putItem(b -> b.tableName(stack.tableName("Table"))
                                    .item(Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS("1"))));
                    stack.engines()
                            .sqs()
                            .sendMessage(b -> b.queueUrl(stack.queueUrl("Work")).messageBody("1"));
                    assertThat(streamed.await(5, TimeUnit.SECONDS)).isTrue();
                    assertThat(queued.await(5, TimeUnit.SECONDS)).isTrue();
                }
            }
            assertThat(elsewhere.dynamoDb().listTables().tableNames()).containsExactly("streamer-api-Table");
            server.stop();
        } finally {
            ScriptedFunction.reset();
        }
    }

    /// Both services at one address, as an emulator has them.
    private static Server emulator(Engines engines) throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            private final HttpClient http = HttpClient.newHttpClient();

            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String target = String.valueOf(request.getHeaders().get("X-Amz-Target"));
                URI engine = target.startsWith("AmazonSQS") ? engines.sqsAddress() : engines.dynamoDbAddress();
                try (InputStream body = Content.Source.asInputStream(request)) {
                    var forwarded = HttpRequest.newBuilder(engine.resolve("/"))
                            .header("X-Amz-Target", target)
                            .header(
                                    "Content-Type",
                                    String.valueOf(request.getHeaders().get("Content-Type")))
                            .header(
                                    "Authorization",
                                    String.valueOf(request.getHeaders().get("Authorization")))
                            .POST(BodyPublishers.ofByteArray(body.readAllBytes()))
                            .build();
                    var answer = http.send(forwarded, BodyHandlers.ofByteArray());
                    response.setStatus(answer.statusCode());
                    answer.headers()
                            .firstValue("Content-Type")
                            .ifPresent(type -> response.getHeaders().put("Content-Type", type));
                    response.write(true, ByteBuffer.wrap(answer.body()), callback);
                    return true;
                }
            }
        });
        server.start();
        return server;
    }
}
