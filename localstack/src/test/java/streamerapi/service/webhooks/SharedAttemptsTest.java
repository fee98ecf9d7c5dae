package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.Invocation;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The first attempts of an event at several endpoints: one message for those that do well, and each made once.
class SharedAttemptsTest {

    private static final List<Invocation> INVOCATIONS = new CopyOnWriteArrayList<>();

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver first = TestReceiver.open();

    @AutoClose
    private final TestReceiver second = TestReceiver.open();

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
    void endpointsThatDoWellShareAMessageAndHaveRecordsOfTheirOwn() {
        String one = subscribe(first);
        String other = subscribe(second);
        account.tip("Ada");

        awaitBoth(one, other);
        assertThat(messages()).hasSize(1);
        for (TestReceiver receiver : List.of(first, second)) {
            assertThat(receiver.received()).hasSize(1);
            assertThat(receiver.received().getFirst().header("Service-Attempt")).isEqualTo("1");
        }
        assertThat(first.received().getFirst().text())
                .isEqualTo(second.received().getFirst().text());
        for (String endpoint : List.of(one, other)) {
            Map<String, @Nullable Object> delivery =
                    Json.asObject(deliveries(endpoint).at("deliveries.0"));
            assertThat(delivery.get("attempts")).hasToString("1");
            assertThat(delivery.get("response_status")).hasToString("200");
            assertThat(delivery.get("event_type")).isEqualTo("tip.created");
            assertThat(delivery).containsEntry("next_attempt_at", null).containsEntry("error", null);
            assertThat(delivery.get("created_at")).isNotNull();
            assertThat(delivery.get("last_attempt_at")).isNotNull();
        }
    }

    @Test
    void oneThatFailsIsTriedAgainAloneAndThenHasMessagesOfItsOwn() {
        String well = subscribe(first);
        String failing = subscribe(second);
        second.answering(delivery -> delivery.header("Service-Attempt").equals("2") ? 200 : 500);
        account.tip("Ada");
        awaitBoth(well, failing);
        assertThat(attempts(second)).containsExactly("1", "2");
        assertThat(attempts(first)).containsExactly("1");
        assertThat(messages()).as("the shared one, and the second attempt").hasSize(2);

        second.answering(delivery -> 500);
        account.tip("Bob");
        await().until(() -> statuses(failing).contains("failed"));
        forget();
        account.tip("Cy");
        await().until(() -> attempts(first).size() == 3 && attempts(second).size() == 18);
        assertThat(messages())
                .as("one for each endpoint, and seven more attempts")
                .hasSize(9);
        await().untilAsserted(() -> assertThat(statuses(well)).containsOnly("succeeded"));
    }

    @Test
    void theFirstOfThemFailsAndTheOtherIsNotAskedAgain() {
        String failing = subscribe(first);
        String well = subscribe(second);
        first.answering(delivery -> delivery.header("Service-Attempt").equals("3") ? 200 : 503);
        account.tip("Ada");

        awaitBoth(failing, well);
        assertThat(attempts(first)).containsExactly("1", "2", "3");
        assertThat(attempts(second)).containsExactly("1");
    }

    @Test
    void aSharedMessageManyTimesMakesEachAttemptOnce() throws Exception {
        String well = subscribe(first);
        String failing = subscribe(second);
        second.answering(delivery -> delivery.header("Service-Attempt").equals("2") ? 200 : 500);
        account.tip("Ada");
        awaitBoth(well, failing);
        List<byte[]> messages = messages();
        assertThat(messages).hasSize(2);

        for (byte[] message : messages) {
            assertThat(failures(service.stack().invoke("WorkerFunction", message)))
                    .isEmpty();
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<byte[]>> all = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(
                            () -> service.stack().invoke("WorkerFunction", messages.get(i % messages.size()))))
                    .toList();
            for (Future<byte[]> one : all) {
                assertThat(failures(one.get())).isEmpty();
            }
        }

