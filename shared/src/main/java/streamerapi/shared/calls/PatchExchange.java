package streamerapi.shared.calls;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Sends a `PATCH` request, which `HttpURLConnection` refuses. `java.net.http` loads about 1,150 classes in 0.2 s at
/// its first use, so only this method uses it.
final class PatchExchange {

    static final String METHOD = "PATCH";

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private PatchExchange() {}

    static JsonCall.Raw send(URI address, Map<String, String> headers, byte[] body, Duration limit, int maxBytes)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(limit)
                .method(METHOD, HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        HttpResponse<InputStream> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        Map<String, String> answered = new LinkedHashMap<>();
        response.headers()
                .map()
                .forEach((name, values) -> answered.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        try (InputStream in = response.body()) {
            return new JsonCall.Raw(response.statusCode(), in.readNBytes(maxBytes), answered);
        }
    }
}
