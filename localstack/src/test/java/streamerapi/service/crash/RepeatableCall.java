package streamerapi.service.crash;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.LocalStack;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// A request that can be sent again exactly as it was, the way a client does that got no answer.
///
/// It goes past the OpenAPI document: the answer for an invocation that died is API Gateway's own.
record RepeatableCall(
        String method,
        String path,
        Map<String, String> headers,
        @Nullable Map<String, ?> body) {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static RepeatableCall get(String path) {
        return new RepeatableCall("GET", path, Map.of(), null);
    }

    static RepeatableCall post(String path) {
        return new RepeatableCall("POST", path, Map.of(), null);
    }

    static RepeatableCall post(String path, Map<String, ?> body) {
        return new RepeatableCall("POST", path, Map.of(), body);
    }

    static RepeatableCall patch(String path, Map<String, ?> body) {
        return new RepeatableCall("PATCH", path, Map.of(), body);
    }

    static RepeatableCall delete(String path) {
        return new RepeatableCall("DELETE", path, Map.of(), null);
    }

    /// This request with one header more.
    RepeatableCall with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new RepeatableCall(method, path, all, body);
    }

    /// This request, sent by the account's owner, who has signed in before.
    RepeatableCall signedIn(Account.SignedIn session) {
        return with("Cookie", session.cookie()).with("X-CSRF-Token", session.csrfToken());
    }

    private String address(Account account) {
        LocalStack stack = account.service().stack();
        return (path.startsWith("/dashboard/") ? stack.authUrl() : stack.baseUrl()) + path;
    }

    Answer send(Account account) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address(account)))
                .timeout(Duration.ofSeconds(30))
                .setHeader("Authorization", "Bearer " + account.apiKey())
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.write(body)));
        if (body != null) {
            request.setHeader("Content-Type", "application/json");
        }
        headers.forEach(request::setHeader);
        try {
            HttpResponse<byte[]> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), Map.of(), response.body());
        } catch (IOException e) {
            throw new AssertionError("No answer to " + method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
