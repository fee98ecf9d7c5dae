package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import streamerapi.localstack.functions.Invocation;
import streamerapi.localstack.functions.InvocationListener;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// Records the calls of every invocation.
final class Recorder implements InvocationListener {

    /// How long a call to AWS is held.
    static final Duration HELD = Duration.ofMillis(25);

    private final List<Calls> invocations = new CopyOnWriteArrayList<>();
    private final Map<String, Calls> running = new ConcurrentHashMap<>();
    private final boolean isCounting;
    private volatile @Nullable DynamoDbClient table;
    private volatile Duration held = HELD;

    /// @param isCounting whether the engine of the table counts what a call consumes
    Recorder(boolean isCounting) {
        this.isCounting = isCounting;
    }

    /// Records the invocations that begin while something happens.
    ///
    /// @param client looks at rows before and after each write
    <T> T during(DynamoDbClient client, Supplier<T> happening) {
        table = client;
        try {
            return happening.get();
        } finally {
            table = null;
        }
    }

    /// Holds each call so long from now on.
    void hold(Duration time) {
        held = time;
    }

    /// Whether no invocation that is recorded goes on.
    boolean rests() {
        return running.isEmpty();
    }

    /// The operations that each function called.
    Map<String, Set<String>> operations() {
        Map<String, Set<String>> operations = new TreeMap<>();
        for (Calls calls : invocations) {
            Set<String> own = operations.computeIfAbsent(calls.function(), function -> new TreeSet<>());
            calls.all().forEach(call -> own.add(call.operation()));
        }
        return operations;
    }

    @Override
    public SdkHttpClient wayToAws(SdkHttpClient real) {
        return new AwsCalls(real, isCounting, () -> held);
    }

    @Override
    public void before(Invocation invocation) {
        DynamoDbClient client = table;
        if (client != null) {
            Calls calls =
                    new Calls(invocation.function(), new String(invocation.payload(), StandardCharsets.UTF_8), client);
            invocations.add(calls);
            running.put(invocation.requestId(), calls);
            AwsCalls.record(calls);
        }
    }

    @Override
    public void after(Invocation invocation, byte @Nullable [] response) {
        AwsCalls.record(null);
        Calls calls = running.remove(invocation.requestId());
        if (calls != null) {
            calls.end();
        }
    }

    /// The invocations that have ended and whose event holds this text, oldest first.
    List<Calls> ended(String text) {
        return invocations.stream()
                .filter(Calls::hasEnded)
                .filter(calls -> calls.event().contains(text))
                .map(Calls::ofTheWork)
                .toList();
    }

    /// The invocations of a function that have ended and whose event holds this text, oldest first.
    List<Calls> ended(String function, String text) {
        return ended(text).stream()
                .filter(calls -> calls.function().equals(function))
                .toList();
    }
}
