package streamerapi.localstack;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The addresses at which the service takes the events of a Kick channel: the receivers of the accounts that are
/// connected to it.
///
/// The app's developer enters them at the real Kick. Here they are looked up in the table, which is small.
final class KickReceivers {

    private static final String CONNECTION = "CONNECTION#kick";
    private static final String ID = "id";

    private final Template template;
    private final DynamoDbClient dynamoDb;
    private final String authUrl;

    /// @param authUrl what stands before `/hooks`
    KickReceivers(Template template, DynamoDbClient dynamoDb, String authUrl) {
        this.template = template;
        this.dynamoDb = dynamoDb;
        this.authUrl = authUrl;
    }

    /// The addresses for a channel.
    ///
    /// @param channel the broadcaster's id
    List<String> of(String channel) {
        return template.resources("AWS::DynamoDB::Table").stream()
                .flatMap(table -> connections(table, channel))
                .map(row -> row.get(ID))
                .filter(id -> id != null && id.s() != null)
                .map(id -> authUrl + "/hooks/kick/" + id.s())
                .toList();
    }

    private Stream<Map<String, AttributeValue>> connections(Resource table, String channel) {
        return dynamoDb
                .scanPaginator(b -> b.tableName(template.ref(table))
                        .consistentRead(true)
                        .filterExpression("sk = :sk AND account_id = :channel")
                        .expressionAttributeValues(Map.of(
                                ":sk", AttributeValue.fromS(CONNECTION), ":channel", AttributeValue.fromS(channel))))
                .items()
                .stream();
    }
}
