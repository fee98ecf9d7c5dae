package streamerapi.events;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpRequest;
import streamerapi.service.TestClock;
import streamerapi.service.TestInvocation;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryAws;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Events of many accounts. A batch opens no more connections to API Gateway than a function keeps: a process has
/// 1,024 files, and a handshake takes processor time that a socket's two seconds do not have.
@NullMarked
class ManySocketsTest {

    private static final String STREAM =
            "arn:aws:dynamodb:us-east-1:000000000000:table/table/stream/2026-01-01T00:00:00.000";

    private static final int ACCOUNTS = 4;
    private static final int SOCKETS = 50;
    private static final int KEPT = 64;

    private final TestClock clock = new TestClock();
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(memory);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch tooMany = new CountDownLatch(KEPT + 1);
    private final List<String> groups = new CopyOnWriteArrayList<>();
    private String refused = "nothing";
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final FanOutFunction function = new FanOutFunction(new Environment(
            Map.of(
                    "AWS_REGION", "us-east-1",
                    "AWS_ACCESS_KEY_ID", "none",
                    "AWS_SECRET_ACCESS_KEY", "none",
                    "TABLE", "table",
                    "WORK_QUEUE", "https://sqs.us-east-1.amazonaws.com/000000000000/work",
                    "CONNECTIONS_URL", "https://sockets.execute-api.us-east-1.amazonaws.com/realtime",
                    "SPEECH_ENGINE", "none"),
            clock,
            () -> new MemoryAws(this::read, this::answer)));

    private AwsAnswer read(String operation, byte[] body) throws IOException {
        if (new String(body, StandardCharsets.UTF_8).contains("\"" + refused + "\"")) {
            throw new IOException("the table does not answer");
        }
        return memory.once(operation, body);
    }

    @Test
    void noMoreSocketsAreSentToAtATimeThanConnectionsAreKept() throws IOException {
        List<Map<String, Object>> records =
                IntStream.range(0, ACCOUNTS).mapToObj(this::eventOfAnAccount).toList();

        function.handleRequest(
                new ByteArrayInputStream(Json.write(Map.of("Records", records))),
                new ByteArrayOutputStream(),
                new TestInvocation("FanOut"));

        assertThat(told).hasSize(ACCOUNTS * SOCKETS);
        assertThat(most).hasValueLessThanOrEqualTo(KEPT);
    }

    /// SQS takes a message without a group for one of an account that has no other.
    @Test
    void eachMessageOfAnAccountIsOfOneOfItsGroups() throws IOException {
        String tenantId = tenantId(0);
        table.write(List.of(Write.put(Row.of(Keys.endpoint(tenantId, "we_1"))
                .with(Attribute.flag("is_active"), true)
                .with(Attribute.texts("events"), List.of("*"))
                .with(Attribute.time("created_at"), Instant.EPOCH))));
        List<Map<String, Object>> records = List.of(
                record(1, Keys.events(tenantId), "evt_01kaj000000000000000000001", "queue.tts.started"),
                record(2, Keys.events(tenantId), "evt_01kaj000000000000000000002", "queue.tts.cleared"),
                record(3, ChatKeys.streamBegun(tenantId, "1").partition(), "begun_1", "stream"),
                record(4, PeopleKeys.erasures(tenantId), "era_1", "erasure"));

        function.handleRequest(
                new ByteArrayInputStream(Json.write(Map.of("Records", records))),
                new ByteArrayOutputStream(),
                new TestInvocation("FanOut"));

        assertThat(groups).hasSize(6).allSatisfy(group -> assertThat(group).startsWith(tenantId));
    }

    @Test
    void theOperatorIsToldOfAnAccountThatCannotBeReadAndAllOthersAreHandedOn() throws IOException {
        IntStream.range(0, ACCOUNTS).forEach(number -> {
            eventOfAnAccount(number);
            table.write(List.of(
                    Write.put(Row.of(Keys.listed(tenantId(number)))),
                    Write.put(Row.of(Keys.event(tenantId(number), Ids.earliest("evt", clock.instant())))
                            .with(LoggedEvent.TYPE, "tip.created")
                            .with(LoggedEvent.BODY, "{}"))));
        });
        String time = clock.instant().toString();
        refused = Keys.events(tenantId(0));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();

        function.handleRequest(
                new ByteArrayInputStream(Json.write(Map.of(
                        "DDBStreamBatchInfo",
                        Map.of(
                                "approximateArrivalOfFirstRecord",
                                time,
                                "approximateArrivalOfLastRecord",
                                time,
                                "endSequenceNumber",
                                "200",
                                "streamArn",
                                STREAM)))),
                answer,
                new TestInvocation("FanOut"));

        assertThat(Json.readObject(answer.toByteArray()))
                .containsEntry("events", BigDecimal.valueOf(ACCOUNTS - 1))
                .containsEntry("failed", List.of(tenantId(0)));
        assertThat(told).hasSize((ACCOUNTS - 1) * SOCKETS);
    }

    private static String tenantId(int number) {
        return "ten_000000000000" + number;
    }

    private Map<String, Object> eventOfAnAccount(int number) {
        String tenantId = tenantId(number);
        for (int i = 0; i < SOCKETS; i++) {
            table.write(List.of(Write.put(Row.of(Keys.socket(tenantId, "socket" + number + "x" + i))
                    .with(Attribute.text("tenant_id"), tenantId)
                    .with(Attribute.text("credential_id"), "ak_1")
                    .with(
                            Attribute.texts("channels"),
                            Arrays.stream(Channel.values()).map(Channel::label).toList())
                    .with(Attribute.texts("events"), List.of("*"))
                    .with(Attribute.time("closes"), clock.instant().plus(Duration.ofHours(2))))));
        }
        return record(number, Keys.events(tenantId), "evt_01kaj000000000000000000001", "tip.created");
    }

    private Map<String, Object> record(int number, String partition, String id, String type) {
        String body = Json.writeText(
                Map.of("id", id, "type", type, "created", clock.instant(), "data", Map.of("order_id", "tip_1")));
        Map<String, Object> image = Map.of(
                "pk", Map.of("S", partition),
                "sk", Map.of("S", id),
                "type", Map.of("S", type),
                "body", Map.of("S", body));
        return Map.of("eventSourceARN", STREAM, "dynamodb", Map.of("SequenceNumber", "" + number, "NewImage", image));
    }

    /// A queue that takes everything, and sockets that are sent to no faster than all at once.
    private byte[] answer(SdkHttpRequest request, byte[] body) throws IOException {
        if (request.host().startsWith("sqs")) {
            for (Object entry :
                    (List<?>) Objects.requireNonNull(Json.readObject(body).get("Entries"))) {
                groups.add(String.valueOf(Json.asObject(entry).get("MessageGroupId")));
            }
        }
        if (request.host().startsWith("sockets")) {
            post(request.encodedPath());
        }
        return "{}".getBytes(StandardCharsets.UTF_8);
    }

    private void post(String path) throws IOException {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        tooMany.countDown();
        try {
            tooMany.await(300, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        running.decrementAndGet();
        told.add(path);
    }
}
