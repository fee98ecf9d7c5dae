package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import streamerapi.shared.aws.Backoff;
import streamerapi.shared.aws.RequestSigning;
import streamerapi.shared.json.Json;
import streamerapi.shared.json.Timestamps;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// An S3 bucket.
///
/// Few operations are needed, so this class signs requests itself (Signature Version 4) instead of using the SDK's S3
/// client, which has four megabytes.
///
/// S3 closes a connection that is silent for some seconds, and the JDK sends a PUT on one that was kept without looking
/// whether it is closed. So each request has a connection of its own. One that meets a failure of S3 or a connection
/// that breaks is made again, as often as those of [streamerapi.shared.aws.AwsOperations].
public final class Bucket {

    private static final String SERVICE = "s3";
    private static final Set<Integer> FAILED = Set.of(500, 502, 503, 504);

    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final String region;
    private final URI address;
    private final InstantSource clock;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    /// @param address the bucket's own, without a slash at its end
    public Bucket(
            SdkHttpClient http, AwsCredentialsProvider credentials, String region, URI address, InstantSource clock) {
        this.http = http;
        this.credentials = credentials;
        this.region = region;
        this.address = address;
        this.clock = clock;
    }

    /// The answer to a request.
    ///
    /// @param headers by their names in lower case
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Reply(int status, Map<String, String> headers, byte[] body) {

        /// Whether it did what it was asked.
        public boolean isGood() {
            return status >= 200 && status < 300;
        }
    }

    /// A form that takes one object from a browser, for a while.
    ///
    /// @param fields its hidden fields, in their order; the file comes behind them
    public record PostForm(String url, Map<String, String> fields) {}

    /// Puts an object.
    ///
    /// @throws IllegalStateException if S3 does not take it
    public void put(String name, String type, String cached, byte[] bytes) {
        Map<String, String> headers =
                Map.of("Content-Type", type, "Content-Length", Integer.toString(bytes.length), "Cache-Control", cached);
        Reply reply = send(SdkHttpMethod.PUT, name, headers, bytes);
        if (!reply.isGood()) {
            throw new IllegalStateException("S3 answered a PUT with " + reply.status);
        }
    }

    /// The first bytes of an object; all of it if it has no more.
    public Reply head(String name, int bytes) {
        return send(SdkHttpMethod.GET, name, Map.of("Range", "bytes=0-" + (bytes - 1)), null);
    }

    /// Copies an object of this bucket, if it is still the one that was read.
    ///
    /// @param tag its entity tag
    /// @param type the copy's media type
    public Reply copy(String from, String tag, String to, String type, String cached) {
        String source = "/" + name() + "/" + from;
        return send(
                SdkHttpMethod.PUT,
                to,
                Map.of(
                        "x-amz-copy-source", source,
                        "x-amz-copy-source-if-match", tag,
                        "x-amz-metadata-directive", "REPLACE",
                        "Content-Type", type,
                        "Cache-Control", cached),
                new byte[0]);
    }

    /// Removes an object. One that is not there is removed too.
    ///
    /// @throws IllegalStateException if S3 does not do it
    public void delete(String name) {
        Reply reply = send(SdkHttpMethod.DELETE, name, Map.of(), null);
        if (!reply.isGood()) {
            throw new IllegalStateException("S3 answered a DELETE with " + reply.status);
        }
    }

    /// An address that reads an object, for a while.
    public URI readable(String name, Duration until) {
        return signed(request(name, SdkHttpMethod.GET).build(), null, until)
                .request()
                .getUri();
    }

