package streamerapi.speech;

import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.shared.lambda.Bucket;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;

/// The S3 bucket of the audio.
public final class AudioStore {

    private final Bucket bucket;
    private final URI address;

    /// @param bucket the bucket's address
    public AudioStore(
            SdkHttpClient http, AwsCredentialsProvider credentials, String region, URI bucket, InstantSource clock) {
        this.bucket = new Bucket(http, credentials, region, bucket, clock);
        this.address = bucket;
    }

    /// The bucket's address.
    URI address() {
        return address;
    }

    /// Puts an object.
    ///
    /// @throws IllegalStateException if S3 does not take it
    void put(String name, Polly.Speech speech) {
        bucket.put(name, speech.type(), "private, max-age=2592000, immutable", speech.bytes());
    }

    /// An address that reads an object, for a while.
    public URI readable(String name, Duration until) {
        return bucket.readable(name, until);
    }
}
