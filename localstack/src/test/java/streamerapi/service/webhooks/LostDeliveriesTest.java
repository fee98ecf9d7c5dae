package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A delivery whose next message was lost does not stay pending: a sweep sends it on, and its owner can recover it.
class LostDeliveriesTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    private String path = "";

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "1800,0,0,0,0,0,0"));
    }

    /// The first attempt fails, and the message of the second one, half an hour later, is lost.
    @BeforeEach
    void loseAMessage() {
        receiver.answering(delivery -> 503);
        account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("*")))
                .expect(201);
        Object id = account.api().get("/webhook-endpoints").at("endpoints.0.id");
        path = "/webhook-endpoints/" + id;
        account.tip("Ada");
        await().until(() -> delivery().get("next_attempt_at") != null);
        service.stack()
                .engines()
                .sqs()
                .purgeQueue(b -> b.queueUrl(service.stack().queueUrl("WorkQueue")));
        receiver.answering(delivery -> 200);
    }

    @Test
    void anEndpointTellsOfItsFirstFailureWhileMoreAttemptsAreToCome() {
        Answer endpoint = account.api().get(path).expect(200);

        assertThat(endpoint.at("endpoint.last_failure_at")).isNotNull();
        assertThat(endpoint.at("endpoint.consecutive_failures")).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void theSweepSendsItOnAnHourAfterItsTime() throws FunctionError {
        sweep();
        assertThat(delivery()).containsEntry("status", "pending").containsEntry("attempts", BigDecimal.ONE);

        service.clock().advance(Duration.ofMinutes(95));
        sweep();
        sweep();

        await().until(() -> "succeeded".equals(delivery().get("status")));
        assertThat(delivery()).containsEntry("attempts", new BigDecimal(2));
        assertThat(receiver.received().stream().map(d -> d.header("Service-Attempt")))
                .containsExactly("1", "2");
    }

    @Test
    void recoverBeginsItAfresh() {
        Map<String, Object> day = Map.of(
                "since", service.clock().instant().minus(Duration.ofDays(1)).toString());
        assertThat(account.api().post(path + "/recover", day).expect(202).at("recovered"))
                .as("it is not late yet")
                .isEqualTo(BigDecimal.ZERO);

        service.clock().advance(Duration.ofMinutes(95));

        assertThat(account.api().post(path + "/recover", day).expect(202).at("recovered"))
                .isEqualTo(BigDecimal.ONE);
        await().until(() -> "succeeded".equals(delivery().get("status")));
    }

    private static void sweep() throws FunctionError {
        service.stack().invoke("WorkerFunction", Json.write(Map.of("source", "lost-deliveries")));
    }

    private Map<String, @Nullable Object> delivery() {
        List<?> deliveries = (List<?>) Objects.requireNonNull(
                account.api().get(path + "/deliveries").expect(200).at("deliveries"));
        return deliveries.isEmpty() ? Map.of() : Json.asObject(deliveries.getFirst());
    }
}