        assertThat(attempts(first)).containsExactly("1");
        assertThat(attempts(second)).containsExactly("1", "2");
    }

    @Test
    void whileOneOfThemHangsTheMessageComesAgainLaterAndNoneIsMadeTwice() throws Exception {
        String well = subscribe(first);
        String hanging = subscribe(second);
        Hang hang = new Hang(second);
        account.tip("Ada");
        hang.asked.await();
        await().until(() -> statuses(well).equals(List.of("succeeded")));
        byte[] message = messages().getFirst();

        assertThat(failures(service.stack().invoke("WorkerFunction", message))).hasSize(1);
        hang.over.countDown();
        await().until(() -> statuses(hanging).equals(List.of("succeeded")));
        assertThat(failures(service.stack().invoke("WorkerFunction", message))).isEmpty();

        assertThat(first.received()).hasSize(1);
        assertThat(second.received()).hasSize(1);
    }

    /// The fan-out brings an event again, and another endpoint does well by then: it shares its message.
    @Test
    void anEndpointThatHasAMessageOfItsOwnAndSharesAnotherIsAskedOnce() throws Exception {
        subscribe(first);
        String hanging = subscribe(second);
        account.tip("Ada");
        await().until(() -> statuses(hanging).equals(List.of("succeeded"))
                && first.received().size() == 1);
        byte[] shared = another(messages().getFirst());
        byte[] alone = new String(shared, StandardCharsets.UTF_8)
                .replaceFirst("(endpoint_ids\\\\\":)\\[[^]]*]", "$1[\\\\\"" + hanging + "\\\\\"]")
                .getBytes(StandardCharsets.UTF_8);
        Hang hang = new Hang(second);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<byte[]> made = threads.submit(() -> service.stack().invoke("WorkerFunction", alone));
            hang.asked.await();
            assertThat(failures(service.stack().invoke("WorkerFunction", shared)))
                    .hasSize(1);
            hang.over.countDown();
            assertThat(failures(made.get())).isEmpty();
        }

        assertThat(first.received()).hasSize(2);
        assertThat(second.received()).hasSize(2);
    }

    /// A receiver that gives no answer until it may.
    private static final class Hang {

        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch over = new CountDownLatch(1);

        Hang(TestReceiver receiver) {
            receiver.answering(delivery -> {
                asked.countDown();
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return 200;
            });
        }
    }

    @Test
    void anEndpointThatIsGoneKeepsNoOtherFromItsAttempt() throws Exception {
        String gone = subscribe(first);
        String well = subscribe(second);
        account.tip("Ada");
        await().until(() ->
                statuses(well).equals(List.of("succeeded")) && first.received().size() == 1);
        byte[] message = another(messages().getFirst());
        api.delete("/webhook-endpoints/" + gone).expect(200);

        assertThat(failures(service.stack().invoke("WorkerFunction", message))).isEmpty();
        assertThat(first.received()).hasSize(1);
        assertThat(second.received()).hasSize(2);

        api.delete("/webhook-endpoints/" + well).expect(200);
        assertThat(failures(service.stack().invoke("WorkerFunction", another(message))))
                .isEmpty();
        assertThat(second.received()).hasSize(2);
    }

    @Test
    void tenShareAMessageAndTheEleventhHasItsOwn() {
        IntStream.range(0, 11).forEach(i -> subscribe(first));
        account.tip("Ada");

        await().until(() -> first.received().size() == 11);
        assertThat(messages()).hasSize(2);
        assertThat(attempts(first)).containsOnly("1");
    }

    private String subscribe(TestReceiver receiver) {
        return (String) Objects.requireNonNull(
                api.post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                        .expect(201)
                        .at("endpoint.id"));
    }

    private Answer deliveries(String endpointId) {
        return api.get("/webhook-endpoints/" + endpointId + "/deliveries").expect(200);
    }

    private List<String> statuses(String endpointId) {
        return deliveries(endpointId).each("deliveries", "status");
    }

    /// The numbers of the attempts to deliver a tip.
    /// Waits until the one delivery of each endpoint has succeeded.
    private void awaitBoth(String one, String other) {
        await().until(() ->
                statuses(one).equals(List.of("succeeded")) && statuses(other).equals(List.of("succeeded")));
    }

    private static List<String> attempts(TestReceiver receiver) {
        return receiver.received().stream()
                .filter(delivery -> delivery.header("Service-Event").equals("tip.created"))
                .map(delivery -> delivery.header("Service-Attempt"))
                .toList();
    }

    /// The messages of the deliveries of this account's tips that the worker was given, each as an event of its own.
    private List<byte[]> messages() {
        return INVOCATIONS.stream()
                .filter(invocation -> invocation.function().equals("WorkerFunction"))
                .flatMap(invocation -> ((List<?>) Objects.requireNonNull(
                                Json.readObject(invocation.payload()).getOrDefault("Records", List.of())))
                        .stream())
                .map(message -> Json.write(Map.of("Records", List.of(message))))
                .filter(payload -> {
                    String text = new String(payload, StandardCharsets.UTF_8);
                    return text.contains(account.tenantId()) && text.contains("\\\"event_type\\\":\\\"tip.created");
                })
                .toList();
    }

    /// A message about the deliveries of another event, else the same.
    private static byte[] another(byte[] message) {
        return new String(message, StandardCharsets.UTF_8)
                .replaceFirst("(\\\\\"event_id\\\\\":\\\\\"evt_)..", "$1zz")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<?> failures(byte[] answer) {
        return (List<?>) Objects.requireNonNull(Json.readObject(answer).get("batchItemFailures"));
    }
}
