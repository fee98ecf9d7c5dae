package streamerapi.shared.lambda;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.shared.json.Json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A bucket that does not do what it is asked, and the credentials of a function, which have a session's token.
class BucketTest {

    private static final InputStream BROKEN = new InputStream() {
        @Override
        public int read() throws IOException {
            throw new IOException("Connection reset");
        }
    };

    private int status = 200;
    private boolean isSilent;
    private InputStream answer = new ByteArrayInputStream(new byte[0]);

    private final Bucket bucket = new Bucket(
            new S3(),
            StaticCredentialsProvider.create(AwsSessionCredentials.create("AKIDEXAMPLE", "secret", "session-token")),
            "eu-central-1",
            URI.create("https://audio.s3.eu-central-1.amazonaws.com"),
            () -> Instant.parse("2026-11-25T12:00:00Z"));

    private void put() {
        bucket.put("a.mp3", "audio/mpeg", "no-cache", new byte[] {1});
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 403, 404, 503})
    void anObjectThatWasNotTakenOrRemovedIsAFault(int answered) {
        status = answered;
        assertThatThrownBy(this::put).hasMessage("S3 answered a PUT with " + answered);
        assertThatThrownBy(() -> bucket.delete("a.mp3")).hasMessage("S3 answered a DELETE with " + answered);
    }

    @Test
    void anObjectIsTakenAndRemoved() {
        put();
        status = 204;
        bucket.delete("a.mp3");
    }

    @Test
    void aConnectionThatBreaksIsAFault() {
        answer = BROKEN;
        assertThatThrownBy(() -> bucket.head("a.mp3", 10)).isInstanceOf(UncheckedIOException.class);
        isSilent = true;
        assertThatThrownBy(this::put).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void aFormHoldsTheSessionsTokenAndItsPolicyDoesToo() {
        Bucket.PostForm form = bucket.form("a.mp3", "audio/mpeg", 5, Duration.ofMinutes(5));
        assertThat(form.fields()).containsEntry("x-amz-security-token", "session-token");
        Map<String, ?> policy = Json.readObject(
                Base64.getDecoder().decode(Objects.requireNonNull(form.fields().get("policy"))));
        assertThat((List<?>) Objects.requireNonNull(policy.get("conditions")))
                .anySatisfy(
                        condition -> assertThat(condition).isEqualTo(Map.of("x-amz-security-token", "session-token")));
    }

    /// S3, with one answer.
    private final class S3 implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    if (isSilent) {
                        throw new ConnectException("Connection refused");
                    }
                    return HttpExecuteResponse.builder()
                            .response(
                                    SdkHttpResponse.builder().statusCode(status).build())
                            .responseBody(AbortableInputStream.create(answer))
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
