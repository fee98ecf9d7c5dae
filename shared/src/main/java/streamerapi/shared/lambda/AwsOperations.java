package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/// The operations of an AWS service in its JSON protocol, over the function's HTTP client alone. The SDK's client of
/// the service does more, and loads several hundred classes for it; this is for the functions whose start must be
/// short.
final class AwsOperations {

    /// How often an operation is tried in all. Each one that is called here may be done twice.
    private static final int TRIES = 3;

    private static final int THROTTLED = 429;
    private static final int FAILED = 500;

    private final Clients clients;
    private final Environment environment;
    private final Service service;
    private final URI address;

    /// A service, and what its protocol calls it.
    enum Service {
        DYNAMODB("dynamodb", "DynamoDB_20120810", "1.0"),
        SQS("sqs", "AmazonSQS", "1.0"),
        SSM("ssm", "AmazonSSM", "1.1");

        private final String host;
        private final String target;
        private final String mediaType;

        Service(String host, String target, String version) {
            this.host = host;
            this.target = target;
            this.mediaType = "application/x-amz-json-" + version;
        }

        private URI address(Environment environment) {
            String region = environment.required("AWS_REGION");
            String suffix = region.startsWith("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com";
            return URI.create(
                    environment.orElse("AWS_ENDPOINT_URL_" + name(), "https://" + host + "." + region + suffix) + "/");
        }
    }

    AwsOperations(Clients clients, Environment environment, Service service) {
        this.clients = clients;
        this.environment = environment;
        this.service = service;
        this.address = service.address(environment);
    }

    /// The answer to an operation.
    ///
    /// @throws ServiceUnreachable if the service does not carry it out
    Map<String, @Nullable Object> call(String operation, Map<String, ?> fields) {
        byte[] body = Json.write(fields);
        for (int tried = 1; ; tried++) {
            try {
                Answered answered = once(operation, body);
                if (answered.isGood()) {
                    return answered.fields;
                }
                if (tried == TRIES || !answered.isPassing()) {
                    throw new ServiceUnreachable(service.host + " answers " + operation + " with " + answered.status
                            + " " + answered.type());
                }
            } catch (IOException e) {
                if (tried == TRIES) {
                    throw new ServiceUnreachable(
                            service.host + " does not answer " + operation + ": " + e.getMessage());
                }
            }
        }
    }

    /// The answer to one try.
    ///
    /// @param fields none if the body is no JSON object
    record Answered(int status, Map<String, @Nullable Object> fields) {

        boolean isGood() {
            return status / 100 == 2;
        }

        /// The error's name, which is no secret: `ThrottlingException`.
        String type() {
            String type = fields.get("__type") instanceof String text ? text : "";
            return type.substring(type.indexOf('#') + 1);
        }

        private boolean isPassing() {
            return status >= FAILED
                    || status == THROTTLED
                    || type().contains("Throttl")
                    || type().contains("Throughput");
        }
    }

    /// The answer to an operation in one try, also if it is a refusal.
    Answered once(String operation, Map<String, ?> fields) throws IOException {
        return once(operation, Json.write(fields));
    }

    private Answered once(String operation, byte[] body) throws IOException {
        HttpExecuteResponse response = clients.http()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(signed(operation, body))
                        .contentStreamProvider(ContentStreamProvider.fromByteArrayUnsafe(body))
                        .build())
                .call();
        try (InputStream in = response.responseBody().orElseThrow(() -> new IOException("no body"))) {
            return new Answered(response.httpResponse().statusCode(), fields(in.readAllBytes()));
        }
    }

    private static Map<String, @Nullable Object> fields(byte[] body) {
        try {
            return Json.readObject(body);
        } catch (Json.Malformed e) {
            return Map.of();
        }
    }

    private SdkHttpRequest signed(String operation, byte[] body) {
        AwsCredentials credentials = clients.credentials().resolveCredentials();
        String time = RequestSigning.time(environment.clock().instant());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("host", address.getAuthority());
        headers.put("content-type", service.mediaType);
        headers.put("x-amz-date", time);
        headers.put("x-amz-target", service.target + "." + operation);
        if (credentials instanceof AwsSessionCredentials session) {
            headers.put("x-amz-security-token", session.sessionToken());
        }
        String authorization = new RequestSigning(
                        credentials.accessKeyId(),
                        credentials.secretAccessKey(),
                        environment.required("AWS_REGION"),
                        service.host)
                .authorization(time, headers, body);
        SdkHttpRequest.Builder request =
                SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(address);
        headers.forEach(request::putHeader);
        return request.putHeader("X-Amz-Target", service.target + "." + operation)
                .putHeader("Content-Length", Integer.toString(body.length))
                .putHeader("Authorization", authorization)
                .build();
    }
}
