package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.tables.Charge;
import streamerapi.localstack.tables.PartitionCapacity;
import streamerapi.localstack.tables.PartitionCapacity.Kind;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A way to AWS on which tables refuse what a partition key cannot carry, as DynamoDB refuses it. The embedded engine
/// carries anything.
///
/// Writes are charged by their rows before and after the call, which are read for it; reads by what the engine says.
public final class LimitedTables implements SdkHttpClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TARGET = "DynamoDB_";

    private final SdkHttpClient network;
    private final PartitionCapacity capacity;
    private final DynamoDbClient rows;

    /// @param rows looks at rows, past the limit
    public LimitedTables(SdkHttpClient network, PartitionCapacity capacity, DynamoDbClient rows) {
        this.network = network;
        this.capacity = capacity;
        this.rows = rows;
    }

    /// A row's table and key.
    private record RowKey(String table, String partition, String sort) {}

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (!target.startsWith(TARGET)) {
            return network.prepareRequest(request);
        }
        String operation = target.substring(target.indexOf('.') + 1);
        JsonNode body = body(request);
        List<RowKey> written = written(operation, body);
        List<String> read = read(operation, body);
        for (int item = 0; item < written.size(); item++) {
            if (!capacity.takes(written.get(item).partition, Kind.WRITE)) {
                return TableRefusals.exhausted(operation, item, written.size());
            }
        }
        if (!read.stream().allMatch(partition -> capacity.takes(partition, Kind.READ))) {
            return TableRefusals.exhausted(operation, 0, read.size());
        }
        return read.isEmpty()
                ? new Writing(network.prepareRequest(request), written, operation.startsWith("Transact"))
                : new Reading(network.prepareRequest(asking(request, (ObjectNode) body)), read);
    }

    private static JsonNode body(HttpExecuteRequest request) {
        try (InputStream in = request.contentStreamProvider().orElseThrow().newStream()) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<RowKey> written(String operation, JsonNode body) {
        List<RowKey> keys = new ArrayList<>();
        switch (operation) {
            case "PutItem" -> keys.add(key(body, "Item"));
            case "UpdateItem", "DeleteItem" -> keys.add(key(body, "Key"));
            case "TransactWriteItems" ->
                body.path("TransactItems")
                        .forEach(item -> item.forEach(part -> keys.add(key(part, part.has("Item") ? "Item" : "Key"))));
            default -> {}
        }
        return keys;
    }

    private static RowKey key(JsonNode part, String in) {
        JsonNode item = part.path(in);
        return new RowKey(
                part.path("TableName").asText(),
                item.path("pk").path("S").asText(),
                item.path("sk").path("S").asText());
    }

    /// The partition keys that a call reads from, one for each row that it names.
    private static List<String> read(String operation, JsonNode body) {
        List<String> partitions = new ArrayList<>();
        switch (operation) {
            case "GetItem" ->
                partitions.add(body.path("Key").path("pk").path("S").asText());
            case "Query" ->
                partitions.add(body.path("ExpressionAttributeValues")
                        .path(":pk")
                        .path("S")
                        .asText());
            case "BatchGetItem" ->
                body.path("RequestItems")
                        .forEach(table -> table.path("Keys")
                                .forEach(key ->
                                        partitions.add(key.path("pk").path("S").asText())));
            default -> {}
        }
        return partitions;
    }

    /// The request, asking what it costs.
    private static HttpExecuteRequest asking(HttpExecuteRequest request, ObjectNode body) {
        try {
            byte[] bytes = JSON.writeValueAsBytes(body.put("ReturnConsumedCapacity", "TOTAL"));
            return HttpExecuteRequest.builder()
                    .request(request.httpRequest()
                            .copy(b -> b.putHeader("Content-Length", Integer.toString(bytes.length))))
                    .contentStreamProvider(ContentStreamProvider.fromByteArray(bytes))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, AttributeValue> row(RowKey key) {
        return rows.getItem(r -> r.tableName(key.table)
                        .key(Map.of("pk", AttributeValue.fromS(key.partition), "sk", AttributeValue.fromS(key.sort)))
                        .consistentRead(true))
                .item();
    }

    @Override
    public String clientName() {
        return network.clientName();
    }

    @Override
    public void close() {
        network.close();
    }

    /// A call that writes. One whose condition fails is charged too.
    private final class Writing implements ExecutableHttpRequest {
        private final ExecutableHttpRequest request;
        private final List<RowKey> keys;
        private final boolean transactional;

        private Writing(ExecutableHttpRequest request, List<RowKey> keys, boolean transactional) {
            this.request = request;
            this.keys = keys;
            this.transactional = transactional;
        }

        @Override
        public HttpExecuteResponse call() throws IOException {
            List<Map<String, AttributeValue>> before =
                    keys.stream().map(LimitedTables.this::row).toList();
            HttpExecuteResponse response = request.call();
            for (int i = 0; i < keys.size(); i++) {
                RowKey key = keys.get(i);
                long units = Charge.write(before.get(i), row(key), transactional);
                capacity.charge(key.partition, Kind.WRITE, (double) units);
            }
            return response;
        }

        @Override
        public void abort() {
            request.abort();
        }
    }

    /// A call that reads. The cost of several rows is divided among them.
    private final class Reading implements ExecutableHttpRequest {
        private final ExecutableHttpRequest request;
        private final List<String> partitions;

        private Reading(ExecutableHttpRequest request, List<String> partitions) {
            this.request = request;
            this.partitions = partitions;
        }

        @Override
        public HttpExecuteResponse call() throws IOException {
            HttpExecuteResponse response = request.call();
            byte[] bytes;
            try (InputStream in = response.responseBody().orElseThrow()) {
                bytes = in.readAllBytes();
            }
            double units = 0;
            for (JsonNode consumed : JSON.readTree(bytes).findValues("CapacityUnits")) {
                units += consumed.asDouble();
            }
            for (String partition : partitions) {
                capacity.charge(partition, Kind.READ, units / partitions.size());
            }
            return HttpExecuteResponse.builder()
                    .response(response.httpResponse())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                    .build();
        }

        @Override
        public void abort() {
            request.abort();
        }
    }
}
