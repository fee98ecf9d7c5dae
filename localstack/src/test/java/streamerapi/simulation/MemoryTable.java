package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A table in memory that answers as DynamoDB does, as far as [streamerapi.shared.storage.Table] asks: keys `pk` and
/// `sk`, and the index `place`. Calls happen one after the other; none ever conflicts with a transaction.
public final class MemoryTable implements DynamoDbClient {

    private static final int MAX_ITEMS = 100;
    private static final int MAX_BYTES = 4 * 1024 * 1024;
    private static final Map<String, AttributeValue> NO_ROW = Map.of();

    private final Listener listener;
    private NavigableMap<RowKey, Map<String, AttributeValue>> rows = new TreeMap<>();

    /// A listener to the changes of rows, as a stream of the table tells of them.
    @FunctionalInterface
    public interface Listener {
        /// @param before no attributes if there was no such row
        /// @param after no attributes if there is none any more
        void changed(Map<String, AttributeValue> before, Map<String, AttributeValue> after);
    }

    public MemoryTable(Listener listener) {
        this.listener = listener;
    }

    /// A table that tells of the rows that come to be, and of no other change.
    public static MemoryTable ofInserts(Consumer<Map<String, AttributeValue>> onInsert) {
        return new MemoryTable((before, after) -> {
            if (before.isEmpty()) {
                onInsert.accept(after);
            }
        });
    }

    /// All that a table holds at a moment.
    public record Snapshot(NavigableMap<RowKey, Map<String, AttributeValue>> rows) {}

    /// Keeps what the table holds.
    public synchronized Snapshot snapshot() {
        return new Snapshot(new TreeMap<>(rows));
    }

    /// Puts back what the table held.
    public synchronized void restore(Snapshot snapshot) {
        rows = new TreeMap<>(snapshot.rows);
    }

    /// The items, in the order of their keys.
    public synchronized Collection<Map<String, AttributeValue>> items() {
        return List.copyOf(rows.values());
    }

    @Override
    public synchronized GetItemResponse getItem(GetItemRequest request) {
        return valid(() -> {
            Map<String, AttributeValue> item = find(request.key());
            return item == null
                    ? GetItemResponse.builder().build()
                    : GetItemResponse.builder().item(item).build();
        });
    }

    private @Nullable Map<String, AttributeValue> find(Map<String, AttributeValue> key) {
        Items.checkKeys(key);
        return rows.get(RowKey.of(key));
    }

