package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/// A secret of the operator's, in the Parameter Store of Systems Manager (a `SecureString` under AWS's own key). It is
/// read when it is needed first, so that no snapshot holds it, and again when it has been known for five minutes, so
/// that another one takes effect without a deployment.
///
/// One call is made, so this signs it itself (Signature Version 4) and does without the SDK's client for SSM.
public final class SecretParameter {

    private static final Duration KNOWN = Duration.ofMinutes(5);

    private final Clients clients;
    private final Environment environment;
    private final String name;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private @Nullable Read read;

    private record Read(String value, Instant at) {}

    /// @param name as SSM has it: `/streamer-api/ai-token`
    public SecretParameter(Clients clients, Environment environment, String name) {
        this.clients = clients;
        this.environment = environment;
        this.name = name;
    }

    /// The secret.
    ///
    /// @throws IOException if SSM does not tell it
    public synchronized String value() throws IOException {
        Instant now = environment.clock().instant();
        Read known = read;
        if (known == null || now.isAfter(known.at.plus(KNOWN))) {
            known = new Read(ask(), now);
            read = known;
        }
        return known.value;
    }

    private String ask() throws IOException {
        Map<String, @Nullable Object> question = new LinkedHashMap<>();
        question.put("Name", name);
        question.put("WithDecryption", true);
        ContentStreamProvider content = ContentStreamProvider.fromByteArrayUnsafe(Json.write(question));
        SignedRequest signed = signed(content);
        HttpExecuteResponse response = clients.http()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(signed.request())
                        .contentStreamProvider(signed.payload().orElse(content))
                        .build())
                .call();
        byte[] body;
        try (InputStream in = response.responseBody().orElseThrow(() -> new IOException("SSM answers nothing"))) {
            body = in.readAllBytes();
        }
        if (!response.httpResponse().isSuccessful()) {
            WideLine.of("call")
                    .with("host", signed.request().host())
                    .with("status", response.httpResponse().statusCode())
                    .write();
            throw new IOException("SSM answers " + response.httpResponse().statusCode());
        }
        if (Json.asObject(Json.readObject(body).get("Parameter")).get("Value") instanceof String value) {
            return value;
        }
        throw new IOException("SSM tells no value");
    }

    private SignedRequest signed(ContentStreamProvider content) {
        String region = environment.required("AWS_REGION");
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(URI.create(
                        environment.orElse("AWS_ENDPOINT_URL_SSM", "https://ssm." + region + ".amazonaws.com") + "/"))
                .putHeader("Content-Type", "application/x-amz-json-1.1")
                .putHeader("X-Amz-Target", "AmazonSSM.GetParameter")
                .build();
        return signer.sign(r -> r.identity(clients.credentials().resolveCredentials())
                .request(request)
                .payload(content)
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "ssm")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                .putProperty(
                        HttpSigner.SIGNING_CLOCK,
                        Clock.fixed(environment.clock().instant(), ZoneOffset.UTC)));
    }
}
