package streamerapi.simulation;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.util.Map;
import java.util.Objects;

/// A row's key, in the order of a table: by the bytes of UTF-8.
public record RowKey(String pk, String sk) implements Comparable<RowKey> {

    static RowKey of(Map<String, AttributeValue> item) {
        return new RowKey(text(item, "pk"), text(item, "sk"));
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return Objects.requireNonNull(item.get(name), name).s();
    }

    @Override
    public int compareTo(RowKey other) {
        int order = compare(pk, other.pk);
        return order == 0 ? compare(sk, other.sk) : order;
    }

    /// The order of two texts by the bytes of UTF-8. It differs from that of UTF-16 in that a surrogate, which begins a
    /// character of four bytes, comes after every character of three.
    static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left != right) {
                boolean isPair = Character.isSurrogate(left);
                return isPair == Character.isSurrogate(right) ? left - right : isPair ? 1 : -1;
            }
        }
        return a.length() - b.length();
    }
}
