package streamerapi.simulation;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;

/// One page of a query: it ends at its limit, or after about a megabyte.
final class QueryPage {

    private static final int MAX_BYTES = 1024 * 1024;

    private QueryPage() {}

    /// Reads a page of a partition.
    ///
    /// @throws Items.Refused if the key condition has bounds that are no bounds
    static QueryResponse of(QueryRequest request, NavigableMap<RowKey, Map<String, AttributeValue>> rows) {
        boolean byPlace = request.indexName() != null;
        checkKeys(request);
        checkFilter(request, byPlace);
        Comparator<Map<String, AttributeValue>> order = order(byPlace);
        if (Boolean.FALSE.equals(request.scanIndexForward())) {
            order = order.reversed();
        }
        List<Map<String, AttributeValue>> found = found(request, rows, byPlace, order);
        List<Map<String, AttributeValue>> page = new ArrayList<>();
        Map<String, AttributeValue> last = Map.of();
        int limit = Objects.requireNonNullElse(request.limit(), Integer.MAX_VALUE);
        int read = 0;
        int bytes = 0;
        for (Map<String, AttributeValue> item : found) {
            read++;
            bytes += Items.size(item);
            Operands scope =
                    new Operands(item, request.expressionAttributeNames(), request.expressionAttributeValues());
            if (ParsedCondition.holds(request.filterExpression(), scope)) {
                page.add(item);
            }
            if (read == limit || bytes > MAX_BYTES) {
                last = position(item, byPlace);
                break;
            }
        }
        return QueryResponse.builder()
                .items(page)
                .count(page.size())
                .scannedCount(read)
                .lastEvaluatedKey(last)
                .build();
    }

    /// A key has a character at least.
    private static void checkKeys(QueryRequest request) {
        String condition = request.keyConditionExpression();
        request.expressionAttributeValues().forEach((placeholder, value) -> {
            if ("".equals(value.s()) && names(condition, placeholder)) {
                throw new Items.Refused("The AttributeValue for a key attribute cannot contain an empty string value");
            }
        });
    }

    /// A filter is of attributes that are no keys.
    private static void checkFilter(QueryRequest request, boolean byPlace) {
        String filter = request.filterExpression();
        request.expressionAttributeNames().forEach((placeholder, name) -> {
            boolean isKey = name.equals("pk") || name.equals(sort(byPlace));
            if (isKey && filter != null && names(filter, placeholder)) {
                throw new Items.Refused("Filter Expression can only contain non-primary key attributes: " + name);
            }
        });
    }

    private static boolean names(String expression, String placeholder) {
        return expression.matches(".*" + placeholder + "\\b.*");
    }

    private static String sort(boolean byPlace) {
        return byPlace ? Items.PLACE : "sk";
    }

    /// The rows that the key condition names, after the key that the page begins after.
    private static List<Map<String, AttributeValue>> found(
            QueryRequest request,
            NavigableMap<RowKey, Map<String, AttributeValue>> rows,
            boolean byPlace,
            Comparator<Map<String, AttributeValue>> order) {
        Map<String, AttributeValue> after = request.hasExclusiveStartKey() ? request.exclusiveStartKey() : null;
        String partition = Objects.requireNonNull(
                        request.expressionAttributeValues().get(":pk"), ":pk")
                .s();
        String condition = request.keyConditionExpression();
        Map<String, String> names = request.expressionAttributeNames();
        Map<String, AttributeValue> values = request.expressionAttributeValues();
        ParsedCondition.holds(condition, new Operands(probe(partition, byPlace), names, values));
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        RowKey first = new RowKey(partition, byPlace ? "" : least(values));
        // A stream would ask the map for its size, for which that counts all rows of the table.
        for (Map.Entry<RowKey, Map<String, AttributeValue>> row :
                rows.tailMap(first, true).entrySet()) {
            if (!row.getKey().pk().equals(partition)) {
                break;
            }
            Map<String, AttributeValue> item = row.getValue();
            boolean isOfIndex = !byPlace || item.containsKey(Items.PLACE);
            boolean isMeant = isOfIndex && ParsedCondition.holds(condition, new Operands(item, names, values));
            if (isMeant && (after == null || order.compare(item, after) > 0)) {
                found.add(item);
            }
            if (!isMeant && !byPlace) {
                break;
            }
        }
        found.sort(order);
        return found;
    }

    /// The least sort key that a key condition allows: all that it allows stand one behind the other.
    private static String least(Map<String, AttributeValue> values) {
        AttributeValue least = values.getOrDefault(":prefix", values.get(":from"));
        return least == null ? "" : least.s();
    }

    /// A row that no table has, of which the key condition is asked so that it is refused in an empty partition too.
    private static Map<String, AttributeValue> probe(String partition, boolean byPlace) {
        Map<String, AttributeValue> probe = new HashMap<>();
        probe.put("pk", AttributeValue.fromS(partition));
        probe.put(sort(byPlace), AttributeValue.fromS(""));
        return probe;
    }

    private static Comparator<Map<String, AttributeValue>> order(boolean byPlace) {
        Comparator<Map<String, AttributeValue>> byKey = Comparator.comparing(item -> text(item, "sk"), RowKey::compare);
        return byPlace
                ? Comparator.<Map<String, AttributeValue>, String>comparing(
                                item -> text(item, Items.PLACE), RowKey::compare)
                        .thenComparing(byKey)
                : byKey;
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return Objects.requireNonNull(item.get(name), name).s();
    }

    private static Map<String, AttributeValue> position(Map<String, AttributeValue> item, boolean byPlace) {
        Map<String, AttributeValue> position = new HashMap<>(item);
        position.keySet().retainAll(byPlace ? Set.of("pk", "sk", Items.PLACE) : Set.of("pk", "sk"));
        return position;
    }
}
