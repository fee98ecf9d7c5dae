package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.util.Map;
import java.util.Objects;

/// The item that an expression is evaluated for, and what the expression's placeholders stand for.
///
/// @param item no attributes if there is no such item
record Operands(Map<String, AttributeValue> item, Map<String, String> names, Map<String, AttributeValue> values) {

    /// The attribute that a placeholder names, or that is named itself.
    String name(String token) {
        return token.startsWith("#") ? Objects.requireNonNull(names.get(token), token) : token;
    }

    /// The value that a placeholder stands for, as a table would keep it.
    AttributeValue value(String token) {
        return Items.stored(Objects.requireNonNull(values.get(token), token));
    }

    /// A value, or the attribute of the item; null if the item has none.
    @Nullable
    AttributeValue operand(String token) {
        return token.startsWith(":") ? value(token) : item.get(name(token));
    }
}
