package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.shared.storage.Keys;

/// A fault that is planted at the seam between the service and AWS, to see that the simulation finds it.
enum Mutation {
    /// The service as it is.
    NONE,
    /// A shard's records are worked on in two lanes, by item: `ParallelizationFactor: 2`.
    TWO_LANES,
    /// Events of one account come from several lines of shards, whose numbers tell nothing about each other.
    PLACE_FROM_ANOTHER_SHARD,
    /// The stream takes a batch for handed on before the fan-out has done it.
    ACKNOWLEDGED_FIRST,
    /// An attempt of a delivery is made without being claimed.
    DELIVERY_NOT_CLAIMED,
    /// The answer for an idempotency key is stored after the transaction, not in it.
    IDEMPOTENCY_OUTSIDE;

    /// By what a row's line of shards is chosen.
    String shardKey(String pk, String sk) {
        return this == PLACE_FROM_ANOTHER_SHARD ? pk + sk : pk;
    }

    /// The lane of its shard in which a row is worked on.
    int lane(String sk) {
        return this == TWO_LANES ? Math.floorMod(sk.hashCode(), 2) : 0;
    }

    boolean acknowledgesFirst() {
        return this == ACKNOWLEDGED_FIRST;
    }

    /// Has the table answer a call.
    Answered table(World world, LambdaProcess process, String operation, JsonNode body) {
        if (this == DELIVERY_NOT_CLAIMED
                && process.function().equals("WorkerFunction")
                && operation.equals("UpdateItem")) {
            Answered answered = world.table().answer(operation, body);
            return answered.isOk() ? answered : world.table().answer(operation, unconditional(body));
        }
        if (this == IDEMPOTENCY_OUTSIDE && operation.equals("TransactWriteItems")) {
            ObjectNode rest = body.deepCopy();
            ArrayNode items = (ArrayNode) rest.path("TransactItems");
            for (int i = 0; i < items.size(); i++) {
                JsonNode put = items.get(i).path("Put");
                if (put.at("/Item/sk/S").asText().startsWith(Keys.IDEMPOTENCY)) {
                    JsonNode stored = put.deepCopy();
                    items.remove(i);
                    Answered answered = world.table().answer(operation, rest);
                    if (answered.isOk()) {
                        process.turns().sleep(world.luck().latency());
                        if (world.luck().kills()) {
                            world.lambdas().kill(process);
                            throw new Turns.Ended();
                        }
                        world.table().answer("PutItem", unconditional(stored));
                    }
                    return answered;
                }
            }
        }
        return world.table().answer(operation, body);
    }

    /// The same write without its condition.
    private static JsonNode unconditional(JsonNode body) {
        ObjectNode other = body.deepCopy();
        other.remove("ConditionExpression");
        return other;
    }
}
