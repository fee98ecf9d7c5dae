package streamerapi.simulation;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/// The rules of DynamoDB for items: how numbers are written, how large an item is, what a key may be.
final class Items {

    static final String PLACE = "place";

    private static final int MAX_ITEM = 400 * 1024;
    private static final int MAX_PARTITION = 2_048;
    private static final int MAX_SORT = 1_024;

    private Items() {}

    /// The item with its numbers as DynamoDB gives them back: `5.50` is `5.5`.
    static Map<String, AttributeValue> stored(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> stored = new LinkedHashMap<>();
        item.forEach((name, value) -> stored.put(name, stored(value)));
        return stored;
    }

    static AttributeValue stored(AttributeValue value) {
        return switch (value.type()) {
            case N -> number(new BigDecimal(value.n()));
            case L -> AttributeValue.fromL(value.l().stream().map(Items::stored).toList());
            case M -> AttributeValue.fromM(stored(value.m()));
            case S, BOOL -> value;
            case B, BS, NS, SS, NUL, UNKNOWN_TO_SDK_VERSION ->
                throw new UnsupportedOperationException("The service has no values of the type " + value.type());
        };
    }

    static AttributeValue number(BigDecimal number) {
        return AttributeValue.fromN(
                number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString());
    }

    /// @throws Refused if the item is too large, or has a key that no table or index takes
    static void check(Map<String, AttributeValue> item) {
        checkKeys(item);
        if (item.containsKey(PLACE)) {
            checkKey(item, PLACE, MAX_SORT);
        }
        if (size(item) > MAX_ITEM) {
            throw new Refused("Item size has exceeded the maximum allowed size");
        }
    }

    /// @throws Refused if an item has a key that no table takes
    static void checkKeys(Map<String, AttributeValue> item) {
        checkKey(item, "pk", MAX_PARTITION);
        checkKey(item, "sk", MAX_SORT);
    }

    private static void checkKey(Map<String, AttributeValue> item, String name, int max) {
        AttributeValue value = item.get(name);
        if (value == null || value.type() != AttributeValue.Type.S) {
            throw new Refused("Type mismatch for key " + name);
        }
        int length = bytes(value.s());
        if (length == 0 || length > max) {
            throw new Refused("The key " + name + " has " + length + " bytes, of 1 to " + max);
        }
    }

    /// About how many bytes an item has.
    static int size(Map<String, AttributeValue> item) {
        int size = 0;
        for (Map.Entry<String, AttributeValue> field : item.entrySet()) {
            size += bytes(field.getKey()) + size(field.getValue());
        }
        return size;
    }

    private static int size(AttributeValue value) {
        return switch (value.type()) {
            case S -> bytes(value.s());
            case N -> 1 + (value.n().length() + 1) / 2;
            case L ->
                3 + value.l().stream().mapToInt(element -> 1 + size(element)).sum();
            case M -> 3 + value.m().size() + size(value.m());
            case BOOL, B, BS, NS, SS, NUL, UNKNOWN_TO_SDK_VERSION -> 1;
        };
    }

    private static int bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    /// A request that DynamoDB does not take (`ValidationException`).
    static final class Refused extends RuntimeException {
        Refused(String message) {
            super(message, null, false, false);
        }
    }
}
