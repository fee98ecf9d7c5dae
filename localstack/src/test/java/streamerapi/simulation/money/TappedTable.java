package streamerapi.simulation.money;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

import java.util.function.Supplier;

/// A table of which each call passes two points, one before and one after it, and whose writes can be spoilt.
final class TappedTable implements DynamoDbClient {

    private final DynamoDbClient table;
    private final Runnable point;
    private final SpoiltWrites spoilt;

    TappedTable(DynamoDbClient table, Runnable point, SpoiltWrites spoilt) {
        this.table = table;
        this.point = point;
        this.spoilt = spoilt;
    }

    private <T> T call(Supplier<T> call) {
        point.run();
        T answer = call.get();
        point.run();
        return answer;
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return call(() -> table.getItem(request));
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return call(() -> table.batchGetItem(request));
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return call(() -> table.query(request));
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return call(() -> table.putItem(request));
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return call(() -> table.updateItem(spoilt.of(request)));
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return call(() -> table.deleteItem(request));
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return call(() -> table.transactWriteItems(spoilt.of(request)));
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        table.close();
    }
}
