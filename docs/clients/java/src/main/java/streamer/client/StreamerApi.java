package streamer.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * The REST API. Safe requests, and every POST by its idempotency key, are sent again after a failure; a PATCH is not.
 * Instances are immutable, and can be shared between threads.
 */
public final class StreamerApi {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int RETRIES = 3;
    private static final long FIRST_PAUSE = 500;
    private static final long LONGEST_PAUSE = 30_000;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final String baseUrl;
    private final Supplier<String> credential;

    /**
     * @param baseUrl where the service is, for example `http://localhost:3000/v1`
     * @param credential an API key or an access token
     */
    public StreamerApi(String baseUrl, String credential) {
        this(baseUrl, () -> credential);
    }

    /** @param credential is asked before each attempt, so that it can give renewed access tokens */
    public StreamerApi(String baseUrl, Supplier<String> credential) {
        this.baseUrl = baseUrl.replaceFirst("/+$", "");
        this.credential = credential;
    }

    /** A path with values in the place of its parameters, in their order: `/tts/{orderId}/start`. */
    public static String path(String template, Object... values) {
        StringBuilder path = new StringBuilder();
        int next = 0;
        for (String part : template.splitWithDelimiters("\\{[^}]+}", 0)) {
            path.append(part.startsWith("{") ? encoded(String.valueOf(values[next++])) : part);
        }
        return path.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** @throws ApiException if the service refuses, or does not answer well after three more attempts */
    public JsonNode get(String path) throws InterruptedException {
        return send("GET", path, null, null);
    }

    public JsonNode post(String path, Object body) throws InterruptedException {
        return post(path, body, UUID.randomUUID().toString());
    }

    /** @param idempotencyKey the same key with the same request gets the first answer again for 24 hours */
    public JsonNode post(String path, Object body, String idempotencyKey) throws InterruptedException {
        return send("POST", path, body, Objects.requireNonNull(idempotencyKey));
    }

    /** A POST without a body. */
    public JsonNode post(String path) throws InterruptedException {
        return post(path, null);
    }

    public JsonNode patch(String path, Object body) throws InterruptedException {
        return send("PATCH", path, body, null);
    }

    public JsonNode put(String path, Object body) throws InterruptedException {
        return send("PUT", path, body, null);
    }

    public JsonNode delete(String path) throws InterruptedException {
        return send("DELETE", path, null, null);
    }

    private JsonNode send(String method, String path, Object body, String idempotencyKey) throws InterruptedException {
        String json = body == null ? null : Json.write(body);
        for (int attempt = 0; ; attempt++) {
            boolean last = attempt >= (method.equals("PATCH") ? 0 : RETRIES);
            long wait = ThreadLocalRandom.current().nextLong(Math.min(LONGEST_PAUSE, FIRST_PAUSE << attempt));
            try {
                HttpResponse<String> response =
                        http.send(request(method, path, json, idempotencyKey), HttpResponse.BodyHandlers.ofString());
                int status = response.statusCode();
                if (status < 300) {
                    return Json.MAPPER.readTree(response.body());
                }
                if (last || status != 429 && status < 500) {
                    throw refusal(response);
                }
                wait = Math.max(wait, 1000 * pause(response));
            } catch (IOException failure) {
                if (last) {
                    throw new ApiException(0, ofError("unavailable", String.valueOf(failure)), null);
                }
            }
            Thread.sleep(wait);
        }
    }

    private HttpRequest request(String method, String path, String json, String idempotencyKey) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .header("Authorization", "Bearer " + credential.get());
        if (idempotencyKey != null) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        return request.method(
                        method,
                        json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json))
                .build();
    }

    /** The seconds that the answer asks for; 0 if it asks for none, or names a date as a proxy may. */
    private static long pause(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("[0-9]{1,6}"))
                .map(Long::valueOf)
                .orElse(0L);
    }

    private static ApiException refusal(HttpResponse<String> response) {
        JsonNode body;
        try {
            body = Json.MAPPER.readTree(response.body());
        } catch (IOException notJson) {
            body = JsonNodeFactory.instance.missingNode();
        }
        if (!body.has("code")) {
            // API Gateway's own refusals have a message alone, and a proxy's may be of any form.
            String code = response.statusCode() == 429 ? "rate_limited" : "unavailable";
            body = ofError(code, body.path("message").asText("The answer is not JSON"));
        }
        String id = response.headers().firstValue("Request-Id").orElse(null);
        return new ApiException(response.statusCode(), body, id);
    }

    private static JsonNode ofError(String code, String error) {
        return JsonNodeFactory.instance.objectNode().put("code", code).put("error", error);
    }
}
