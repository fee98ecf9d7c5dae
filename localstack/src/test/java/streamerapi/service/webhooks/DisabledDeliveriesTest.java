package streamerapi.service.webhooks;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Deliveries that wait for their next attempt when their endpoint is disabled: they have failed, and are recovered
/// with the others (contract, POST …/recover).
class DisabledDeliveriesTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    private final String path = "/webhook-endpoints/"
            + api.post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201)
                    .at("endpoint.id");

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "1800,0,0,0,0,0,0"));
    }

    @Test
    void whatWaitsWhenTheReceiverIsGoneIsRecoveredToo() {
        waiting(3);
        receiver.answering(delivery -> 410);
        account.tip("Ada");
        await().until(() -> Boolean.FALSE.equals(api.get(path).at("endpoint.is_active")));
        await().untilAsserted(() -> assertThat(statuses("")).isEqualTo(Collections.nCopies(4, "failed")));

        enable();
        assertThat(recover().at("recovered")).isEqualTo(new BigDecimal(4));
        await().until(() -> statuses("").equals(Collections.nCopies(4, "succeeded")));
        assertThat(recover().at("recovered")).isEqualTo(BigDecimal.ZERO);
        int sent = receiver.received().size();

        service.clock().advance(Duration.ofMinutes(35));
        account.tip("Grace");
        await().until(() -> statuses("").equals(Collections.nCopies(5, "succeeded")));
        assertThat(receiver.received())
                .as("the runs that ended send nothing more")
                .hasSize(sent + 1);
    }

    @Test
    void whatWaitsWhenTheEndpointIsSwitchedOffHasFailed() {
        waiting(2);
        assertThat(statuses("?status=pending")).containsExactly("pending", "pending");
        assertThat(statuses("?status=failed")).isEmpty();

        api.patch(path, Map.of("is_active", false)).expect(200);

        hasFailed();
        enable();
        hasFailed();
        assertThat(recover().at("recovered")).isEqualTo(new BigDecimal(2));
        await().until(() -> statuses("").equals(List.of("succeeded", "succeeded")));
    }

    @Test
    void aFirstAttemptThatComesAfterTheEndpointIsSwitchedOffIsRecoveredToo() throws InterruptedException {
        service.stack().queueTriggers().pause();
        account.tip("Ada");
        await().until(() -> service.messages() > 0);
        api.patch(path, Map.of("is_active", false)).expect(200);
        service.stack().queueTriggers().resume();

        await().until(() -> statuses("").equals(List.of("failed")));
        assertThat(receiver.received()).isEmpty();
        String id = api.get(path + "/deliveries").each("deliveries", "id").getFirst();
        Answer detail = api.get("/webhook-deliveries/" + id).expect(200);
        assertThat(detail.at("delivery.error")).isEqualTo("The endpoint was deleted or disabled");
        assertThat(detail.at("delivery.attempts")).isEqualTo(BigDecimal.ZERO);

        enable();
        assertThat(recover().at("recovered")).isEqualTo(BigDecimal.ONE);
        await().until(() -> statuses("").equals(List.of("succeeded")));
    }

    @Test
    void anEventThatIsHandedOnAfterTheEndpointWasMadeIsNoneOfIts() throws InterruptedException {
        service.stack().streams().pause();
        account.tip("Ada");
        service.clock().advance(Duration.ofMinutes(1));
        String made = "/webhook-endpoints/"
                + api.post("/webhook-endpoints", Map.of("url", receiver.url()))
                        .expect(201)
                        .at("endpoint.id");
        account.tip("Grace");
        service.stack().streams().resume();

        await().until(() -> statuses("").equals(List.of("succeeded", "succeeded")));
        await().until(() ->
                api.get(made + "/deliveries").each("deliveries", "status").contains("succeeded"));
        assertThat(api.get(made + "/deliveries").each("deliveries", "status"))
                .as("the tip of before the endpoint is none of its failures")
                .containsExactly("succeeded");
    }

    private void hasFailed() {
        assertThat(statuses("")).containsExactly("failed", "failed");
        assertThat(statuses("?status=failed")).containsExactly("failed", "failed");
        assertThat(statuses("?status=pending")).isEmpty();
        String id = api.get(path + "/deliveries").each("deliveries", "id").getFirst();
        Answer detail = api.get("/webhook-deliveries/" + id).expect(200);
        assertThat(detail.at("delivery.status")).isEqualTo("failed");
        assertThat(detail.at("delivery.error")).isEqualTo("The endpoint was deleted or disabled");
        assertThat(detail.at("delivery.next_attempt_at")).isNull();
    }

    /// Makes deliveries whose first attempt failed, and whose second one is half an hour away.
    private void waiting(int count) {
        receiver.answering(delivery -> 500);
        for (int i = 0; i < count; i++) {
            account.tip("Ada");
        }
        await().until(() -> api.get(path + "/deliveries").each("deliveries", "response_status").stream()
                        .filter("500"::equals)
                        .count()
                == count);
    }

    private void enable() {
        service.clock().advance(Duration.ofSeconds(1));
        api.patch(path, Map.of("is_active", true)).expect(200);
        service.clock().advance(Duration.ofSeconds(1));
        receiver.answering(delivery -> 200);
    }

    private Answer recover() {
        String since = service.clock().instant().minus(Duration.ofDays(1)).toString();
        return api.post(path + "/recover", Map.of("since", since)).expect(202);
    }

    private List<String> statuses(String query) {
        return api.get(path + "/deliveries" + query).expect(200).each("deliveries", "status");
    }
}
