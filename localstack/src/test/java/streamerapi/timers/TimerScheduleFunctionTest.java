package streamerapi.timers;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.service.TestInvocation;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.tasks.SteppedHost;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// Each kind of work that is due is looked for, though another one cannot be, or takes its time.
class TimerScheduleFunctionTest {

    private static final String REFUSAL = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ValidationException\"}";

    /// The bodies of the queries, each of which is refused.
    private final List<String> queries = new CopyOnWriteArrayList<>();

    /// All three have been asked for.
    private final CountDownLatch all = new CountDownLatch(3);

    private final AtomicInteger inVain = new AtomicInteger();

    private final TimerScheduleFunction function = new TimerScheduleFunction(new Environment(
            Map.of(
                    "AWS_REGION",
                    "eu-central-1",
                    "AWS_ACCESS_KEY_ID",
                    "AKIDEXAMPLE",
                    "AWS_SECRET_ACCESS_KEY",
                    "secret",
                    "TABLE",
                    "table",
                    "WORK_QUEUE",
                    "https://sqs.eu-central-1.amazonaws.com/123456789012/work",
                    "RATE_LIMIT_FACTOR",
                    "1"),
            InstantSource.system(),
            Refusing::new));

    @Test
    void effectsLaterMessagesAndTimersAreLookedForApart() {
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> new SteppedHost().run(this::invoke));
        assertThat(queries)
                .satisfiesExactlyInAnyOrder(
                        effects -> assertThat(effects).contains("EFFECTS"),
                        later -> assertThat(later).contains("LATER"),
                        timers -> assertThat(timers).contains("TIMERS"));
        assertThat(inVain).as("searches that kept others waiting").hasValue(0);
    }

    private void invoke() {
        byte[] event = Json.write(Map.of("source", "timers"));
        try {
            function.handleRequest(
                    new ByteArrayInputStream(event), new ByteArrayOutputStream(), new TestInvocation("Timers"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until all three have been asked for, as a search waits that finds very much.
    private void awaitAll() {
        try {
            if (!all.await(10, TimeUnit.SECONDS)) {
                inVain.incrementAndGet();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// An HTTP client whose calls the table refuses.
    private final class Refusing implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    queries.add(new String(
                            request.contentStreamProvider()
                                    .orElseThrow()
                                    .newStream()
                                    .readAllBytes(),
                            StandardCharsets.UTF_8));
                    all.countDown();
                    awaitAll();
                    return HttpExecuteResponse.builder()
                            .response(SdkHttpResponse.builder().statusCode(400).build())
                            .responseBody(AbortableInputStream.create(
                                    new ByteArrayInputStream(REFUSAL.getBytes(StandardCharsets.UTF_8))))
                            .build();
                }

                @Override
                public void abort() {}
            };
        }

        @Override
        public void close() {}
    }
}