    /// A form that puts one object of this name, type and size: S3 refuses every other (Amazon S3 API Reference,
    /// "Browser-Based Uploads Using POST").
    public PostForm form(String name, String type, long bytes, Duration until) {
        AwsCredentials signing = credentials.resolveCredentials();
        Instant now = clock.instant();
        String time = RequestSigning.time(now);
        RequestSigning signature =
                new RequestSigning(signing.accessKeyId(), signing.secretAccessKey(), region, SERVICE);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("key", name);
        fields.put("Content-Type", type);
        fields.put("success_action_status", "201");
        fields.put("x-amz-algorithm", RequestSigning.ALGORITHM);
        fields.put("x-amz-credential", signing.accessKeyId() + "/" + signature.scope(time));
        fields.put("x-amz-date", time);
        if (signing instanceof AwsSessionCredentials session) {
            fields.put("x-amz-security-token", session.sessionToken());
        }
        List<Object> conditions =
                new ArrayList<>(List.of(Map.of("bucket", name()), List.of("content-length-range", bytes, bytes)));
        fields.forEach((field, value) -> conditions.add(Map.of(field, value)));
        Map<String, Object> policy = new LinkedHashMap<>();
        policy.put("expiration", Timestamps.format(now.plus(until)));
        policy.put("conditions", conditions);
        String encoded =
                Base64.getEncoder().encodeToString(Json.writeText(policy).getBytes(StandardCharsets.UTF_8));
        fields.put("policy", encoded);
        fields.put("x-amz-signature", signature.signature(time, encoded));
        return new PostForm(address + "/", fields);
    }

    /// The bucket's name: the host's first label, or the last segment of a path.
    private String name() {
        String path = address.getPath();
        return path.isEmpty() ? address.getHost().split("\\.", 2)[0] : path.substring(path.lastIndexOf('/') + 1);
    }

    private Reply send(SdkHttpMethod method, String name, Map<String, String> headers, byte @Nullable [] body) {
        for (int tried = 1; ; tried++) {
            try {
                Reply reply = once(method, name, headers, body);
                if (tried == Backoff.TRIES || !FAILED.contains(reply.status)) {
                    return reply;
                }
            } catch (IOException e) {
                // A function has no time to wait twice for an answer that does not come.
                if (tried == Backoff.TRIES || e instanceof SocketTimeoutException) {
                    throw new UncheckedIOException(e);
                }
            }
            Backoff.pause(Backoff.afterFailure(tried));
        }
    }

    private Reply once(SdkHttpMethod method, String name, Map<String, String> headers, byte @Nullable [] body)
            throws IOException {
        ContentStreamProvider content = body == null ? null : ContentStreamProvider.fromByteArrayUnsafe(body);
        SdkHttpRequest.Builder request = request(name, method);
        headers.forEach(request::putHeader);
        SignedRequest signed = signed(request.build(), content, null);
        HttpExecuteRequest.Builder sent = HttpExecuteRequest.builder()
                .request(signed.request().copy(own -> own.putHeader("Connection", "close")));
        if (content != null) {
            sent.contentStreamProvider(signed.payload().orElse(content));
        }
        HttpExecuteResponse response = http.prepareRequest(sent.build()).call();
        byte[] read = read(response);
        Map<String, String> answered = new LinkedHashMap<>();
        response.httpResponse()
                .headers()
                .forEach((header, values) -> answered.put(header.toLowerCase(Locale.ROOT), values.getFirst()));
        return new Reply(response.httpResponse().statusCode(), answered, read);
    }

    private SdkHttpRequest.Builder request(String name, SdkHttpMethod method) {
        return SdkHttpRequest.builder().method(method).uri(URI.create(address + "/" + name));
    }

    private SignedRequest signed(
            SdkHttpRequest request, @Nullable ContentStreamProvider content, @Nullable Duration expires) {
        return signer.sign(r -> {
            r.identity(credentials.resolveCredentials())
                    .request(request)
                    .payload(content)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                    .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                    .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
                    .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(clock.instant(), ZoneOffset.UTC));
            if (expires != null) {
                r.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AwsV4HttpSigner.AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, expires)
                        .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false);
            }
        });
    }

    private static byte[] read(HttpExecuteResponse response) throws IOException {
        try (InputStream body =
                response.responseBody().map(InputStream.class::cast).orElseGet(InputStream::nullInputStream)) {
            return body.readAllBytes();
        }
    }
}
