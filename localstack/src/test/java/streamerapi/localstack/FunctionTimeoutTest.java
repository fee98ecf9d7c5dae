package streamerapi.localstack;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.localstack.functions.FunctionError;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A function whose time is up is ended as Lambda ends it: all of it.
@NullMarked
@ResourceLock(ScriptedFunction.LOCK)
class FunctionTimeoutTest {

    private static final Map<String, AttributeValue> ROW =
            Map.of("pk", AttributeValue.fromS("one"), "sk", AttributeValue.fromS("one"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void noThreadOfItWritesAfterwards() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Thread> left = new CompletableFuture<>();
        try (LocalStack stack =
                LocalStack.start(Fixture.options().withTemplate(impatient()).withSeedDemo(false))) {
            ScriptedFunction.script("http", (event, environment, context) -> {
                left.complete(Thread.ofVirtual().start(() -> {
                    await(over);
                    var table = Scripts.dynamoDb(environment, environment.http().get());
                    table.putItem(b -> b.tableName(stack.tableName("Table")).item(ROW));
                }));
                new CountDownLatch(1).await();
                return "never";
            });

            assertThatThrownBy(() -> stack.invoke("HttpFunction", "{}".getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(FunctionError.class)
                    .hasMessageContaining("Task timed out after 1 seconds");
            over.countDown();
            left.get(60, TimeUnit.SECONDS).join();

            assertThat(stack.engines()
                            .dynamoDb()
                            .getItem(b -> b.tableName(stack.tableName("Table")).key(ROW))
                            .hasItem())
                    .isFalse();
        } finally {
            ScriptedFunction.reset();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path impatient() throws IOException {
        return Files.writeString(
                folder.resolve("template.yaml"),
                Fixture.templateText()
                        .replace("Timeout: 30", "Timeout: 1")
                        .replace(
                                "Environment: { Variables: { SCRIPT: http } }",
                                "Environment: { Variables: { SCRIPT: http } }\n      Policies: [{ Statement: "
                                        + "[{ Effect: Allow, Action: dynamodb:PutItem, Resource: !GetAtt Table.Arn }] }]"));
    }
}
