package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Deliveries to an endpoint that fails (docs/webhooks.md "While an endpoint fails").
class CircuitBreakerTest {

    private static final int LIMIT = 20;

    /// The second attempts are an hour away.
    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @BeforeAll
    static void startService() {
        service = Service.start(
                Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "3600,3600,3600,3600,3600,3600,3600"));
    }

    @Test
    void anEndpointThatFailsIsCalledOnceAMinuteAndSentEverythingWhenItIsBack() {
        failing();

        tips(5);
        await().untilAsserted(() -> assertThat(withoutAttempt()).hasSize(4));
        assertThat(receiver.received()).as("and the probe").hasSize(LIMIT + 1);

        service.clock().advance(Duration.ofMinutes(2));
        tips(1);
        await().until(() -> receiver.received().size() == LIMIT + 2);
        assertThat(withoutAttempt())
                .as("the probe of the next minute failed too")
                .hasSize(4);

        receiver.answering(delivery -> 204);
        service.clock().advance(Duration.ofMinutes(2));
        tips(1);

        await().untilAsserted(() -> {
            assertThat(with("succeeded")).hasSize(5);
            assertThat(withoutAttempt()).isEmpty();
        });
        assertThat(with("pending"))
                .as("those that were attempted come in their time")
                .hasSize(LIMIT + 2);
        tips(2);
        await().untilAsserted(() -> assertThat(with("succeeded")).hasSize(7));
    }

    @Test
    void aChangedAddressIsTriedAtOnce() {
        failing();
        tips(2);
        await().untilAsserted(() -> assertThat(withoutAttempt()).hasSize(1));
        try (TestReceiver mended = TestReceiver.open()) {
            account.api()
                    .patch("/webhook-endpoints/" + endpoint(), Map.of("url", mended.url()))
                    .expect(200);

            tips(1);

            await().until(() -> mended.received().size() == 2);
        }
    }

    @Test
    void anEndpointThatItsOwnerMakesActiveAgainIsSentWhatIsParked() {
        failing();
        tips(5);
        await().untilAsserted(() -> assertThat(withoutAttempt()).hasSize(4));
        receiver.answering(delivery -> 204);

        account.api()
                .patch("/webhook-endpoints/" + endpoint(), Map.of("is_active", true))
                .expect(200);
        tips(1);

        await().untilAsserted(() -> {
            assertThat(withoutAttempt()).isEmpty();
            assertThat(with("succeeded")).hasSize(5);
        });
    }

    @Test
    void aDeliveryThatItsOwnerAsksForIsMadeAtOnce() {
        failing();
        tips(2);
        await().untilAsserted(() -> assertThat(withoutAttempt()).hasSize(1));
        await().untilAsserted(() ->
                assertThat(attempted(1)).as("and the probe has failed").hasSize(LIMIT + 1));
        receiver.answering(delivery -> 204);

        account.api()
                .post("/webhook-deliveries/" + withoutAttempt().getFirst().get("id") + "/redeliver", Map.of())
                .expect(202);

        await().untilAsserted(() -> assertThat(with("succeeded")).hasSize(1));
    }

    @Test
    void aSweepTakesFewOfTheParkedAndLosesNone() throws FunctionError {
        failing();
        tips(LIMIT + 5);
        await().untilAsserted(() -> assertThat(withoutAttempt()).hasSize(LIMIT + 4));
        service.clock().advance(Duration.ofHours(3));
        receiver.answering(delivery -> 204);

        service.stack().invoke("WorkerFunction", Json.write(Map.of("source", "lost-deliveries")));

        await().untilAsserted(() -> assertThat(with("succeeded")).hasSizeGreaterThanOrEqualTo(LIMIT + 5));
        await().untilAsserted(() -> assertThat(withoutAttempt()).isEmpty());
    }

    @Test
    void aLostAttemptIsNotKeptBackByTheParkedBeforeIt() throws FunctionError {
        failing();
        tips(LIMIT + 5);
        await().untilAsserted(() -> assertThat(withoutAttempt()).hasSize(LIMIT + 4));
        service.clock().advance(Duration.ofMinutes(2));
        tips(1);
        await().untilAsserted(() -> assertThat(attempted(1)).hasSize(LIMIT + 2));
        service.stack()
                .engines()
                .sqs()
                .purgeQueue(b -> b.queueUrl(service.stack().queueUrl("WorkQueue")));
        service.clock().advance(Duration.ofHours(3));

        service.stack().invoke("WorkerFunction", Json.write(Map.of("source", "lost-deliveries")));

        await().untilAsserted(() -> assertThat(attempted(2)).hasSize(LIMIT + 2));
        await().untilAsserted(() ->
                assertThat(attempted(1)).as("the probe of the parked").hasSize(1));
        assertThat(withoutAttempt()).hasSize(LIMIT + 3);
    }

    private List<Map<String, @Nullable Object>> attempted(int times) {
        return all().filter(delivery -> String.valueOf(times).equals(String.valueOf(delivery.get("attempts"))))
                .filter(delivery -> delivery.get("next_attempt_at") != null)
                .toList();
    }

    /// An endpoint that has failed 20 first attempts.
    private void failing() {
        receiver.answering(delivery -> 500);
        account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                .expect(201);
        tips(LIMIT);
        await().untilAsserted(() -> assertThat(with("pending"))
                .hasSize(LIMIT)
                .allSatisfy(
                        delivery -> assertThat(delivery.get("next_attempt_at")).isNotNull()));
    }

    private void tips(int count) {
        for (int tip = 0; tip < count; tip++) {
            account.tip("Ada");
        }
    }

    private String endpoint() {
        return (String) Objects.requireNonNull(
                account.api().get("/webhook-endpoints").expect(200).at("endpoints.0.id"));
    }

    private List<Map<String, @Nullable Object>> withoutAttempt() {
        return all().filter(delivery -> "0".equals(String.valueOf(delivery.get("attempts"))))
                .toList();
    }

    private List<Map<String, @Nullable Object>> with(String status) {
        return all().filter(delivery -> status.equals(delivery.get("status"))).toList();
    }

    private Stream<Map<String, @Nullable Object>> all() {
        Object deliveries = account.api()
                .get("/webhook-endpoints/" + endpoint() + "/deliveries?limit=100")
                .expect(200)
                .at("deliveries");
        return ((List<?>) Objects.requireNonNull(deliveries)).stream().map(Json::asObject);
    }
}
