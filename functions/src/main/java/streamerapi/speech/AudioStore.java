package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;

/// The S3 bucket of the audio.
///
/// One object is put and one address is signed, so this signs requests itself (Signature Version 4) and does without
/// the SDK's S3 client, which is four megabytes.
public final class AudioStore {

    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final String region;
    private final URI bucket;
    private final InstantSource clock;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    /// @param bucket the bucket's address
    public AudioStore(
            SdkHttpClient http, AwsCredentialsProvider credentials, String region, URI bucket, InstantSource clock) {
        this.http = http;
        this.credentials = credentials;
        this.region = region;
        this.bucket = bucket;
        this.clock = clock;
    }

    /// Puts an object.
    ///
    /// @throws IllegalStateException if S3 does not take it
    void put(String name, Polly.Speech speech) {
        ContentStreamProvider content = ContentStreamProvider.fromByteArrayUnsafe(speech.bytes());
        SdkHttpRequest request = request(name, SdkHttpMethod.PUT)
                .putHeader("Content-Type", speech.type())
                .putHeader("Content-Length", Integer.toString(speech.bytes().length))
                .putHeader("Cache-Control", "private, max-age=2592000, immutable")
                .build();
        SignedRequest signed = signed(request, content, null);
        try {
            HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                            .request(signed.request())
                            .contentStreamProvider(signed.payload().orElse(content))
                            .build())
                    .call();
            response.responseBody().ifPresent(AudioStore::drain);
            if (!response.httpResponse().isSuccessful()) {
                throw new IllegalStateException(
                        "S3 answered a PUT with " + response.httpResponse().statusCode());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// An address that reads an object, for a while.
    public URI readable(String name, Duration until) {
        return signed(request(name, SdkHttpMethod.GET).build(), null, until)
                .request()
                .getUri();
    }

    private SdkHttpRequest.Builder request(String name, SdkHttpMethod method) {
        return SdkHttpRequest.builder().method(method).uri(URI.create(bucket + "/" + name));
    }

    private SignedRequest signed(
            SdkHttpRequest request, @Nullable ContentStreamProvider content, @Nullable Duration expires) {
        return signer.sign(r -> {
            r.identity(credentials.resolveCredentials())
                    .request(request)
                    .payload(content)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
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

    /// Reads an answer to its end, so that its connection can be used again.
    private static void drain(InputStream body) {
        try (body) {
            body.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
