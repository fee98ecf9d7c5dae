package streamerapi.service.webhooks;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// An endpoint that hangs holds up nobody else's deliveries.
class HeldUpTest {

    private static final int EVENTS = 200;

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    /// The two share each message, because neither has failed yet.
    @Test
    void whileEveryDeliveryOfOneEndpointHangsAllOfAnotherArrive() throws IOException, InterruptedException {
        try (BadReceiver hanging = Misbehaviour.ACCEPTS_AND_HANGS.open();
                TestReceiver healthy = TestReceiver.open()) {
            subscribe(hanging.url());
            subscribe(healthy.url());
            service.stack().queueTriggers().pause();
            for (int i = 0; i < EVENTS; i++) {
                account.tip("Ada");
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> service.messages() == EVENTS);

            service.stack().queueTriggers().resume();

            await().pollInterval(Duration.ofMillis(5))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> healthy.received().size() == EVENTS);
            assertThat(hanging.requests()).isPositive();
        }
    }

    /// Two functions make attempts at a time, and each has one whose receiver waits for a third attempt. That is made
    /// if a function that waits takes further messages itself.
    @Test
    void functionsThatAllWaitForReceiversMakeFurtherAttempts() {
        CountDownLatch third = new CountDownLatch(3);
        try (Service few = Service.start(Service.options()
                        .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                        .withParameters(Map.of("WorkerConcurrency", "2")));
                TestReceiver receiver = TestReceiver.open().answering(delivery -> answerAtThe(third))) {
            Account own = few.newAccount();
            Object endpoint = own.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                    .expect(201)
                    .at("endpoint.id");
            for (long left = 2; left >= 0; left--) {
                own.tip("Ada");
                long waited = left;
                await().until(() -> third.getCount() == waited);
            }
            await().untilAsserted(() -> assertThat(own.api()
                            .get("/webhook-endpoints/" + endpoint + "/deliveries")
                            .expect(200)
                            .each("deliveries", "status"))
                    .containsExactly("succeeded", "succeeded", "succeeded"));
            assertThat(receiver.received())
                    .as("no attempt had to be made again")
                    .hasSize(3)
                    .allMatch(delivery -> delivery.header("service-attempt").equals("1"));
        }
    }

    private static int answerAtThe(CountDownLatch last) {
        last.countDown();
        try {
            last.await();
            return 200;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 500;
        }
    }

    private void subscribe(String url) {
        account.api()
                .post("/webhook-endpoints", Map.of("url", url, "events", List.of("tip.created")))
                .expect(201);
    }
}
