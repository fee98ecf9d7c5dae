package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.openapi.ExchangeValidator;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// A caller of the API. Every exchange is held to the OpenAPI document; one that strays from it fails the test.
public final class ApiClient {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.load();
    private static final ExchangeValidator VALIDATOR = new ExchangeValidator(DOCUMENT);

    private final String origin;
    private final @Nullable String credential;
    private final Map<String, String> headers;
    private final boolean validates;

    /// @param origin `http://localhost:<port>`
    /// @param credential what the bearer header carries, or null for no header
    public ApiClient(String origin, @Nullable String credential) {
        this(origin, credential, Map.of(), true);
    }

    private ApiClient(String origin, @Nullable String credential, Map<String, String> headers, boolean validates) {
        this.origin = origin;
        this.credential = credential;
        this.headers = headers;
        this.validates = validates;
    }

    /// This caller, sending one header more.
    public ApiClient with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new ApiClient(origin, credential, all, validates);
    }

    /// This caller, whose answers may be API Gateway's own: the document has none for an invocation that dies.
    public ApiClient withoutValidation() {
        return new ApiClient(origin, credential, headers, false);
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer post(String path) {
        return send("POST", path, null);
    }

    /// Posts a JSON object.
    public Answer post(String path, Map<String, ? extends @Nullable Object> body) {
        return send("POST", path, Json.write(body));
    }

    /// Posts a text as JSON, whatever it is.
    public Answer postText(String path, String json) {
        return send("POST", path, json.getBytes(StandardCharsets.UTF_8));
    }

    /// Patches with a JSON object.
    public Answer patch(String path, Map<String, ? extends @Nullable Object> body) {
        return send("PATCH", path, Json.write(body));
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    /// Asks for a page, which no document for programs has; or sends a form of one.
    public Answer page(String address, @Nullable String form) {
        Map<String, String> sent = sent(form == null ? null : "application/x-www-form-urlencoded");
        return exchange(
                form == null ? "GET" : "POST",
                address,
                sent,
                form == null ? null : form.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends a JSON-RPC message to the Model Context Protocol server, which is in no OpenAPI document.
    public Answer rpc(Map<String, ? extends @Nullable Object> message) {
        return beside("POST", "/mcp", Json.write(message));
    }

    /// Sends a request to what is in no OpenAPI document, with `Content-Type: application/json` if it has a body and
    /// no other was set.
    ///
    /// @param address the whole path
    public Answer beside(String method, String address, byte @Nullable [] body) {
        return exchange(method, address, sent(body == null ? null : "application/json"), body);
    }

    /// Sends a request as it is, with `Content-Type: application/json` if it has a body and no other was set.
    ///
    /// @param path as the document has it, with its query
    public Answer send(String method, String path, byte @Nullable [] body) {
        Map<String, String> sent = sent(body == null ? null : "application/json");
        int question = path.indexOf('?');
        String bare = question < 0 ? path : path.substring(0, question);
        String address = DOCUMENT.address(bare);
        String query = question < 0 ? "" : path.substring(question);
        Answer answer = exchange(method, address + query, sent, body);
        UnseenRefusals.note(DOCUMENT, method, bare, answer);
        if (validates) {
            VALIDATOR.validate(
                    method,
                    address,
                    query.isEmpty() ? "" : query.substring(1),
                    sent,
                    body,
                    answer.status(),
                    answer.headers(),
                    answer.bytes());
        }
        return answer;
    }

    private Map<String, String> sent(@Nullable String contentType) {
        Map<String, String> sent = new LinkedHashMap<>();
        if (credential != null) {
            sent.put("Authorization", "Bearer " + credential);
        }
        if (contentType != null) {
            sent.put("Content-Type", contentType);
        }
        sent.putAll(headers);
        return sent;
    }

    private Answer exchange(String method, String address, Map<String, String> sent, byte @Nullable [] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + address))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        sent.forEach(request::setHeader);
        HttpResponse<byte[]> response = exchange(request.build());
        Map<String, String> received = new LinkedHashMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> received.put(Answer.ownName(name), String.join(", ", values)));
        return new Answer(response.statusCode(), received, response.body());
    }

    private static HttpResponse<byte[]> exchange(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new AssertionError("No answer to " + request.method() + " " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
