package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.service.TestInvocation;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Samples;
import streamerapi.shared.lambda.ScriptedAws;
import streamerapi.shared.tasks.SteppedHost;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the calls to AWS that a receiver makes. Its cost in docs/cost.md is computed from them.
class HookCallsTest {

    private static final Instant NOW = Instant.parse("2026-09-12T18:20:31Z");

    private final List<String> calls = new ArrayList<>();

    /// The answer of AWS to an operation, by its name: an error's name, or empty for no answer at all.
    private final Map<String, String> faults = new HashMap<>();

    private HooksFunction function() {
        return new HooksFunction(new Environment(
                Map.of(
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "none",
                        "AWS_SECRET_ACCESS_KEY", "none",
                        "TABLE", "table",
                        "SECRETS_KEY_PARAMETER", "/streamer-api/secrets-key",
                        "WORK_QUEUE", "https://sqs.us-east-1.amazonaws.com/000000000000/follow-ups"),
                InstantSource.fixed(NOW),
                Counting::new));
    }

    @Test
    void anEventIsOneReadAndOneMessage() throws IOException {
        HooksFunction function = function();
        byte[] event = HookSamples.at(NOW).getFirst();

        assertThat(answer(function, event)).contains("\"statusCode\":204");
        assertThat(calls).as("the first of a process").containsExactly("GetItem", "GetParameter", "SendMessage");

        calls.clear();
        assertThat(answer(function, event)).contains("\"statusCode\":204");
        assertThat(calls).containsExactly("GetItem", "SendMessage");
    }

    @ParameterizedTest
    @CsvSource({
        "GetItem,",
        "GetItem,ProvisionedThroughputExceededException",
        "GetItem,AccessDeniedException",
        "GetParameter,",
        "GetParameter,AccessDeniedException",
        "SendMessage,",
        "SendMessage,InternalError"
    })
    void anEventThatCannotBeTakenNowIsNotAnsweredAsTaken(String operation, @Nullable String error) {
        faults.put(operation, error == null ? "" : error);
        HooksFunction function = function();
        byte[] event = HookSamples.at(NOW).getFirst();
        AtomicReference<String> refused = new AtomicReference<>();

        new SteppedHost().run(() -> refused.set(tried(function, event)));
        assertThat(refused.get()).contains("\"statusCode\":503", "\\\"code\\\":\\\"unavailable\\\"");

        faults.clear();
        assertThat(tried(function, event)).as("it is sent again").contains("\"statusCode\":204");
    }

    @Test
    void aFaultOfOursIsAnswered500() {
        String event = new String(HookSamples.at(NOW).getFirst(), StandardCharsets.UTF_8);
        String faulty = event.replaceFirst("\"isBase64Encoded\": ?false", "\"isBase64Encoded\":true");
        assertThat(tried(function(), faulty.getBytes(StandardCharsets.UTF_8)))
                .contains("\"statusCode\":500", "\\\"code\\\":\\\"internal_error\\\"");
        assertThat(calls).isEmpty();
    }

    private static String tried(HooksFunction function, byte[] event) {
        try {
            return answer(function, event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String answer(HooksFunction function, byte[] event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        function.handleRequest(new ByteArrayInputStream(event), answer, new TestInvocation("HooksFunction"));
        return answer.toString(StandardCharsets.UTF_8);
    }

    /// AWS with the rows that priming works with.
    private final class Counting implements SdkHttpClient {

        private final SdkHttpClient aws =
                new ScriptedAws(Samples.rows(Map.of("now", Long.toString(NOW.toEpochMilli()), "receiver", "1")));

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            String target =
                    request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
            String operation = target.substring(target.indexOf('.') + 1);
            calls.add(operation);
            String fault = faults.get(operation);
            return fault == null ? aws.prepareRequest(request) : new Faulty(fault);
        }

        @Override
        public void close() {}
    }

    /// A call that AWS refuses with an error, or does not answer if that is empty.
    private record Faulty(String error) implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() throws IOException {
            if (error.isEmpty()) {
                throw new ConnectException("Connection refused");
            }
            byte[] body = ("{\"__type\":\"" + error + "\"}").getBytes(StandardCharsets.UTF_8);
            return HttpExecuteResponse.builder()
                    .response(SdkHttpResponse.builder()
                            .statusCode(400)
                            .putHeader("Content-Length", Integer.toString(body.length))
                            .build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                    .build();
        }

        @Override
        public void abort() {}
    }
}
