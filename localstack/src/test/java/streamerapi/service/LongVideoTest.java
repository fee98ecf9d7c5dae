package streamerapi.service;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.events.WorkerFunction;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.webhooks.ClockedQueue;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A video that plays for longer than SQS can hold a message back: what follows its start comes in hops, and nothing
/// else waits for it.
class LongVideoTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {StandInVideoSites.TWENTY_MINUTES, StandInVideoSites.A_DAY})
    void startingItLeavesWebhooksAndSocketsAtWork(String url) {
        account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("*")))
                .expect(201);
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");

            start(url);
            account.tip("Ada");

            assertThat(socket.next().get("type")).isEqualTo("media.created");
            assertThat(socket.next().get("type")).isEqualTo("queue.media.started");
            assertThat(socket.next().get("type")).as("the start comes once").isEqualTo("tip.created");
        }
        await().untilAsserted(() -> assertThat(receiver.received().stream().map(d -> d.header("Service-Event")))
                .containsExactlyInAnyOrder("media.created", "queue.media.started", "tip.created"));
    }

    @Test
    void theWarningOfItsClaimComesInHopsAndWhenItIsDue() throws IOException {
        ClockedQueue queue = new ClockedQueue(service.clock());
        WorkerFunction function = new WorkerFunction(new Environment(
                service.stack().functions().settings("WorkerFunction").variables(), service.clock(), () -> queue));
        start(StandInVideoSites.A_DAY);
        String started = account.events().getLast();
        Instant due = Instant.parse((String)
                        Objects.requireNonNull(Json.asObject(Json.read(started)).get("created")))
                .plus(Duration.ofDays(1))
                .plus(Duration.ofMinutes(10));
        queue.add(account.followUp(started, due), Duration.ofMinutes(15));

        int hops = 0;
        for (ClockedQueue.Message next = queue.poll(); next != null; next = queue.poll()) {
            Duration left = Duration.between(service.clock().instant(), next.due());
            service.clock().advance(left.isNegative() ? Duration.ZERO : left);
            assertThat(account.eventTypes()).doesNotContain("warning");
            handle(function, next.body());
            hops++;
        }

        assertThat(account.eventTypes()).endsWith("warning");
        assertThat(service.clock().instant()).isAfterOrEqualTo(due);
        assertThat(queue.longestDelay()).isEqualTo(Duration.ofMinutes(15));
        assertThat(hops).isEqualTo(97);
    }

    private void start(String url) {
        Object item =
                account.api().post("/media", Map.of("url", url)).expect(201).at("media.order_id");
        account.api().post("/media/" + item + "/start").expect(200);
    }

    private static void handle(WorkerFunction function, String message) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] event = Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", message))));
        function.handleRequest(new ByteArrayInputStream(event), output, new TestInvocation("WorkerFunction"));
        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }
}
