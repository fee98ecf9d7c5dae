package streamerapi.localstack.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A function's answer, read as payload format 2.0: with a `statusCode` a response, without one the body of a 200.
@SuppressWarnings("ArrayRecordComponent")
record HttpAnswer(int status, Map<String, String> headers, List<String> cookies, byte[] body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// An answer of API Gateway's own.
    static HttpAnswer message(int status, String message) {
        return new HttpAnswer(
                status,
                Map.of("content-type", "application/json"),
                List.of(),
                ("{\"message\":\"" + message + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    /// @throws IOException if it is no JSON
    /// @throws IllegalArgumentException if it is no response, for its status, its headers or its Base64
    static HttpAnswer parse(byte[] response) throws IOException {
        JsonNode tree = JSON.readTree(response);
        if (!tree.isObject() || !tree.has("statusCode")) {
            return inferred(tree, response);
        }
        int status = tree.path("statusCode").asInt();
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("statusCode is " + tree.path("statusCode"));
        }
        var headers = new LinkedHashMap<String, String>();
        tree.path("headers").properties().forEach(field -> {
            if (!field.getValue().isValueNode()) {
                throw new IllegalArgumentException("The header " + field.getKey() + " is no text");
            }
            headers.put(field.getKey(), field.getValue().asText());
        });
        var cookies = new ArrayList<String>();
        tree.path("cookies").forEach(cookie -> cookies.add(cookie.asText()));
        JsonNode body = tree.path("body");
        String text = body.isTextual() || body.isMissingNode() || body.isNull() ? body.asText("") : body.toString();
        byte[] bytes = tree.path("isBase64Encoded").asBoolean()
                ? Base64.getDecoder().decode(text)
                : text.getBytes(StandardCharsets.UTF_8);
        if (headers.keySet().stream().noneMatch("content-type"::equalsIgnoreCase) && bytes.length > 0) {
            headers.put("content-type", "text/plain; charset=utf-8");
        }
        return new HttpAnswer(status, headers, cookies, body.isNull() ? new byte[0] : bytes);
    }

    private static HttpAnswer inferred(JsonNode tree, byte[] response) throws IOException {
        if (tree.isMissingNode()) {
            throw new IOException("The answer is empty");
        }
        byte[] body = tree.isTextual() ? tree.asText().getBytes(StandardCharsets.UTF_8) : response;
        return new HttpAnswer(200, Map.of("content-type", "application/json"), List.of(), body);
    }
}
