package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A function's way to AWS: what its role does not allow is denied as the service denies it, and a message that it
/// sends carries the lineage of the invocation.
final class FunctionHttp implements SdkHttpClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FORBIDDEN = 403;
    private static final int BAD_REQUEST = 400;

    private final SdkHttpClient network;
    private final FunctionSettings function;
    private final Permissions permissions;
    private final Arns arns;

    FunctionHttp(SdkHttpClient network, FunctionSettings function, Permissions permissions, Arns arns) {
        this.network = network;
        this.function = function;
        this.permissions = permissions;
        this.arns = arns;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        JsonNode body = body(request);
        AwsCall call = AwsCall.of(request.httpRequest(), body, arns);
        Optional<AwsCall.Need> denied = call.needs().stream()
                .filter(need -> !permissions.allow(need.action(), need.resource()))
                .findFirst();
        if (denied.isPresent()) {
            return new Denied(call, denied.get());
        }
        boolean sends = call.service().equals("sqs") && call.operation().startsWith("SendMessage");
        return network.prepareRequest(sends ? traced(request, body) : request);
    }

    private static JsonNode body(HttpExecuteRequest request) {
        Optional<ContentStreamProvider> content = request.contentStreamProvider();
        if (content.isEmpty()
                || request.httpRequest().firstMatchingHeader("X-Amz-Target").isEmpty()) {
            return MissingNode.getInstance();
        }
        try (InputStream in = content.get().newStream()) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The request with the trace header where SQS puts it: with each message.
    private HttpExecuteRequest traced(HttpExecuteRequest request, JsonNode body) {
        Running running = Running.current();
        if (running == null || !(body instanceof ObjectNode message)) {
            return request;
        }
        String header = running.lineage().header();
        if (message.path("Entries").isArray()) {
            message.path("Entries").forEach(entry -> trace((ObjectNode) entry, header));
        } else {
            trace(message, header);
        }
        byte[] bytes = message.toString().getBytes(StandardCharsets.UTF_8);
        return HttpExecuteRequest.builder()
                .request(request.httpRequest().copy(b -> b.putHeader("Content-Length", Integer.toString(bytes.length))))
                .contentStreamProvider(ContentStreamProvider.fromByteArray(bytes))
                .build();
    }

    private static void trace(ObjectNode message, String header) {
        message.withObjectProperty("MessageSystemAttributes")
                .withObjectProperty("AWSTraceHeader")
                .put("DataType", "String")
                .put("StringValue", header);
    }

    @Override
    public String clientName() {
        return network.clientName();
    }

    @Override
    public void close() {
        network.close();
    }

    private final class Denied implements ExecutableHttpRequest {
        private final AwsCall call;
        private final AwsCall.Need need;

        Denied(AwsCall call, AwsCall.Need need) {
            this.call = call;
            this.need = need;
        }

        @Override
        public HttpExecuteResponse call() {
            boolean sockets = call.service().equals("execute-api");
            String message = "User: " + arns.of("sts", "assumed-role/" + function.id() + "Role/" + function.name())
                    + " is not authorized to perform: " + need.action() + " on resource: " + need.resource()
                    + " because no identity-based policy allows the " + need.action() + " action";
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("__type", type(call.service()));
            body.put("message", message);
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(sockets ? FORBIDDEN : BAD_REQUEST)
                            .putHeader("Content-Type", "application/x-amz-json-1.0")
                            .putHeader("x-amzn-ErrorType", sockets ? "ForbiddenException" : "AccessDeniedException")
                            .build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                    .build();
        }

        private static @Nullable String type(String service) {
            return switch (service) {
                case "dynamodb" -> "com.amazon.coral.service#AccessDeniedException";
                case "sqs" -> "com.amazonaws.sqs#AccessDeniedException";
                case "execute-api" -> "ForbiddenException";
                default -> "AccessDeniedException";
            };
        }

        @Override
        public void abort() {}
    }
}
