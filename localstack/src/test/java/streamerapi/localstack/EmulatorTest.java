package streamerapi.localstack;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.OneAddress;
import streamerapi.localstack.fixtures.ScriptedFunction;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

@ResourceLock(ScriptedFunction.LOCK)
class EmulatorTest {

    @Test
    void tablesAndQueuesOfAnEmulatorAreMadeAndUsed() throws Exception {
        try (var elsewhere = Engines.embedded(null, () -> {})) {
            var server = OneAddress.of(elsewhere);
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
                    assertThat(streamed.await(60, TimeUnit.SECONDS)).isTrue();
                    assertThat(queued.await(60, TimeUnit.SECONDS)).isTrue();
                }
            }
            assertThat(elsewhere.dynamoDb().listTables().tableNames()).containsExactly("streamer-api-Table");
            server.stop();
        } finally {
            ScriptedFunction.reset();
        }
    }
}
