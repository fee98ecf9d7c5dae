package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.Set;

/// The definition of a table in memory: there is none until it is made, and it can be described from then on.
final class TableDefinition {

    static final Set<String> OPERATIONS =
            Set.of("CreateTable", "DescribeTable", "ListTables", "DescribeTimeToLive", "UpdateTimeToLive");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private @Nullable ObjectNode table;
    private ObjectNode timeToLive = JSON.objectNode().put("TimeToLiveStatus", "DISABLED");

    /// Answers one of [#OPERATIONS].
    synchronized Answered answer(String operation, JsonNode body) {
        ObjectNode made = table;
        if (operation.equals("CreateTable")) {
            return Answered.ok(create(body));
        }
        if (operation.equals("ListTables")) {
            ObjectNode answer = JSON.objectNode();
            answer.putArray("TableNames")
                    .addAll(made == null ? JSON.arrayNode() : JSON.arrayNode().add(made.path("TableName")));
            return Answered.ok(answer);
        }
        if (made == null || !isNamed(body.path("TableName").asText())) {
            return Answered.refused("ResourceNotFoundException", JSON.objectNode());
        }
        ObjectNode answer = JSON.objectNode();
        switch (operation) {
            case "DescribeTable" -> answer.set("Table", made);
            case "DescribeTimeToLive" -> answer.set("TimeToLiveDescription", timeToLive);
            case "UpdateTimeToLive" -> {
                JsonNode wanted = body.path("TimeToLiveSpecification");
                timeToLive = JSON.objectNode().put("TimeToLiveStatus", "ENABLED");
                timeToLive.set("AttributeName", wanted.path("AttributeName"));
                answer.set("TimeToLiveSpecification", wanted);
            }
            default -> throw new IllegalStateException("DynamoDB's " + operation);
        }
        return Answered.ok(answer);
    }

    /// Whether this is the name of the table.
    synchronized boolean isNamed(String name) {
        return table != null && table.path("TableName").asText().equals(name);
    }

    private ObjectNode create(JsonNode body) {
        if (table != null || !keys(body).equals("pk,sk")) {
            throw new IllegalStateException("One table with the keys pk and sk can be kept in memory");
        }
        ObjectNode made = ((ObjectNode) body).deepCopy();
        made.put("TableStatus", "ACTIVE")
                .put("LatestStreamArn", TableStream.ARN)
                .put("LatestStreamLabel", "1");
        made.withArray("LocalSecondaryIndexes");
        table = made;
        ObjectNode answer = JSON.objectNode();
        answer.set("TableDescription", made);
        return answer;
    }

    private static String keys(JsonNode body) {
        return String.join(",", body.path("KeySchema").findValuesAsText("AttributeName"));
    }
}
