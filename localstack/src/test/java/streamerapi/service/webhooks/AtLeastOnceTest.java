package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Invocation;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.service.Account;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds that a stream record or message that comes twice is handled once, one after the other and at the same time.
class AtLeastOnceTest {

    private static final List<Invocation> INVOCATIONS = new CopyOnWriteArrayList<>();

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    private final String path = "/webhook-endpoints/"
            + api.post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                    .expect(201)
                    .at("endpoint.id");

    @BeforeAll
    static void startService() {
        service = Service.start(
                Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"),
                new InvocationListener() {
                    @Override
                    public void before(Invocation invocation) {
                        INVOCATIONS.add(invocation);
                    }
                });
    }

    @BeforeEach
    void forget() {
        INVOCATIONS.clear();
    }

    @Test
    void theSameStreamRecordsManyTimesMakeOneDeliveryOfEach() throws Exception {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            account.tip("Ada");
        }
        await().until(() -> receiver.received().size() == 5);
        for (String event : account.events()) {
            events.add(String.valueOf(Json.asObject(Json.read(event)).get("id")));
        }
        List<byte[]> batches = payloads("FanOutFunction");

        for (byte[] batch : batches) {
            service.stack().invoke("FanOutFunction", batch);
        }
        allAtOnce("FanOutFunction", batches, 4);
        everythingIsHandled();

        assertThat(ids()).containsExactlyInAnyOrderElementsOf(events);
        assertThat(api.get(path + "/deliveries").each("deliveries", "attempts")).containsOnly("1");
    }

    @Test
    void theSameStreamRecordBetweenTheAttemptsOfItsDeliveryBeginsNoOther() throws Exception {
        receiver.answering(delivery -> {
            if (delivery.header("Service-Attempt").equals("2")) {
                for (byte[] batch : payloads("FanOutFunction")) {
                    invoke("FanOutFunction", batch);
                }
            }
            return delivery.header("Service-Attempt").equals("4") ? 200 : 500;
        });
        account.tip("Ada");
        await().until(() ->
                api.get(path + "/deliveries").each("deliveries", "status").equals(List.of("succeeded")));
        everythingIsHandled();

        assertThat(receiver.received().stream().map(each -> each.header("Service-Attempt")))
                .containsExactly("1", "2", "3", "4");
    }

    @Test
    void theSameMessageManyTimesMakesOneAttempt() throws Exception {
        receiver.answering(delivery -> delivery.header("Service-Attempt").equals("3") ? 200 : 500);
        account.tip("Ada");
        await().until(() ->
                api.get(path + "/deliveries").each("deliveries", "status").equals(List.of("succeeded")));
        List<byte[]> messages = payloads("WorkerFunction");
        assertThat(messages).hasSize(3);

        for (byte[] message : messages) {
            assertThat(failures(service.stack().invoke("WorkerFunction", message)))
                    .isEmpty();
        }
        allAtOnce("WorkerFunction", messages, 4);
        everythingIsHandled();

        assertThat(receiver.received()).hasSize(3);
    }

    @Test
    void whileAnAttemptIsMadeItsMessageComesAgainLaterAndIsNotLost() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        receiver.answering(delivery -> {
            asked.countDown();
            try {
                answered.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 200;
        });
        account.tip("Ada");
        asked.await();
        byte[] message = payloads("WorkerFunction").getFirst();

        assertThat(failures(service.stack().invoke("WorkerFunction", message))).hasSize(1);
        answered.countDown();
        await().until(() ->
                api.get(path + "/deliveries").each("deliveries", "status").equals(List.of("succeeded")));
        assertThat(failures(service.stack().invoke("WorkerFunction", message))).isEmpty();

        assertThat(receiver.received()).hasSize(1);
    }

    /// The events that a function was given and that are about this account.
    private List<byte[]> payloads(String function) {
        return INVOCATIONS.stream()
                .filter(invocation -> invocation.function().equals(function))
                .map(Invocation::payload)
                .filter(payload -> new String(payload, StandardCharsets.UTF_8).contains(account.tenantId()))
                .toList();
    }

    private static void allAtOnce(String function, List<byte[]> events, int times) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<byte[]>> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                for (byte[] event : events) {
                    all.add(threads.submit(() -> service.stack().invoke(function, event)));
                }
            }
            for (Future<byte[]> one : all) {
                one.get();
            }
        }
    }

    private static void invoke(String function, byte[] event) {
        try {
            service.stack().invoke(function, event);
        } catch (FunctionError e) {
            throw new AssertionError(e);
        }
    }

    private static List<?> failures(byte[] answer) {
        Map<String, @Nullable Object> report = Json.readObject(answer);
        return (List<?>) Objects.requireNonNull(report.get("batchItemFailures"));
    }

    private List<String> ids() {
        return receiver.received().stream()
                .map(delivery -> delivery.header("Service-Event-Id"))
                .toList();
    }

    /// Waits until the queue is empty and nothing of it is being handled.
    private static void everythingIsHandled() {
        await().until(() -> service
                .stack()
                .engines()
                .sqs()
                .getQueueAttributes(
                        r -> r.queueUrl(service.stack().queueUrl("WorkQueue")).attributeNamesWithStrings("All"))
                .attributesAsStrings()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().startsWith("ApproximateNumberOfMessages"))
                .allMatch(entry -> entry.getValue().equals("0")));
    }
}
