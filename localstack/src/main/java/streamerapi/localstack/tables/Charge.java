package streamerapi.localstack.tables;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/// The units that AWS charges for rows that are read and written (Amazon DynamoDB Developer Guide, "DynamoDB read and
/// write operations", "Local secondary indexes", "DynamoDB item sizes and formats").
public final class Charge {

    private static final long READ_BYTES = 4 * 1024;
    private static final long WRITE_BYTES = 1024;

    private static final String PLACE = "place";

    private Charge() {}

    /// A row that is read by its key, with strong consistency; one that is not there is read too.
    public static long read(Map<String, AttributeValue> item) {
        return units(size(item), READ_BYTES);
    }

    /// Rows that one query reads, with strong consistency: it is their sum that is rounded up.
    public static long query(Collection<Map<String, AttributeValue>> items) {
        return units(items.stream().mapToLong(Charge::size).sum(), READ_BYTES);
    }

    /// A row that is written, or only checked in a transaction. The larger of its two states counts. The index `place`
    /// holds whole rows: an entry that comes, goes or changes is a write of its own, one that moves is two.
    ///
    /// @param transactional a transaction writes twice, to prepare and to commit
    public static long write(
            Map<String, AttributeValue> before, Map<String, AttributeValue> after, boolean transactional) {
        long row = units(Math.max(size(before), size(after)), WRITE_BYTES);
        return (row + index(before, after)) * (transactional ? 2 : 1);
    }

    private static long index(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        boolean was = before.containsKey(PLACE);
        boolean is = after.containsKey(PLACE);
        if (before.equals(after)) {
            return 0;
        }
        boolean stays = was && is && Objects.equals(before.get(PLACE), after.get(PLACE));
        if (stays) {
            return units(Math.max(size(before), size(after)), WRITE_BYTES);
        }
        return (was ? units(size(before), WRITE_BYTES) : 0) + (is ? units(size(after), WRITE_BYTES) : 0);
    }

    private static long units(long bytes, long unit) {
        return Math.max(1, Math.ceilDiv(bytes, unit));
    }

    private static long size(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .mapToLong(entry -> utf8(entry.getKey()) + size(entry.getValue()))
                .sum();
    }

    private static long size(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> 1 + (significantDigits(value.n()) + 1) / 2;
            case BOOL, NUL -> 1;
            case L -> 3 + value.l().stream().mapToLong(item -> 1 + size(item)).sum();
            case M ->
                3
                        + value.m().entrySet().stream()
                                .mapToLong(entry -> 1 + utf8(entry.getKey()) + size(entry.getValue()))
                                .sum();
            case B, SS, NS, BS, UNKNOWN_TO_SDK_VERSION ->
                throw new IllegalArgumentException("The table has no attribute of type " + value.type());
        };
    }

    private static long significantDigits(String number) {
        return number.replaceAll("[^0-9]", "").replaceAll("^0+|0+$", "").length();
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
