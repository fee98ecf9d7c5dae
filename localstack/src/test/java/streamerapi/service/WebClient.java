package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// A browser, or an app, before the service: keeps cookies, follows no redirects, and sends forms.
public final class WebClient {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String origin;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    /// @param origin `http://localhost:<port>`
    public WebClient(String origin) {
        this.origin = origin;
    }

    /// Gets a path.
    public Answer get(String path) {
        return send("GET", path, Map.of(), null);
    }

    /// Posts a form.
    public Answer postForm(String path, Map<String, String> form) {
        return postForm(path, form, Map.of());
    }

    /// Posts a form with headers.
    public Answer postForm(String path, Map<String, String> form, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putIfAbsent("Content-Type", "application/x-www-form-urlencoded");
        return send("POST", path, all, encode(form));
    }

    /// Posts a JSON object.
    public Answer postJson(String path, Map<String, ? extends @Nullable Object> body) {
        return send("POST", path, Map.of("Content-Type", "application/json"), Json.writeText(body));
    }

    /// Sends a request as it is.
    public Answer send(String method, String path, Map<String, String> headers, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + path))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        if (!cookies.isEmpty()) {
            request.setHeader(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<byte[]> response = exchange(request.build());
        response.headers().allValues("set-cookie").forEach(this::keep);
        Map<String, String> received = new LinkedHashMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> received.put(Answer.ownName(name), String.join(", ", values)));
        return new Answer(response.statusCode(), received, response.body());
    }

    /// A cookie's value, or null.
    public @Nullable String cookie(String name) {
        return cookies.get(name);
    }

    /// A form as a body or a query has it.
    public static String encode(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// Takes a cookie over: `name=value`.
    void accept(String cookie) {
        keep(cookie);
    }

    private void keep(String header) {
        String pair = header.split(";", 2)[0];
        String name = pair.substring(0, pair.indexOf('='));
        String value = pair.substring(pair.indexOf('=') + 1);
        if (value.isEmpty()) {
            cookies.remove(name);
        } else {
            cookies.put(name, value);
        }
    }

    private static HttpResponse<byte[]> exchange(HttpRequest request) {
        try {
            return Objects.requireNonNull(HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new AssertionError("No answer to " + request.method() + " " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
