package streamerapi.localstack.engines;

import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/// DynamoDB Local on disk, answering a transaction only once it is committed.
///
/// DynamoDB Local queues a transaction's COMMIT and answers without waiting for it, so a process killed within the next
/// milliseconds loses what it acknowledged. Its queue has one worker: a call after the COMMIT is answered
/// after it.
final class DurableTables extends LocalDynamoDBRequestHandler {
    private static final boolean ON_DISK = false;
    private static final boolean ONE_DATABASE = true;

    DurableTables(int port, String directory) {
        super(port, ON_DISK, directory, ONE_DATABASE, false);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(
            String accessKey, String region, TransactWriteItemsRequest request) {
        TransactWriteItemsResponse response = super.transactWriteItems(accessKey, region, request);
        listTables(accessKey, region, ListTablesRequest.builder().limit(1).build());
        return response;
    }
}
