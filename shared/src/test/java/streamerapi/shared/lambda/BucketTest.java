package streamerapi.shared.lambda;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
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
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

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

    private final Deque<Integer> statuses = new ArrayDeque<>();
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

    /// S3 closes a connection that is silent for some seconds, which its client learns from a request that is not
    /// answered. A tip would be heard three minutes later, when its message comes again.
    @Test
    void anObjectIsTakenThoughS3HasClosedTheConnectionMeanwhile() throws Exception {
        try (ServerSocket s3 = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            BlockingQueue<String> taken = new LinkedBlockingQueue<>();
            Thread.startVirtualThread(() -> answerOnceAConnection(s3, taken));
            Bucket reached = new Bucket(
                    Clients.network(),
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")),
                    "eu-central-1",
                    URI.create("http://127.0.0.1:" + s3.getLocalPort() + "/audio"),
                    InstantSource.system());
            for (String name : List.of("a.mp3", "b.mp3")) {
                reached.put(name, "audio/mpeg", "no-cache", new byte[] {1});
                assertThat(taken.take()).startsWith("PUT /audio/" + name).contains("\nConnection: close\r\n");
            }
        }
    }

    /// Takes one request of each connection, and closes it with its answer.
    private static void answerOnceAConnection(ServerSocket s3, BlockingQueue<String> taken) {
        try {
            while (true) {
                taken.add(answerOnce(s3));
            }
        } catch (IOException ended) {
            assertThat(s3.isClosed()).isTrue();
        }
    }

    private static String answerOnce(ServerSocket s3) throws IOException {
        try (Socket connection = s3.accept()) {
            InputStream in = connection.getInputStream();
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                int read = in.read();
                if (read < 0) {
                    throw new EOFException();
                }
                head.append((char) read);
            }
            in.skipNBytes(1);
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return head.toString();
        }
    }

    @Test
    void aRequestThatMeetsAFailureOfS3IsMadeAgain() {
        statuses.addAll(List.of(503, 500));
        put();
        assertThat(statuses).isEmpty();
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
                    Integer next = statuses.poll();
                    return HttpExecuteResponse.builder()
                            .response(SdkHttpResponse.builder()
                                    .statusCode(next == null ? status : next)
                                    .build())
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
