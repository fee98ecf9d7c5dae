package streamerapi.shared.calls;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.tasks.Host;
import streamerapi.shared.tasks.TimeLimit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A request for JSON to another service. It is sent once, on a connection of its own; no redirect is followed, and an
/// answer has at most 64 KiB, unless the call says otherwise ([#atMost]).
public final class JsonCall {

    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    private static final String CONTENT_TYPE = "Content-Type";

    private final String method;
    private final URI address;
    private final byte @Nullable [] body;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Predicate<Answer> success = Answer::isSuccess;
    private boolean isLenient;
    private int maxBytes = MAX_ANSWER_BYTES;

    /// An answer.
    ///
    /// @param status its HTTP status
    /// @param body of a 2xx; of any other status empty, unless the call is [JsonCall#lenient]
    /// @param headers by their names in lower case; the first value of each
    public record Answer(int status, Map<String, @Nullable Object> body, Map<String, String> headers) {

        /// Whether the status is a 2xx.
        public boolean isSuccess() {
            return status / 100 == 2;
        }

        /// The `Retry-After` header (RFC 9110, 10.2.3), or null.
        public @Nullable String retryAfter() {
            return headers.get("retry-after");
        }
    }

    /// An answer before its body is read as JSON.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Raw(int status, byte[] body, Map<String, String> headers) {

        /// Whether its body is of plain text, or of no type. A page is neither: a network that wants a sign-in answers
        /// with one.
        private boolean isPlain() {
            String type = headers.getOrDefault("content-type", "");
            return type.isEmpty() || type.startsWith("text/plain");
        }
    }

    /// An authenticator that knows no password.
    private static final class NoPasswords extends Authenticator {}

    private JsonCall(String method, URI address, byte @Nullable [] body) {
        this.method = method;
        this.address = address;
        this.body = body;
        header("Accept", "application/json");
    }

    /// A `GET`.
    public static JsonCall get(URI address) {
        return new JsonCall("GET", address, null);
    }

    /// A `DELETE`.
    public static JsonCall delete(URI address) {
        return new JsonCall("DELETE", address, null);
    }

    /// A `POST` of JSON, with a length that is known, so that the JDK does not send it twice.
    public static JsonCall post(URI address, byte[] body) {
        return new JsonCall("POST", address, body).header(CONTENT_TYPE, "application/json");
    }

    /// A `PATCH` of JSON.
    public static JsonCall patch(URI address, byte[] body) {
        return new JsonCall(PatchExchange.METHOD, address, body).header(CONTENT_TYPE, "application/json");
    }

    /// A `POST` of form fields.
    public static JsonCall form(URI address, Map<String, String> fields) {
        byte[] body = encoded(fields).getBytes(StandardCharsets.US_ASCII);
        return new JsonCall("POST", address, body).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    }

    /// Fields as a form and a query have them.
    public static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
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

    /// Reads the bodies of refusals too, of which one that is not a JSON object is taken for an empty one, and takes a
    /// 2xx without a body or with plain text.
    public JsonCall lenient() {
        isLenient = true;
        return this;
    }

    /// Takes an answer of so many bytes.
    public JsonCall atMost(int bytes) {
        maxBytes = bytes;
        return this;
    }

    /// Sends it, and waits for the answer. A log line tells of one that did not succeed, and why.
    ///
    /// @param limit of the time from connecting to the last byte of the answer
    /// @throws IOException if there is no answer in time, or it is a 2xx that is not a JSON object, or too long
    public Answer send(Duration limit) throws IOException {
        LogLine line = LogLine.of("call").with("host", address.getHost());
        try {
            Answer answer = TimeLimit.within(limit, () -> answer(raw(limit)));
            if (!success.test(answer)) {
                line.with("status", answer.status()).write();
            }
            return answer;
        } catch (IOException e) {
            line.with("fault", e.getMessage()).write();
            throw e;
        }
    }

    private Raw raw(Duration limit) throws IOException, InterruptedException {
        return body != null && method.equals(PatchExchange.METHOD)
                ? PatchExchange.send(address, headers, body, limit, maxBytes + 1)
                : exchange((int) limit.toMillis());
    }

    private Raw exchange(int limitMillis) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) Host.client(address.toURL().openConnection());
        try {
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(limitMillis);
            connection.setReadTimeout(limitMillis);
            connection.setRequestMethod(method);
            headers.forEach(connection::setRequestProperty);
            connection.setRequestProperty("Connection", "close");
            // The JDK keeps a connection all the same if the answer does not say that it ends, and gives it to the next
            // call, which is reset then. It gives none to a call with another authenticator.
            connection.setAuthenticator(new NoPasswords());
            if (body != null) {
                connection.setFixedLengthStreamingMode(body.length);
                connection.setDoOutput(true);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body);
                }
            }
            int status = connection.getResponseCode();
            boolean isRead = status / 100 == 2 || isLenient;
            return new Raw(status, isRead ? read(connection, status) : new byte[0], headers(connection));
        } finally {
            connection.disconnect();
        }
    }

    private byte[] read(HttpURLConnection connection, int status) throws IOException {
        try (InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
            return in == null ? new byte[0] : in.readNBytes(maxBytes + 1);
        }
    }

    private static Map<String, String> headers(HttpURLConnection connection) {
        Map<String, String> all = new LinkedHashMap<>();
        connection.getHeaderFields().forEach((name, values) -> {
            if (name != null) {
                all.put(name.toLowerCase(Locale.ROOT), values.getFirst());
            }
        });
        return all;
    }

    private Answer answer(Raw raw) throws IOException {
        boolean isSuccess = raw.status() / 100 == 2;
        if (!isSuccess && !isLenient) {
            return new Answer(raw.status(), Map.of(), raw.headers());
        }
        if (isSuccess && raw.body().length > maxBytes) {
            throw new IOException("The answer is longer than " + maxBytes + " bytes");
        }
        try {
            return new Answer(raw.status(), Json.readObject(raw.body()), raw.headers());
        } catch (Json.Malformed e) {
            boolean isExpected = !isSuccess || (isLenient && (raw.body().length == 0 || raw.isPlain()));
            if (!isExpected) {
                throw new IOException("The answer is not a JSON object", e);
            }
            return new Answer(raw.status(), Map.of(), raw.headers());
        }
    }
}
