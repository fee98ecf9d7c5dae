package streamerapi.shared.aws;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

import java.io.IOException;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/// Signed requests (Signature Version 4) over an HTTP client.
///
/// An answer is read to its end, so that its connection is used again, and counts only if all of it came: by its
/// `Content-Length`, and by the checksum that DynamoDB sends. If AWS says that the signature's time is wrong, this
/// clock is set by the answer's `Date`, and the request is sent once more.
public final class SignedTransport implements AwsTransport {

    /// Refusals for the time of a signature.
    private static final Set<String> SKEWED = Set.of("RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture");

    /// Refusals that are for the time if the two clocks are far apart.
    private static final Set<String> PERHAPS_SKEWED =
            Set.of("InvalidSignatureException", "SignatureDoesNotMatch", "AuthFailure");

    /// The system property in which Lambda's Java runtime tells the trace of an invocation. SQS hands it on with a
    /// message: X-Ray shows what led to what, and Lambda notices functions that run in a circle.
    private static final String TRACE = "com.amazonaws.xray.traceHeader";

    private static final Duration FAR_APART = Duration.ofMinutes(4);

    private final AwsService service;
    private final String region;
    private final URI address;
    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final InstantSource clock;
    private final boolean isClosing;
    private volatile Duration skew = Duration.ZERO;
    private volatile @Nullable RequestSigning signing;

    private SignedTransport(
            AwsService service,
            String region,
            URI address,
            SdkHttpClient http,
            AwsCredentialsProvider credentials,
            InstantSource clock,
            boolean isClosing) {
        this.service = service;
        this.region = region;
        this.address = address;
        this.http = http;
        this.credentials = credentials;
        this.clock = clock;
        this.isClosing = isClosing;
    }

    /// @param region the one that requests are signed for
    /// @param address of the service in it
    /// @param credentials asked for each try, since they expire
    public SignedTransport(
            AwsService service,
            String region,
            URI address,
            SdkHttpClient http,
            AwsCredentialsProvider credentials,
            InstantSource clock) {
        this(service, region, address, http, credentials, clock, false);
    }

    /// The same, but each request has a connection of its own, closed when it is answered.
    public SignedTransport closing() {
        return new SignedTransport(service, region, address, http, credentials, clock, true);
    }

    @Override
    public AwsAnswer once(String operation, byte[] body) throws IOException {
        HttpExecuteResponse response = send(operation, body);
        AwsAnswer answer = answer(response);
        if (!answer.isGood() && setsClock(answer, response.httpResponse())) {
            return answer(send(operation, body));
        }
        return answer;
    }

    private HttpExecuteResponse send(String operation, byte[] body) throws IOException {
        return http.prepareRequest(HttpExecuteRequest.builder()
                        .request(signed(operation, body))
                        .contentStreamProvider(ContentStreamProvider.fromByteArrayUnsafe(body))
                        .build())
                .call();
    }

    private static AwsAnswer answer(HttpExecuteResponse response) throws IOException {
        SdkHttpResponse head = response.httpResponse();
        byte[] body = body(response.responseBody());
        Optional<String> length = head.firstMatchingHeader("Content-Length");
        if (length.isPresent() && !length.get().equals(Integer.toString(body.length))) {
            throw new IOException("the answer ends after " + body.length + " of " + length.get() + " bytes");
        }
        Optional<String> checksum = head.firstMatchingHeader("x-amz-crc32");
        if (checksum.isPresent() && !checksum.get().equals(Long.toString(crc32(body)))) {
            throw new IOException("the answer is not the one that its checksum is of");
        }
        AwsAnswer answer = new AwsAnswer(
                head.statusCode(), head.firstMatchingHeader("x-amzn-RequestId").orElse(""), body);
        if (answer.isGood() && body.length == 0 && length.isEmpty()) {
            throw new IOException("the answer is empty");
        }
        return answer;
    }

    private static byte[] body(Optional<AbortableInputStream> body) throws IOException {
        if (body.isEmpty()) {
            return new byte[0];
        }
        try (AbortableInputStream in = body.get()) {
            return in.readAllBytes();
        }
    }

    private static long crc32(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return checksum.getValue();
    }

    /// Sets the clock by the answer, if it is a refusal for the time.
    private boolean setsClock(AwsAnswer answer, SdkHttpResponse head) {
        String error = answer.error();
        Optional<String> date = head.firstMatchingHeader("Date");
        if (date.isEmpty() || (!SKEWED.contains(error) && !PERHAPS_SKEWED.contains(error))) {
            return false;
        }
        try {
            Instant theirs = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date.get(), Instant::from);
            Duration apart = Duration.between(now(), theirs);
            if (!SKEWED.contains(error) && apart.abs().compareTo(FAR_APART) <= 0) {
                return false;
            }
            skew = skew.plus(apart);
            return true;
        } catch (DateTimeException noDate) {
            return false;
        }
    }

    private Instant now() {
        return clock.instant().plus(skew);
    }

    /// The signing that was used last if it is with the same access key: it has derived the day's key.
    private RequestSigning signing(AwsCredentials key) {
        RequestSigning last = signing;
        if (last == null || !last.isOf(key.accessKeyId(), key.secretAccessKey())) {
            last = new RequestSigning(key.accessKeyId(), key.secretAccessKey(), region, service.host());
            signing = last;
        }
        return last;
    }

    private SdkHttpRequest signed(String operation, byte[] body) {
        AwsCredentials key = credentials.resolveCredentials();
        String time = RequestSigning.time(now());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("host", address.getAuthority());
        headers.put("content-type", service.mediaType());
        headers.put("x-amz-date", time);
        headers.put("x-amz-target", service.target(operation));
        if (key instanceof AwsSessionCredentials session) {
            headers.put("x-amz-security-token", session.sessionToken());
        }
        String authorization = signing(key).authorization(time, headers, body);
        SdkHttpRequest.Builder request =
                SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(address);
        headers.forEach(request::putHeader);
        request.putHeader("Content-Length", Integer.toString(body.length)).putHeader("Authorization", authorization);
        if (isClosing) {
            request.putHeader("Connection", "close");
        }
        String trace = System.getProperty(TRACE);
        if (trace != null) {
            request.putHeader("X-Amzn-Trace-Id", trace);
        }
        return request.build();
    }
}
