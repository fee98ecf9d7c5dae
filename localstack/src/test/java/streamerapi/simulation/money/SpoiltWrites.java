package streamerapi.simulation.money;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Keys;

import java.io.IOException;

/// A fault that is planted into what the service writes, to see that the model finds it.
enum SpoiltWrites {
    /// All is written as it should be.
    NONE,
    /// A change that asks for an effect is committed without the effect's row.
    EFFECT_ROW_LEFT_OUT,
    /// An attempt begins whether or not the effect's lease is free.
    LEASE_NOT_CHECKED,
    /// A tip is decided whether or not it has been decided since it was read.
    RESULT_DECIDED_TWICE;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONDITION = "ConditionExpression";

    /// The request of an operation with the fault.
    byte[] of(String operation, byte[] request) throws IOException {
        if (this == NONE || (!operation.equals("UpdateItem") && !operation.equals("TransactWriteItems"))) {
            return request;
        }
        ObjectNode spoilt = (ObjectNode) JSON.readTree(request);
        if (operation.equals("UpdateItem")) {
            ofUpdate(spoilt);
        } else {
            ofTransaction(spoilt);
        }
        return JSON.writeValueAsBytes(spoilt);
    }

    private void ofUpdate(ObjectNode update) {
        boolean isAttempt = isEffect(update.path("Key"))
                && update.path("ExpressionAttributeNames").has("#leased_until")
                && update.path("UpdateExpression").asText().startsWith("SET");
        if (this == LEASE_NOT_CHECKED && isAttempt) {
            update.remove(CONDITION);
        }
    }

    private void ofTransaction(ObjectNode transaction) {
        var items = transaction.path("TransactItems").elements();
        while (items.hasNext()) {
            JsonNode put = items.next().path("Put");
            if (this == EFFECT_ROW_LEFT_OUT && isEffect(put.path("Item"))) {
                items.remove();
            }
            if (this == RESULT_DECIDED_TWICE && text(put.path("Item"), "sk").startsWith(Keys.TIP)) {
                ((ObjectNode) put).remove(CONDITION);
            }
        }
    }

    private static boolean isEffect(JsonNode item) {
        return text(item, "pk").equals(EffectKeys.EFFECTS);
    }

    private static String text(JsonNode item, String name) {
        return item.path(name).path("S").asText();
    }
}
