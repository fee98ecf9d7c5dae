package streamerapi.bench;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Samples;
import streamerapi.shared.lambda.ScriptedAws;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tips.TipsFunction;
import streamerapi.tts.TtsFunction;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A warm request, from event to answer, with an AWS that answers in the process: the handler's own time and memory,
/// the JSON of its calls and the log line with it. What the scripted AWS itself takes is in the figures too; [#calls]
/// is what to take off for the handler's own.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 4, time = 2)
@Fork(1)
public class WarmRequest {

    private static final String KEY = "sak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1PdmNX";

    /// The number of requests after which the limiter writes the count of a key, and of an address, to the table.
    private static final int KEY_STEP = 4;

    private static final int ADDRESS_STEP = 7;

    private static final Attribute.Whole WINDOW_AT = Attribute.whole("window_at");
    private static final Attribute.Whole REQUESTS = Attribute.whole("requests");
    private static final String TIP = "tip_1763693883123_0h5m8z4q2w9x7y3k";

    @Param({"queue of 0", "queue of 25", "tip", "start"})
    public String request = "";

    private @Nullable RequestStreamHandler function;
    private @Nullable Table table;
    private byte[] event = new byte[0];
    private int called;
    private final Context context = context();

    @Setup
    public void prepare() throws IOException {
        Map<String, String> variables = Map.of(
                "TABLE", "bench",
                "AWS_REGION", "us-east-1",
                "AWS_ACCESS_KEY_ID", "bench",
                "AWS_SECRET_ACCESS_KEY", "bench",
                "RATE_LIMIT_FACTOR", "1000000");
        int tips = request.equals("queue of 0") ? 0 : request.equals("queue of 25") ? 25 : 1;
        Environment environment = new Environment(variables, InstantSource.system(), () -> new ScriptedAws(rows(tips)));
        table = new Table(new Clients(environment).dynamoDb(), "bench");
        function = request.equals("tip") ? new TipsFunction(environment) : new TtsFunction(environment);
        event = switch (request) {
            case "tip" ->
                Subject.request(
                        KEY,
                        "POST",
                        "/v1/tips",
                        "{\"name\":\"NovaFox\",\"amount\":12.5,\"message\":\"Good luck!\",\"currency\":\"USD\"}");
            case "start" -> Subject.request(KEY, "POST", "/v1/tts/" + TIP + "/start", null);
            default -> Subject.request(KEY, "GET", "/v1/tts/queue", null);
        };
        String answer = new String(answer(), StandardCharsets.UTF_8);
        if (!answer.contains("\"statusCode\":20")) {
            throw new IllegalStateException(answer);
        }
    }

    @Benchmark
    public byte[] answer() throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        if (function != null) {
            function.handleRequest(new ByteArrayInputStream(event), output, context);
        }
        return output.toByteArray();
    }

    /// The bare calls of AWS that a request makes: the difference to [#answer] is the handler's own time.
    @Benchmark
    public int calls() {
        if (table == null) {
            return 0;
        }
        Key key = new Key("A#ten_0000000000000", "TIP#" + TIP);
        int read = read(table, key);
        called++;
        if (called % KEY_STEP == 0) {
            count(table, key);
        }
        if (called % ADDRESS_STEP == 0) {
            count(table, key);
        }
        if (request.startsWith("queue")) {
            return read + table.query(Query.places(key.partition(), "TQ")).size();
        }
        if (request.equals("tip")) {
            read += read(table, key);
        }
        if (request.equals("start")) {
            read += table.getAll(key).size();
        }
        table.write(List.of(put(key, 12), put(key, 3)));
        return read;
    }

    /// The write by which the limiter counts requests of a key or an address.
    private static void count(Table table, Key key) {
        table.update(Write.update(key).set(WINDOW_AT, 1).set(REQUESTS, 4).when(Condition.exists(WINDOW_AT)));
    }

    private static int read(Table table, Key key) {
        Row row = table.get(key);
        return row == null ? 0 : row.attributes().size();
    }

    /// A write about as long as those of a tip (12 attributes) and of its event (3, one of them long).
    private static Write put(Key key, int attributes) {
        Row row = Row.of(key);
        for (int i = 0; i < attributes; i++) {
            row = row.with(Attribute.text("attribute_" + i), "x".repeat(attributes == 3 ? 160 : 16));
        }
        return Write.put(row).when(Condition.noRow());
    }

    private static List<Map<String, @Nullable Object>> rows(int tips) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        Map<String, @Nullable Object> sample = new LinkedHashMap<>();
        for (Map<String, @Nullable Object> row :
                Samples.rows(Map.of("receiver", "0", "now", Long.toString(System.currentTimeMillis())))) {
            if (String.valueOf(row.get("sk")).equals("TIP#" + TIP)) {
                sample = row;
            } else if (row.get("sk").equals("CREDENTIAL")) {
                rows.add(usedLately(row));
            } else if (!String.valueOf(row.get("sk")).startsWith("TIP#")) {
                rows.add(row);
            }
        }
        for (int i = 0; i < tips; i++) {
            Map<String, @Nullable Object> tip = new LinkedHashMap<>(sample);
            String time = new BigDecimal("1763693883123").add(BigDecimal.valueOf(i)) + "_0h5m8z4q2w9x7y3k";
            tip.put("sk", "TIP#tip_" + time);
            tip.put("place", "TQ#" + time);
            rows.add(tip);
        }
        return rows;
    }

    /// A key whose use was noted within the hour, as that of all requests but one an hour is.
    private static Map<String, @Nullable Object> usedLately(Map<String, @Nullable Object> credential) {
        Map<String, @Nullable Object> used = new LinkedHashMap<>(credential);
        used.put("last_used_at", BigDecimal.valueOf(System.currentTimeMillis()));
        return used;
    }

    private static Context context() {
        Map<String, Object> values = Map.of("getMemoryLimitInMB", 512, "getRemainingTimeInMillis", 10_000);
        return (Context) Proxy.newProxyInstance(
                WarmRequest.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), "bench"));
    }
}
