package streamerapi.simulation;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The stream of a table in memory: one shard that never ends, with new images.
final class TableStream implements DynamoDbStreamsClient {

    static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/memory/stream/1";

    private static final String SHARD = "shardId-00000001";
    private static final int MOST = 1_000;

    /// How many records are kept at least, and at most twice that.
    private static final int KEPT = 20_000;

    private final List<RowChange> records = new ArrayList<>();
    private long forgotten;

    /// A change of a row.
    ///
    /// @param row the row after it; before it, if it was deleted
    private record RowChange(OperationType event, Map<String, AttributeValue> row, Instant at) {

        Record record(long number) {
            Map<String, AttributeValue> keys = Map.of("pk", row.get("pk"), "sk", row.get("sk"));
            return Record.builder()
                    .eventID(Long.toString(number))
                    .eventName(event)
                    .eventVersion("1.1")
                    .eventSource("aws:dynamodb")
                    .awsRegion("us-east-1")
                    .dynamodb(change -> change.approximateCreationDateTime(at)
                            .keys(keys)
                            .newImage(event == OperationType.REMOVE ? null : row)
                            .sequenceNumber(sequenceNumber(number))
                            .sizeBytes((long) Items.size(row))
                            .streamViewType(StreamViewType.NEW_IMAGE))
                    .build();
        }
    }

    private static String sequenceNumber(long number) {
        return "%021d".formatted(number);
    }

    /// Takes in a change of a row.
    ///
    /// @param before no attributes if there was none
    /// @param after no attributes if there is none any more
    synchronized void changed(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        OperationType event =
                before.isEmpty() ? OperationType.INSERT : after.isEmpty() ? OperationType.REMOVE : OperationType.MODIFY;
        Instant second = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        records.add(new RowChange(event, after.isEmpty() ? before : after, second));
        if (records.size() > 2 * KEPT) {
            records.subList(0, KEPT).clear();
            forgotten += KEPT;
        }
    }

    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
        return DescribeStreamResponse.builder()
                .streamDescription(stream -> stream.streamArn(ARN)
                        .streamStatus(StreamStatus.ENABLED)
                        .streamViewType(StreamViewType.NEW_IMAGE)
                        .shards(Shard.builder()
                                .shardId(SHARD)
                                .sequenceNumberRange(range -> range.startingSequenceNumber(sequenceNumber(1)))
                                .build()))
                .build();
    }

    /// The number of the first record to read is the iterator.
    @Override
    public synchronized GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
        long first =
                switch (request.shardIteratorType()) {
                    case LATEST -> forgotten + records.size() + 1;
                    case AFTER_SEQUENCE_NUMBER -> Long.parseLong(request.sequenceNumber()) + 1;
                    case AT_SEQUENCE_NUMBER -> Long.parseLong(request.sequenceNumber());
                    default -> forgotten + 1;
                };
        refuseTrimmed(first);
        return GetShardIteratorResponse.builder()
                .shardIterator(Long.toString(first))
                .build();
    }

    @Override
    public synchronized GetRecordsResponse getRecords(GetRecordsRequest request) {
        long first = Long.parseLong(request.shardIterator());
        refuseTrimmed(first);
        int from = (int) (first - 1 - forgotten);
        int to = Math.min(records.size(), from + MOST);
        List<Record> read = new ArrayList<>();
        for (int i = from; i < to; i++) {
            read.add(records.get(i).record(forgotten + i + 1));
        }
        return GetRecordsResponse.builder()
                .records(read)
                .nextShardIterator(Long.toString(forgotten + to + 1))
                .build();
    }

    private void refuseTrimmed(long first) {
        if (first <= forgotten) {
            throw TrimmedDataAccessException.builder()
                    .message("It is no longer kept")
                    .build();
        }
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
