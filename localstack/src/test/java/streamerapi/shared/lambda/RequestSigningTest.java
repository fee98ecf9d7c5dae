package streamerapi.shared.lambda;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/// Our signature of a call, beside that of the SDK's signer.
class RequestSigningTest {

    private static final Instant NOW = Instant.parse("2026-09-12T18:20:31.123Z");

    @ParameterizedTest
    @CsvSource({
        "dynamodb,us-east-1,https://dynamodb.us-east-1.amazonaws.com/,DynamoDB_20120810.GetItem,{}",
        "sqs,eu-central-1,https://sqs.eu-central-1.amazonaws.com/,AmazonSQS.SendMessage,'{\"a\":\"ü\"}'",
        "ssm,us-east-1,http://localhost:4566/,AmazonSSM.GetParameter,''"
    })
    void itIsThatOfTheSdk(String service, String region, URI address, String target, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        AwsBasicCredentials credentials =
                AwsBasicCredentials.create("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(address)
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("X-Amz-Target", target)
                .build();
        SdkHttpRequest signed = AwsV4HttpSigner.create()
                .sign(r -> r.identity(credentials)
                        .request(request)
                        .payload(ContentStreamProvider.fromByteArray(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                        .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(NOW, ZoneOffset.UTC)))
                .request();

        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        signed.headers().forEach((name, values) -> headers.put(name, values.getFirst()));
        String theirs = Objects.requireNonNull(headers.remove("Authorization"));
        Map<String, String> lower = new LinkedHashMap<>();
        for (String name : theirs.replaceAll(".*SignedHeaders=([^,]*),.*", "$1").split(";")) {
            lower.put(name, Objects.requireNonNull(headers.get(name)));
        }
        String time = RequestSigning.time(NOW);
        assertThat(headers).containsEntry("X-Amz-Date", time);
        assertThat(new RequestSigning("AKIDEXAMPLE", credentials.secretAccessKey(), region, service)
                        .authorization(time, lower, body))
                .isEqualTo(theirs);
    }
}
