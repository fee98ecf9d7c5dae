package streamerapi.shared.calls;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.tasks.Host;
import streamerapi.shared.tasks.TimeLimit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/// A request for JSON to another service. It is sent once, on a connection of its own; no redirect is followed, and at
/// most 64 KiB of the answer are read.
public final class JsonCall {

    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    private final URI address;
    private final byte @Nullable [] body;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Predicate<Answer> success = Answer::isSuccess;

    /// An answer.
    ///
    /// @param status its HTTP status
    /// @param body   of a 2xx; empty for any other status
    /// @param retryAfter the `Retry-After` header (RFC 9110, 10.2.3), or null
    public record Answer(
            int status,
            Map<String, @Nullable Object> body,
            @Nullable String retryAfter) {

        /// Whether the status is a 2xx.
        public boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    private JsonCall(URI address, byte @Nullable [] body) {
        this.address = address;
        this.body = body;
        header("Accept", "application/json");
        header("Connection", "close");
    }

    /// A `GET`.
    public static JsonCall get(URI address) {
        return new JsonCall(address, null);
    }

    /// A `POST` of JSON, with a length that is known, so that the JDK does not send it twice.
    public static JsonCall post(URI address, byte[] body) {
        return new JsonCall(address, body).header("Content-Type", "application/json");
    }

    /// Sends a header too.
    public JsonCall header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /// Takes an answer for a success if it passes this test, for the log.
    public JsonCall succeedsIf(Predicate<Answer> test) {
        success = test;
        return this;
    }

    /// Sends it, and waits for the answer. A log line tells of one that did not succeed, and why.
    ///
    /// @param limit of the time from connecting to the last byte of the answer
    /// @throws IOException if there is no answer in time, or it is a 2xx that is not a JSON object of at most 64 KiB
    public Answer send(Duration limit) throws IOException {
        WideLine line = WideLine.of("call").with("host", address.getHost());
        try {
            Answer answer = TimeLimit.within(limit, () -> exchange((int) limit.toMillis()));
            if (!success.test(answer)) {
                line.with("status", answer.status()).write();
            }
            return answer;
        } catch (IOException e) {
            line.with("fault", e.getMessage()).write();
            throw e;
        }
    }

    private Answer exchange(int limitMillis) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) Host.client(address.toURL().openConnection());
        try {
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(limitMillis);
            connection.setReadTimeout(limitMillis);
            headers.forEach(connection::setRequestProperty);
            if (body != null) {
                connection.setRequestMethod("POST");
                connection.setFixedLengthStreamingMode(body.length);
                connection.setDoOutput(true);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body);
                }
            }
            int status = connection.getResponseCode();
            return new Answer(
                    status, status / 100 == 2 ? read(connection) : Map.of(), connection.getHeaderField("Retry-After"));
        } finally {
            connection.disconnect();
        }
    }

    private static Map<String, @Nullable Object> read(HttpURLConnection connection) throws IOException {
        try (InputStream in = connection.getInputStream()) {
            return Json.readObject(in.readNBytes(MAX_ANSWER_BYTES));
        } catch (Json.Malformed e) {
            throw new IOException("The answer is not a JSON object of at most 64 KiB", e);
        }
    }
}
