package streamerapi.service.counts;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import streamerapi.service.Account;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Many tips like one, written past the API.
final class Copies {

    private static final int MOST_AT_ONCE = 100;

    private Copies() {}

    /// Copies a played tip into the history so many times; tells the copies' order ids, oldest first.
    static List<String> inHistory(Account account, String played, int count) {
        return copy(account, played, count, "TH#");
    }

    /// Copies a waiting tip into the queue so many times.
    static List<String> inQueue(Account account, String waiting, int count) {
        return copy(account, waiting, count, "TQ#");
    }

    private static List<String> copy(Account account, String orderId, int count, String place) {
        DynamoDbClient client = account.service().stack().engines().dynamoDb();
        String table = account.service().stack().tableName("Table");
        Ids ids = new Ids(account.service().clock());
        String partition = Keys.account(account.tenantId());
        Map<String, AttributeValue> original = client.getItem(r -> r.tableName(table)
                        .key(Map.of(
                                "pk", AttributeValue.fromS(partition),
                                "sk",
                                        AttributeValue.fromS(Keys.tip(account.tenantId(), orderId)
                                                .sort()))))
                .item();
        List<String> copies = new ArrayList<>();
        List<TransactWriteItem> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String copy = ids.nextOrder("tip");
            copies.add(copy);
            Map<String, AttributeValue> row = new HashMap<>(original);
            row.put(
                    "sk",
                    AttributeValue.fromS(Keys.tip(account.tenantId(), copy).sort()));
            row.put("place", AttributeValue.fromS(place + Ids.orderTime(copy)));
            batch.add(TransactWriteItem.builder()
                    .put(p -> p.tableName(table).item(row))
                    .build());
            if (batch.size() == MOST_AT_ONCE || i == count - 1) {
                List<TransactWriteItem> full = List.copyOf(batch);
                client.transactWriteItems(r -> r.transactItems(full));
                batch.clear();
            }
        }
        return copies;
    }
}
