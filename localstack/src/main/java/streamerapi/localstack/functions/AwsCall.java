package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import software.amazon.awssdk.http.SdkHttpRequest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A call of an AWS service: the service, the operation, and what the call asks to be allowed to do.
///
/// @param needs actions, each with the ARN of what it is done to
record AwsCall(String service, String operation, List<Need> needs) {
    private static final Pattern SCOPE = Pattern.compile("Credential=[^/]*/[^/]*/[^/]*/([^/]*)/aws4_request");
    private static final Map<String, String> TRANSACTION_ACTIONS = Map.of(
            "Put", "dynamodb:PutItem",
            "Update", "dynamodb:UpdateItem",
            "Delete", "dynamodb:DeleteItem",
            "ConditionCheck", "dynamodb:ConditionCheckItem",
            "Get", "dynamodb:GetItem");

    /// One action on one resource.
    record Need(String action, String resource) {}

    /// @param body what it sends, missing if it is no JSON
    /// @param arns makes an ARN of a service and the part after the account
    static AwsCall of(SdkHttpRequest request, JsonNode body, Arns arns) {
        Matcher scope =
                SCOPE.matcher(request.firstMatchingHeader("Authorization").orElse(""));
        String service = scope.find() ? scope.group(1) : "";
        String operation = request.firstMatchingHeader("X-Amz-Target")
                .map(target -> target.substring(target.indexOf('.') + 1))
                .orElse(request.method().name());
        return new AwsCall(
                service,
                operation,
                switch (service) {
                    case "dynamodb" -> table(operation, body, arns);
                    case "sqs" -> {
                        String queue = body.path("QueueUrl").asText().replaceFirst(".*/", "");
                        String action = "sqs:" + operation.replaceFirst("Batch$", "");
                        yield List.of(new Need(action, arns.of("sqs", queue)));
                    }
                    case "execute-api" -> {
                        String path = URLDecoder.decode(request.encodedPath(), StandardCharsets.UTF_8);
                        String resource = path.replaceFirst("/@connections", "/" + operation + "/@connections");
                        yield List.of(new Need(
                                "execute-api:ManageConnections", arns.of("execute-api", arns.socketApi() + resource)));
                    }
                    case "polly" -> List.of(new Need("polly:SynthesizeSpeech", "*"));
                    // The bucket judges by the access key, for it is sent signed addresses and forms too
                    case "s3" -> List.of();
                    default -> List.of(new Need(service.toLowerCase(Locale.ROOT) + ":" + operation, "*"));
                });
    }

    private static List<Need> table(String operation, JsonNode body, Arns arns) {
        var needs = new ArrayList<Need>();
        if (operation.startsWith("Transact")) {
            for (JsonNode item : body.path("TransactItems")) {
                item.properties()
                        .forEach(entry -> needs.add(new Need(
                                TRANSACTION_ACTIONS.getOrDefault(entry.getKey(), "dynamodb:" + operation),
                                arns.table(entry.getValue().path("TableName").asText()))));
            }
        } else if (operation.startsWith("Batch")) {
            body.path("RequestItems")
                    .fieldNames()
                    .forEachRemaining(name -> needs.add(new Need("dynamodb:" + operation, arns.table(name))));
        } else {
            String table = arns.table(body.path("TableName").asText());
            String index = body.path("IndexName").asText("");
            needs.add(new Need("dynamodb:" + operation, index.isEmpty() ? table : table + "/index/" + index));
        }
        return needs.stream().distinct().toList();
    }
}
