package streamerapi.localstack;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClientBuilder;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.TableEngine;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A stream that an engine does not read out for a moment: an emulator that is started again, or a computer that slept.
@NullMarked
@ResourceLock(ScriptedFunction.LOCK)
class StreamTroublesTest {

    /// By the method of the client that meets it.
    private final Map<String, RuntimeException> troubles = new ConcurrentHashMap<>();

    private final List<String> taken = new CopyOnWriteArrayList<>();

    @Test
    void aStreamIsReadOnWhenItsIteratorHasExpiredAndNoOtherIsGivenAtOnce() {
        ScriptedFunction.script("stream", (event, environment, context) -> {
            event.path("Records")
                    .forEach(one -> taken.add(one.at("/dynamodb/Keys/sk/S").asText()));
            return "";
        });
        Options options = Fixture.options()
                .withTables((dataDir, onWrite) -> new Troubled(Engines.DYNAMODB_LOCAL.in(dataDir, onWrite)));
        try (LocalStack stack = LocalStack.start(options)) {
            put(stack, "1");
            await().until(() -> taken.contains("1"));
            troubles.put(
                    "getShardIterator",
                    DynamoDbException.builder().message("Nothing answers").build());
            troubles.put(
                    "getRecords",
                    ExpiredIteratorException.builder().message("It is too old").build());
            put(stack, "2");

            await().until(() -> taken.contains("2"));
            assertThat(troubles).isEmpty();
        } finally {
            ScriptedFunction.reset();
        }
    }

    private static void put(LocalStack stack, String sk) {
        stack.engines()
                .dynamoDb()
                .putItem(b -> b.tableName(stack.tableName("Table"))
                        .item(Map.of(
                                "pk", AttributeValue.fromS("EVENTS#one"),
                                "sk", AttributeValue.fromS(sk))));
    }

    /// An engine whose stream meets each trouble once.
    private final class Troubled implements TableEngine {

        private final TableEngine engine;

        private Troubled(TableEngine engine) {
            this.engine = engine;
        }

        @Override
        public DynamoDbStreamsClient streams(DynamoDbStreamsClientBuilder network) {
            DynamoDbStreamsClient streams = engine.streams(network);
            return (DynamoDbStreamsClient) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {DynamoDbStreamsClient.class},
                    (proxy, method, arguments) -> {
                        @Nullable RuntimeException trouble = troubles.remove(method.getName());
                        if (trouble != null) {
                            throw trouble;
                        }
                        try {
                            return method.invoke(streams, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public SdkHttpClient inProcess(SdkHttpClient network) {
            return engine.inProcess(network);
        }

        @Override
        public URI address() {
            return engine.address();
        }

        @Override
        public void close() {
            engine.close();
        }
    }
}
