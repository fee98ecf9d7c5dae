package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.simulation.Answered;

/// A call of the table on its way there.
record Passing(World world, LambdaProcess process, String operation, JsonNode body) {

    static final String TRANSACTION = "TransactWriteItems";

    /// Has the table answer it as it is.
    Answered on() {
        return on(body);
    }

    /// Has the table answer another one in its place.
    ///
    /// @throws IllegalStateException if DynamoDB would not understand it
    Answered on(JsonNode other) {
        Answered answered = world.table(process).answer(operation, other);
        if (answered.error().equals("ValidationException")) {
            throw new IllegalStateException(operation + " is refused: " + answered.json() + " " + other);
        }
        return answered;
    }

    boolean isTransaction() {
        return operation.equals(TRANSACTION);
    }

    /// Whether it is one write: `Put`, `Update` or `Delete`.
    boolean isWrite() {
        return operation.matches("(Put|Update|Delete)Item");
    }

    /// The kind of the one write that it is.
    String kind() {
        return operation.replace("Item", "");
    }

    /// The answer to a write that was not made: the row as it is.
    Answered unwritten() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (operation.equals("UpdateItem")) {
            ObjectNode read = JsonNodeFactory.instance.objectNode();
            read.set("Key", body.path("Key"));
            world.table(process).row(read).ifPresent(row -> answer.set("Attributes", row));
        }
        return Answered.ok(answer);
    }
}
