package streamerapi.localstack;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.localstack.functions.FunctionError;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/// The account's limit of concurrent invocations: a function that would exceed it does not run, and each trigger does
/// about it what it does on AWS.
@ResourceLock(ScriptedFunction.LOCK)
class AccountLimitsTest {

    private static final int CONCURRENCY = 3;

    /// More than the attempts that the stream's batch has, with those of the message meanwhile.
    private static final int MORE_THAN_RETRIES = 10;

    @TempDir
    private Path folder;

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();

    @AfterEach
    void forget() {
        goOn.countDown();
        ScriptedFunction.reset();
    }

    @Test
    void whatIsTooManyIsThrottledAndMessagesAndRecordsComeAgain() throws Exception {
        ScriptedFunction.script("http", (event, environment, context) -> {
            running.incrementAndGet();
            goOn.await();
            return Scripts.response(200, "done");
        });
        Set<String> handled = ConcurrentHashMap.newKeySet();
        for (String script : List.of("queue", "stream")) {
            ScriptedFunction.script(script, (event, environment, context) -> {
                handled.add(script);
                return "";
            });
        }
        try (var stack = LocalStack.start(
                        Fixture.options().withTemplate(patient()).withConcurrency(CONCURRENCY));
                var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(stack.baseUrl() + "/echo"))
                    .build();
            var busy = java.util.stream.IntStream.range(0, CONCURRENCY)
                    .mapToObj(i -> client.sendAsync(request, BodyHandlers.ofString()))
                    .toList();
            await().until(() -> running.get() == CONCURRENCY);

            HttpResponse<String> throttled = client.send(request, BodyHandlers.ofString());
            assertThat(throttled.statusCode()).isEqualTo(503);
            assertThat(throttled.body()).isEqualTo("{\"message\":\"Service Unavailable\"}");
            FunctionError error = catchThrowableOfType(
                    FunctionError.class, () -> stack.invoke("HttpFunction", "{}".getBytes(StandardCharsets.UTF_8)));
            assertThat(error.isThrottled()).isTrue();
            AtomicInteger throttles = new AtomicInteger();
            stack.functions().afterEach(throttles::incrementAndGet);
            stack.engines()
                    .sqs()
                    .sendMessage(b -> b.queueUrl(stack.queueUrl("Work")).messageBody("one"));
            await().until(() -> throttles.get() > 0);
            stack.engines()
                    .dynamoDb()
                    .putItem(b -> b.tableName(stack.tableName("Table"))
                            .item(Map.of("pk", AttributeValue.fromS("EVENTS#one"), "sk", AttributeValue.fromS("one"))));
            await().until(() -> throttles.get() > MORE_THAN_RETRIES);
            goOn.countDown();

            assertThat(busy.stream().map(CompletableFuture::join)).allMatch(answer -> answer.statusCode() == 200);
            await().until(() -> handled.size() == 2);
        }
    }

    /// The fixture, whose queue gives a message out as often as it takes.
    private Path patient() throws IOException {
        return Files.writeString(
                folder.resolve("template.yaml"),
                Fixture.templateText().replace("maxReceiveCount: 2", "maxReceiveCount: 1000"));
    }
}