    @Override
    public synchronized BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return valid(() -> {
            Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
            request.requestItems().forEach((table, wanted) -> {
                Set<Map<String, AttributeValue>> keys = new HashSet<>(wanted.keys());
                if (keys.size() < wanted.keys().size() || keys.size() > MAX_ITEMS || keys.isEmpty()) {
                    throw new Items.Refused("A batch has 1 to 100 keys, each once");
                }
                List<Map<String, AttributeValue>> items = new ArrayList<>();
                for (Map<String, AttributeValue> key : wanted.keys()) {
                    Map<String, AttributeValue> item = find(key);
                    if (item != null) {
                        items.add(item);
                    }
                }
                found.put(table, items);
            });
            return BatchGetItemResponse.builder()
                    .responses(found)
                    .unprocessedKeys(Map.of())
                    .build();
        });
    }

    @Override
    public synchronized QueryResponse query(QueryRequest request) {
        return valid(() -> QueryPage.of(request, rows));
    }

    @Override
    public synchronized ScanResponse scan(ScanRequest request) {
        return valid(() -> {
            List<Map<String, AttributeValue>> found = rows.values().stream()
                    .filter(item -> ParsedCondition.holds(
                            request.filterExpression(),
                            new Operands(
                                    item, request.expressionAttributeNames(), request.expressionAttributeValues())))
                    .toList();
            return ScanResponse.builder()
                    .items(found)
                    .count(found.size())
                    .scannedCount(rows.size())
                    .build();
        });
    }

    @Override
    public synchronized PutItemResponse putItem(PutItemRequest request) {
        alone(Change.of(request));
        return PutItemResponse.builder().build();
    }

    @Override
    public synchronized DeleteItemResponse deleteItem(DeleteItemRequest request) {
        alone(Change.of(request));
        return DeleteItemResponse.builder().build();
    }

    @Override
    public synchronized UpdateItemResponse updateItem(UpdateItemRequest request) {
        Map<String, AttributeValue> after = alone(Change.of(request));
        return request.returnValues() == ReturnValue.ALL_NEW
                ? UpdateItemResponse.builder().attributes(after).build()
                : UpdateItemResponse.builder().build();
    }

    /// Makes a change of one row: the row after it.
    private @Nullable Map<String, AttributeValue> alone(Change change) {
        return valid(() -> {
            RowKey key = change.key();
            Map<String, AttributeValue> before = rows.getOrDefault(key, NO_ROW);
            if (!change.holds(before)) {
                var failed = ConditionalCheckFailedException.builder()
                        .message("The conditional request failed")
                        .awsErrorDetails(details("ConditionalCheckFailedException"));
                throw (before.isEmpty() ? failed : failed.item(before)).build();
            }
            Map<String, AttributeValue> after = change.after(before);
            store(key, after);
            return after;
        });
    }

    @Override
    public synchronized TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return valid(() -> {
            List<Change> changes =
                    request.transactItems().stream().map(Change::of).toList();
            Map<RowKey, @Nullable Map<String, AttributeValue>> after = new HashMap<>();
            List<CancellationReason> reasons = new ArrayList<>();
            for (Change change : changes) {
                RowKey key = change.key();
                if (after.containsKey(key)) {
                    throw new Items.Refused("Transaction request cannot include multiple operations on one item");
                }
                after.put(key, null);
                reasons.add(reason(change, rows.getOrDefault(key, NO_ROW), after));
            }
            if (changes.isEmpty() || changes.size() > MAX_ITEMS) {
                throw new Items.Refused("A transaction has 1 to 100 items");
            }
            if (reasons.stream().anyMatch(reason -> !"None".equals(reason.code()))) {
                throw TransactionCanceledException.builder()
                        .message("Transaction cancelled")
                        .cancellationReasons(reasons)
                        .awsErrorDetails(details("TransactionCanceledException"))
                        .build();
            }
            long bytes = changes.stream()
                    .mapToLong(change -> Items.size(Objects.requireNonNullElse(
                            after.get(change.key()), rows.getOrDefault(change.key(), NO_ROW))))
                    .sum();
            if (bytes > MAX_BYTES) {
                throw new Items.Refused("A transaction has at most 4 MB of items");
            }
            changes.forEach(change -> store(change.key(), after.get(change.key())));
            return TransactWriteItemsResponse.builder().build();
        });
    }

    /// Plans a change of a transaction, and says why it cannot be made, if it cannot.
    private static CancellationReason reason(
            Change change,
            Map<String, AttributeValue> before,
            Map<RowKey, @Nullable Map<String, AttributeValue>> after) {
        CancellationReason.Builder reason = CancellationReason.builder();
        if (!change.holds(before)) {
            reason.code("ConditionalCheckFailed");
            return (before.isEmpty() ? reason : reason.item(before)).build();
        }
        try {
            after.put(change.key(), change.after(before));
            return reason.code("None").build();
        } catch (Items.Refused refused) {
            return reason.code("ValidationError").message(refused.getMessage()).build();
        }
    }

    private void store(RowKey key, @Nullable Map<String, AttributeValue> after) {
        Map<String, AttributeValue> before = after == null ? rows.remove(key) : rows.put(key, after);
        Map<String, AttributeValue> from = before == null ? NO_ROW : before;
        Map<String, AttributeValue> to = after == null ? NO_ROW : after;
        if (!from.equals(to)) {
            listener.changed(from, to);
        }
    }

    private static <T> T valid(Supplier<T> call) {
        try {
            return call.get();
        } catch (Items.Refused refused) {
            throw DynamoDbException.builder()
                    .message(refused.getMessage())
                    .awsErrorDetails(details("ValidationException"))
                    .build();
        }
    }

    private static AwsErrorDetails details(String code) {
        return AwsErrorDetails.builder().errorCode(code).build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
