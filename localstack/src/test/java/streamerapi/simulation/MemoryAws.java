package streamerapi.simulation;

import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.shared.aws.AwsTransport;

import java.io.ByteArrayInputStream;
import java.io.IOException;

/// The HTTP client of a function that is tried alone: its table is in memory, and a test answers all other services.
public final class MemoryAws implements SdkHttpClient {

    private final AwsTransport table;
    private final Others others;

    public MemoryAws(AwsTransport table, Others others) {
        this.table = table;
        this.others = others;
    }

    /// Answers for the other services.
    @FunctionalInterface
    public interface Others {
        /// The body of an answer.
        byte[] answer(SdkHttpRequest request, byte[] body) throws IOException;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                byte[] answer = answer(request.httpRequest(), body(request));
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder()
                                .statusCode(200)
                                .putHeader("Content-Length", Integer.toString(answer.length))
                                .build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    private static byte[] body(HttpExecuteRequest request) throws IOException {
        return request.contentStreamProvider().isPresent()
                ? request.contentStreamProvider().get().newStream().readAllBytes()
                : new byte[0];
    }

    private byte[] answer(SdkHttpRequest request, byte[] body) throws IOException {
        if (!request.host().startsWith("dynamodb")) {
            return others.answer(request, body);
        }
        String target = request.firstMatchingHeader("X-Amz-Target").orElseThrow();
        return table.once(target.substring(target.indexOf('.') + 1), body).body();
    }

    @Override
    public void close() {}
}
