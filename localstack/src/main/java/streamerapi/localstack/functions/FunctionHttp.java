package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A function's way to AWS: what its role does not allow is denied as the service denies it, a message that it sends
/// carries the lineage of the invocation, and what is to go wrong does.
final class FunctionHttp implements SdkHttpClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FORBIDDEN = 403;
    private static final int BAD_REQUEST = 400;

    private final SdkHttpClient network;
    private final FunctionSettings function;
    private final Permissions permissions;
    private final Arns arns;
    private final CallFaults faults;

    FunctionHttp(
            SdkHttpClient network, FunctionSettings function, Permissions permissions, Arns arns, CallFaults faults) {
        this.network = network;
        this.function = function;
        this.permissions = permissions;
        this.arns = arns;
        this.faults = faults;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        Running running = Running.current();
        if (running != null) {
            running.live();
        }
        JsonNode body = body(request);
        AwsCall call = AwsCall.of(request.httpRequest(), body, arns);
        Optional<AwsCall.Need> denied = call.needs().stream()
                .filter(need -> !permissions.allow(need.action(), need.resource()))
                .findFirst();
        if (denied.isPresent()) {
            return denied(call, denied.get());
        }
        boolean sends = call.service().equals("sqs") && call.operation().startsWith("SendMessage");
        HttpExecuteRequest sent = sends ? traced(request, body) : request;
        CallFault fault = faults.next(function.id(), call.service(), call.operation());
        return switch (fault) {
            case null -> network.prepareRequest(sent);
            case KILLED_BEFORE, KILLED_AFTER -> new LastCall(network.prepareRequest(sent), fault);
            case THROTTLED, CONFLICT, COLLECTION_FULL -> {
                RefusedCall refusal = TableRefusals.of(fault, call, body);
                yield refusal == null ? network.prepareRequest(sent) : refusal;
            }
        };
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

    private RefusedCall denied(AwsCall call, AwsCall.Need need) {
        boolean sockets = call.service().equals("execute-api");
        String message = "User: " + arns.of("sts", "assumed-role/" + function.id() + "Role/" + function.name())
                + " is not authorized to perform: " + need.action() + " on resource: " + need.resource()
                + " because no identity-based policy allows the " + need.action() + " action";
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("__type", type(call.service()))
                .put("message", message);
        return new RefusedCall(
                sockets ? FORBIDDEN : BAD_REQUEST, sockets ? "ForbiddenException" : "AccessDeniedException", body);
    }

    private static String type(String service) {
        return switch (service) {
            case "dynamodb" -> "com.amazon.coral.service#AccessDeniedException";
            case "sqs" -> "com.amazonaws.sqs#AccessDeniedException";
            case "execute-api" -> "ForbiddenException";
            default -> "AccessDeniedException";
        };
    }

    /// The call that a function's process dies at.
    private record LastCall(ExecutableHttpRequest request, CallFault fault) implements ExecutableHttpRequest {
        @Override
        public HttpExecuteResponse call() throws IOException {
            if (fault == CallFault.KILLED_AFTER) {
                request.call().responseBody().ifPresent(AbortableInputStream::abort);
            }
            Running running = Running.current();
            throw running == null ? new Killed() : running.kill();
        }

        @Override
        public void abort() {
            request.abort();
        }
    }
}
