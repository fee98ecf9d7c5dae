package streamerapi.speech;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.polly.PollyClient;
import streamerapi.shared.lambda.ScriptedAws;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class AudioStoreTest {

    /// The example that AWS publishes ("Authenticating Requests: Using Query Parameters", Amazon S3 API Reference).
    @Test
    void anAddressIsSignedAsAmazonsOwnExampleIs() {
        AudioStore store = new AudioStore(
                new ScriptedAws(List.of()),
                StaticCredentialsProvider.create(
                        AwsBasicCredentials.create("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")),
                "us-east-1",
                URI.create("https://examplebucket.s3.amazonaws.com"),
                InstantSource.fixed(Instant.parse("2013-05-24T00:00:00Z")));

        String address = store.readable("test.txt", Duration.ofDays(1)).toString();

        assertThat(address)
                .startsWith("https://examplebucket.s3.amazonaws.com/test.txt?")
                .contains("X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request")
                .contains("X-Amz-Date=20130524T000000Z", "X-Amz-Expires=86400", "X-Amz-SignedHeaders=host")
                .contains("X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
    }

    /// A stack that is made anew on a kept table has a bucket without the objects that the table remembers.
    @Test
    void theAudioOfAnotherBucketIsNotUsedAgain() {
        SpokenAudio before = new SpokenAudio(polly(), store("https://one.s3.amazonaws.com"));
        SpokenAudio after = new SpokenAudio(polly(), store("https://two.s3.amazonaws.com"));

        assertThat(after.key("ten_1", "Hello", null)).isNotEqualTo(before.key("ten_1", "Hello", null));
        assertThat(new SpokenAudio(polly(), store("https://one.s3.amazonaws.com")).key("ten_1", "Hello", null))
                .isEqualTo(before.key("ten_1", "Hello", null));
    }

    private static Polly polly() {
        PollyClient none = PollyClient.builder()
                .httpClient(new ScriptedAws(List.of()))
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .region(Region.US_EAST_1)
                .build();
        return new Polly(none, "standard", "Joanna");
    }

    private static AudioStore store(String bucket) {
        return new AudioStore(
                new ScriptedAws(List.of()),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")),
                "us-east-1",
                URI.create(bucket),
                InstantSource.system());
    }
}
