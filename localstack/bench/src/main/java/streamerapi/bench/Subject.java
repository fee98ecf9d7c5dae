package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.LocalStack;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Ids;
import streamerapi.webhooks.DeliveryMessage;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// A function to be measured: its class, its variables, and the events that it is given.
record Subject(String name, String handler, Map<String, String> variables, Supplier<byte[]> events) {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// `GET /v1/tts/queue`, one tip in it.
    static Subject queue(LocalStack stack) throws IOException, InterruptedException {
        post(stack, "/tips", "{\"name\":\"NovaFox\",\"amount\":5}");
        byte[] event = request(stack.demo().apiKey(), "GET", "/v1/tts/queue", null);
        return new Subject(
                "GET /tts/queue", "streamerapi.tts.TtsFunction", variables(stack, "TtsFunction"), () -> event);
    }

    /// A webhook delivery, each time of another event, to a receiver on this machine.
    static Subject delivery(LocalStack stack, String receiver) throws IOException, InterruptedException {
        Map<String, @Nullable Object> made = Json.readObject(
                post(stack, "/webhook-endpoints", "{\"url\":\"" + receiver + "\",\"events\":[\"tipping.opened\"]}"));
        String endpointId = (String)
                Objects.requireNonNull(Json.asObject(made.get("endpoint")).get("id"));
        Ids ids = new Ids(InstantSource.system());
        return new Subject(
                "webhook delivery",
                "streamerapi.events.WorkerFunction",
                variables(stack, "WorkerFunction"),
                () -> delivery(stack.demo().tenantId(), endpointId, ids.next("evt")));
    }

    /// A donation that Ko-fi tells of: the receiver reads a row, verifies the token and hands a message on. Ko-fi's
    /// calls have no time, so the same one is good however late a start comes.
    static Subject donation(LocalStack stack) throws IOException, InterruptedException {
        String path = URI.create(connected(stack)).getPath();
        String donation =
                "{\"verification_token\":\"bench-token\",\"type\":\"Donation\",\"kofi_transaction_id\":\"bench-1\","
                        + "\"from_name\":\"NovaFox\",\"amount\":\"5.00\",\"currency\":\"USD\",\"message\":\"Hi\",\"is_public\":true}";
        byte[] event = request(
                "application/x-www-form-urlencoded",
                Map.of(),
                "POST",
                path,
                "data=" + URLEncoder.encode(donation, StandardCharsets.UTF_8));
        return new Subject(
                "POST /hooks/kofi", "streamerapi.hooks.HooksFunction", variables(stack, "HooksFunction"), () -> event);
    }

    /// Connects the demo account to Ko-fi.
    ///
    /// @return the receiver's address
    private static String connected(LocalStack stack) throws IOException, InterruptedException {
        HttpRequest.Builder signIn = HttpRequest.newBuilder(URI.create(stack.authUrl() + "/dashboard/api/sign-in"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.writeText(Map.of(
                        "email", stack.demo().owner().email(),
                        "password", stack.demo().owner().password()))));
        HttpResponse<byte[]> session = HTTP.send(signIn.build(), HttpResponse.BodyHandlers.ofByteArray());
        HttpRequest.Builder connect = HttpRequest.newBuilder(
                        URI.create(stack.authUrl() + "/dashboard/api/connections/kofi"))
                .header("Content-Type", "application/json")
                .header("Cookie", session.headers().firstValue("Set-Cookie").orElseThrow())
                .header("X-CSRF-Token", (String)
                        Objects.requireNonNull(Json.readObject(session.body()).get("csrf_token")))
                .PUT(HttpRequest.BodyPublishers.ofString("{\"verification_token\":\"bench-token\"}"));
        HttpResponse<byte[]> answer = HTTP.send(connect.build(), HttpResponse.BodyHandlers.ofByteArray());
        return (String) Objects.requireNonNull(
                Json.asObject(Json.readObject(answer.body()).get("connection")).get("webhook_url"));
    }

    static byte[] post(LocalStack stack, String path, String body) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = HTTP.send(
                HttpRequest.newBuilder(URI.create(stack.baseUrl() + path))
                        .header("Authorization", "Bearer " + stack.demo().apiKey())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 201) {
            throw new IOException(path + " was answered with " + response.statusCode());
        }
        return response.body();
    }

    /// An event of the HTTP API.
    static byte[] request(String apiKey, String method, String path, @Nullable String body) {
        return request("application/json", Map.of("authorization", "Bearer " + apiKey), method, path, body);
    }

    private static byte[] request(
            String contentType, Map<String, String> headers, String method, String path, @Nullable String body) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("content-type", contentType);
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("version", "2.0");
        event.put("rawPath", path);
        event.put("rawQueryString", "");
        event.put("headers", all);
        event.put(
                "requestContext",
                Map.of("requestId", "bench", "http", Map.of("method", method, "sourceIp", "198.51.100.7")));
        event.put("body", body);
        return Json.write(event);
    }

    private static Map<String, String> variables(LocalStack stack, String function) {
        return stack.functions().settings(function).variables();
    }

    private static byte[] delivery(String tenantId, String endpointId, String eventId) {
        String body = "{\"id\":\"" + eventId + "\",\"type\":\"tipping.opened\",\"data\":{}}";
        String message = DeliveryMessage.first(tenantId, endpointId, eventId, "tipping.opened", Instant.now(), body)
                .toText();
        return Json.write(Map.of("Records", List.of(Map.of("messageId", eventId, "body", message))));
    }
}
