package streamerapi.hooks;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.service.TestInvocation;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Samples;
import streamerapi.shared.lambda.ScriptedAws;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the calls to AWS that a receiver makes. Its cost in docs/cost.md is computed from them.
class HookCallsTest {

    private static final Instant NOW = Instant.parse("2026-09-12T18:20:31Z");

    private final List<String> calls = new ArrayList<>();

    @Test
    void anEventIsOneReadAndOneMessage() throws IOException {
        HooksFunction function = new HooksFunction(new Environment(
                Map.of(
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "none",
                        "AWS_SECRET_ACCESS_KEY", "none",
                        "TABLE", "table",
                        "SECRETS_KEY_PARAMETER", "/streamer-api/secrets-key",
                        "WORK_QUEUE", "https://sqs.us-east-1.amazonaws.com/000000000000/follow-ups"),
                InstantSource.fixed(NOW),
                Counting::new));
        byte[] event = HookSamples.at(NOW).getFirst();

        assertThat(answer(function, event)).contains("\"statusCode\":204");
        assertThat(calls).as("the first of a process").containsExactly("GetItem", "GetParameter", "SendMessage");

        calls.clear();
        assertThat(answer(function, event)).contains("\"statusCode\":204");
        assertThat(calls).containsExactly("GetItem", "SendMessage");
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
            calls.add(target.substring(target.indexOf('.') + 1));
            return aws.prepareRequest(request);
        }

        @Override
        public void close() {}
    }
}
