package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// An HTTP client that plays AWS itself, and never leaves the process: what the SDK sends and reads is real, the
/// answers are a [Script]'s.
///
/// Writes are taken and forgotten.
public final class ScriptedAws implements SdkHttpClient {

    /// The answer of every service without an `X-Amz-Target`.
    private static final byte[] OTHERS = {'{', '}'};

    private final Script script;

    /// @param rows what the table holds: plain values, `sk` among them
    public ScriptedAws(List<Map<String, @Nullable Object>> rows) {
        this.script = new Script(rows);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(request);
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public String clientName() {
        return "Scripted";
    }

    @Override
    public void close() {}

    private HttpExecuteResponse answer(HttpExecuteRequest request) throws IOException {
        // The client of the network reads the address too, by a class of the SDK's that is loaded here.
        Objects.requireNonNull(request.httpRequest().getUri().getHost(), "host");
        byte[] body = request.httpRequest()
                .firstMatchingHeader("X-Amz-Target")
                .map(target -> script.answer(target.substring(target.indexOf('.') + 1), sent(request)))
                .orElse(OTHERS);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(200)
                        .putHeader("Content-Type", "application/x-amz-json-1.0")
                        .putHeader("Content-Length", Integer.toString(body.length))
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }

    private static Map<String, @Nullable Object> sent(HttpExecuteRequest request) {
        try (InputStream in = request.contentStreamProvider().orElseThrow().newStream()) {
            return Json.readObject(in.readAllBytes());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
