package streamerapi.service.webhooks;

import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds how Lambda's recursive loop detection treats retries that go through the queue every 15 minutes.
class RecursiveDeliveriesTest {

    @Test
    void withoutLeaveToRunInACircleTheChainEndsAtTheFifthAttemptAndTheSweepGoesOn()
            throws IOException, InterruptedException, FunctionError {
        Path template = Service.templateWith("      RecursiveLoop: Allow\n", "");
        try (Service service = Service.start(Service.options().withTemplate(template));
                TestReceiver receiver = TestReceiver.open().answering(delivery -> 500)) {
            Account account = service.newAccount();
            account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                    .expect(201);
            ClockedDeliveries deliveries = new ClockedDeliveries(service);
            account.tip("Ada");
            deliveries.take(1).run();
            assertThat(receiver.received()).hasSize(5);

            deliveries.runFor(Duration.ofDays(2));
            service.stack().invoke("WorkerFunction", Json.write(Map.of("source", "lost-deliveries")));
            deliveries.take(1).run();
            assertThat(receiver.received())
                    .as("the endpoint is looked at first")
                    .hasSize(5);
            deliveries.take(1).run();

            assertThat(receiver.received()).as("the sixth is made at last").hasSizeGreaterThanOrEqualTo(6);
        }
    }
}
