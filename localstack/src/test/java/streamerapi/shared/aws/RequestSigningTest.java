package streamerapi.shared.aws;

import org.junit.jupiter.api.Test;
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

    /// The example that AWS publishes ("Example: Browser-Based Upload using HTTP POST", Amazon S3 API Reference).
    @Test
    void thePolicyOfAFormIsSignedAsAmazonsOwnExampleIs() {
        RequestSigning signing = new RequestSigning(
                "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1", "s3");
        String policy =
                "eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1"
                        + "Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8i"
                        + "XSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDov"
                        + "L3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0"
                        + "YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUx"
                        + "MjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFy"
                        + "dHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZP"
                        + "RE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGht"
                        + "IjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9";

        assertThat(signing.scope("20151229T000000Z")).isEqualTo("20151229/us-east-1/s3/aws4_request");
        assertThat(signing.signature("20151229T000000Z", policy))
                .isEqualTo("8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e");
    }

    @Test
    void aDaySignsWithItsOwnKeyAfterAnother() {
        RequestSigning signing = new RequestSigning("AKIDEXAMPLE", "secret", "us-east-1", "dynamodb");
        String first = signing.signature("20151229T000000Z", "text");

        assertThat(signing.signature("20151230T000000Z", "text"))
                .isNotEqualTo(first)
                .isEqualTo(new RequestSigning("AKIDEXAMPLE", "secret", "us-east-1", "dynamodb")
                        .signature("20151230T000000Z", "text"));
        assertThat(signing.signature("20151229T000000Z", "text")).isEqualTo(first);
    }
}
