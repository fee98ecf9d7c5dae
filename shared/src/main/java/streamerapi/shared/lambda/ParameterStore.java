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
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

/// The Parameter Store of Systems Manager, as far as secrets need it: two operations, which this signs itself
/// (Signature Version 4) and does without the SDK's client for SSM.
final class ParameterStore {

    private static final String NOT_FOUND = "ParameterNotFound";
    private static final String EXISTS = "ParameterAlreadyExists";

    private final Clients clients;
    private final Environment environment;

    ParameterStore(Clients clients, Environment environment) {
        this.clients = clients;
        this.environment = environment;
    }

    /// An answer, of which nothing is logged but the status.
    private record Answer(int status, Map<String, @Nullable Object> body) {

        private boolean isError(String code) {
            return status / 100 != 2
                    && body.get("__type") instanceof String type
                    && type.substring(type.indexOf('#') + 1).equals(code);
        }
    }

    /// The value of a parameter, decrypted; null if there is no such parameter.
    ///
    /// @throws IOException if SSM does not tell
    @Nullable
    String find(String name) throws IOException {
        Answer answer = ask("GetParameter", Map.of("Name", name, "WithDecryption", true));
        if (answer.isError(NOT_FOUND)) {
            return null;
        }
        hold(answer);
        if (answer.body.get("Parameter") instanceof Map<?, ?> parameter
                && parameter.get("Value") instanceof String value) {
            return value;
        }
        throw new IOException("SSM tells no value");
    }

    /// Makes a parameter, a `SecureString` under AWS's own key, unless there is one of this name.
    ///
    /// @return whether it was made
    /// @throws IOException if SSM does not tell
    boolean create(String name, String value, String description) throws IOException {
        Answer answer = ask(
                "PutParameter",
                Map.of(
                        "Name", name,
                        "Value", value,
                        "Type", "SecureString",
                        "Description", description,
                        "Overwrite", false));
        if (answer.isError(EXISTS)) {
            return false;
        }
        hold(answer);
        return true;
    }

    private void hold(Answer answer) throws IOException {
        if (answer.status / 100 != 2) {
            WideLine.of("call")
                    .with("host", address().getHost())
                    .with("status", answer.status)
                    .with("code", answer.body.get("__type"))
                    .write();
            throw new IOException("SSM answers " + answer.status);
        }
    }

    private Answer ask(String operation, Map<String, ?> question) throws IOException {
        ContentStreamProvider content = ContentStreamProvider.fromByteArrayUnsafe(Json.write(question));
        SignedRequest signed = signed(operation, content);
        HttpExecuteResponse response = clients.http()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(signed.request())
                        .contentStreamProvider(signed.payload().orElse(content))
                        .build())
                .call();
        try (InputStream in = response.responseBody().orElseThrow(() -> new IOException("SSM answers nothing"))) {
            return new Answer(response.httpResponse().statusCode(), fields(in.readAllBytes()));
        }
    }

    private static Map<String, @Nullable Object> fields(byte[] body) {
        try {
            return Json.readObject(body);
        } catch (Json.Malformed e) {
            return Map.of();
        }
    }

    private SignedRequest signed(String operation, ContentStreamProvider content) {
        SdkHttpRequest request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(address())
                .putHeader("Content-Type", "application/x-amz-json-1.1")
                .putHeader("X-Amz-Target", "AmazonSSM." + operation)
                .build();
        return AwsV4HttpSigner.create()
                .sign(r -> r.identity(clients.credentials().resolveCredentials())
                        .request(request)
                        .payload(content)
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "ssm")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, environment.required("AWS_REGION"))
                        .putProperty(
                                HttpSigner.SIGNING_CLOCK,
                                Clock.fixed(environment.clock().instant(), ZoneOffset.UTC)));
    }

    private URI address() {
        return URI.create(Objects.requireNonNullElseGet(
                        environment.optional("AWS_ENDPOINT_URL_SSM"),
                        () -> "https://ssm." + environment.required("AWS_REGION") + ".amazonaws.com")
                + "/");
    }
}
