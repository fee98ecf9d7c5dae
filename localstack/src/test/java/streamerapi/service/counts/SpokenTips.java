package streamerapi.service.counts;

import streamerapi.localstack.functions.FunctionError;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestConnector;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.speech.Renders;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Paid and spoken tips that come in at once, and all that they lead to: the processor's message, the fan-out of each
/// one's two events in batches, the audio, and the deliveries to one endpoint.
final class SpokenTips {

    private static final int TRIES = 5;

    private final Service service;
    private final Recorder recorder;

    SpokenTips(Service service, Recorder recorder) {
        this.service = service;
        this.recorder = recorder;
    }

    /// Their cost for each partition key. The stream can bring events in more batches than two, which cost less: then
    /// it is measured again.
    PartitionLoad load(int tips) {
        for (int tried = 1; ; tried++) {
            Account account = service.newAccount();
            String tenant = account.tenantId();
            try (TestReceiver receiver = TestReceiver.open()) {
                subscribe(account, receiver);
                recorder.during(service.stack().engines().dynamoDb(), () -> {
                    live(account, tips);
                    return tips;
                });
            }
            int batches = recorder.ended("FanOutFunction", tenant).size();
            if (batches == 2) {
                Map<String, Units> units = new HashMap<>();
                recorder.ended(tenant)
                        .forEach(calls -> calls.byKey().forEach((key, more) -> units.merge(key, more, Units::plus)));
                return new PartitionLoad(tenant, tips, units);
            }
            assertThat(tried)
                    .as("the stream brought the events in %d batches", batches)
                    .isLessThan(TRIES);
        }
    }

    /// A tip's audio is made, of words that were not spoken before.
    Calls audio() {
        Account account = service.newAccount();
        account.tip("Ada");
        Row tip = account.rows(Keys.TIP).getFirst();
        recorder.during(service.stack().engines().dynamoDb(), () -> {
            whileTheStreamRests(() -> render(account.tenantId(), tip));
            return tip;
        });
        return recorder.ended("WorkerFunction", account.tenantId()).getFirst();
    }

    /// Makes an endpoint whose success of this minute is noted already.
    private static void subscribe(Account account, TestReceiver receiver) {
        account.api().post("/webhook-endpoints", Map.of("url", receiver.url())).expect(201);
        account.tip("Ada");
        await().until(() -> delivered(account) == 1);
    }

    private void live(Account account, int tips) {
        TestConnector card = account.connector("card_processor");
        whileTheStreamRests(() -> {
            for (int i = 0; i < tips; i++) {
                card.send(
                        "payment.captured",
                        Map.of("payment_id", "p" + i, "name", "Ada", "amount", 5, "message", "Words " + i));
            }
        });
        await().until(() -> delivered(account) == 1 + tips && recorder.rests());
        List<Row> paid = account.rows(Keys.TIP).stream()
                .filter(tip -> tip.get(Attribute.text("source")).equals("card_processor"))
                .toList();
        whileTheStreamRests(() -> paid.forEach(tip -> render(account.tenantId(), tip)));
        await().until(() -> delivered(account) == 1 + 2L * tips && recorder.rests());
    }

    private static long delivered(Account account) {
        return account.rows("we_").stream()
                .filter(row -> row.get(Attribute.text("status")).equals("succeeded"))
                .count();
    }

    private void render(String tenantId, Row tip) {
        String orderId = tip.key().sort().substring(Keys.TIP.length());
        String body = Json.writeText(Map.of(Renders.TASK, Map.of("tenant_id", tenantId, "order_id", orderId)));
        Map<String, String> message = Map.of("messageId", "one", "body", body);
        try {
            service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", List.of(message))));
        } catch (FunctionError e) {
            throw new AssertionError(e);
        }
    }

    private void whileTheStreamRests(Runnable happening) {
        try {
            service.stack().streams().pause();
            happening.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            service.stack().streams().resume();
        }
    }
}
