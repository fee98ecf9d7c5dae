package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.Set;

/// How DynamoDB refuses a call: a transaction with a reason for each of its items, any other call with an exception.
final class TableRefusals {
    private static final int BAD_REQUEST = 400;
    private static final String MODEL = "com.amazonaws.dynamodb.v20120810#";
    private static final Set<String> WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");

    private TableRefusals() {}

    /// The refusal of a call that meets a fault; null if such a call does not meet it.
    static @Nullable RefusedCall of(CallFault fault, AwsCall call, JsonNode body) {
        if (!call.service().equals("dynamodb")) {
            return null;
        }
        if (call.operation().equals("TransactWriteItems")) {
            return cancelled(reason(fault), 0, body.path("TransactItems").size());
        }
        return fault == CallFault.THROTTLED || WRITES.contains(call.operation()) ? refused(exception(fault)) : null;
    }

    /// The refusal of a call whose partition key carries no more at the moment.
    ///
    /// @param item which of its rows has that key, from 0
    /// @param items how many rows it names
    static RefusedCall exhausted(String operation, int item, int items) {
        return operation.equals("TransactWriteItems")
                ? cancelled(reason(CallFault.THROTTLED), item, items)
                : refused(exception(CallFault.THROTTLED));
    }

    private static String exception(CallFault fault) {
        return switch (fault) {
            case THROTTLED -> "ThrottlingException";
            case CONFLICT -> "TransactionConflictException";
            case COLLECTION_FULL -> "ItemCollectionSizeLimitExceededException";
            case KILLED_BEFORE, KILLED_AFTER -> throw new IllegalArgumentException(fault + " is no refusal");
        };
    }

    private static String reason(CallFault fault) {
        return switch (fault) {
            case THROTTLED -> "ThrottlingError";
            case CONFLICT -> "TransactionConflict";
            case COLLECTION_FULL -> "ItemCollectionSizeLimitExceeded";
            case KILLED_BEFORE, KILLED_AFTER -> throw new IllegalArgumentException(fault + " is no refusal");
        };
    }

    private static RefusedCall refused(String exception) {
        return new RefusedCall(
                BAD_REQUEST, exception, message(exception, "The call is refused, as the local stack was asked to"));
    }

    /// @param item the one that is the reason
    private static RefusedCall cancelled(String reason, int item, int items) {
        String exception = "TransactionCanceledException";
        ObjectNode body = message(
                exception,
                "Transaction cancelled, please refer cancellation reasons for specific reasons [" + reason + "]");
        ArrayNode reasons = body.putArray("CancellationReasons");
        for (int each = 0; each < items; each++) {
            reasons.addObject().put("Code", each == item ? reason : "None");
        }
        return new RefusedCall(BAD_REQUEST, exception, body);
    }

    private static ObjectNode message(String exception, String text) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("__type", MODEL + exception)
                .put("message", text)
                .put("Message", text);
    }
}
