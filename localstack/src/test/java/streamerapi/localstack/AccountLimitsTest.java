package streamerapi.localstack;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.localstack.functions.FunctionError;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
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
        AtomicInteger messages = new AtomicInteger();
        ScriptedFunction.script("queue", (event, environment, context) -> {
            messages.incrementAndGet();
            return "";
        });
        try (var stack = LocalStack.start(Fixture.options().withConcurrency(CONCURRENCY));
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
            stack.engines()
                    .sqs()
                    .sendMessage(b -> b.queueUrl(stack.queueUrl("Work")).messageBody("one"));
            goOn.countDown();

            assertThat(busy.stream().map(CompletableFuture::join)).allMatch(answer -> answer.statusCode() == 200);
            await().until(() -> messages.get() == 1);
        }
    }
}
