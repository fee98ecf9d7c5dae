package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.service.TestClock;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// A delivery that is parked while its endpoint's circuit breaker closes is sent, and one that is attempted already is
/// not parked.
class ParkedDeliveryTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final Key ENDPOINT = Keys.endpoint(TENANT, "we_1");
    private static final Attribute.Whole FAILURES = Attribute.whole("failed_first_attempts");

    private final TestClock clock = new TestClock();
    private final List<String> sent = new ArrayList<>();
    private @Nullable Write meanwhile;
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> elsewhere()));
    private final Deliveries deliveries = new Deliveries(table, clock);
    private final CircuitBreaker breaker = new CircuitBreaker(
            table,
            deliveries,
            new RemadeMessages(table, deliveries, clock),
            new DeliveryQueue(new Services(new Environment(
                    Map.of(
                            "AWS_REGION", "us-east-1",
                            "AWS_ACCESS_KEY_ID", "none",
                            "AWS_SECRET_ACCESS_KEY", "none",
                            "TABLE", "table",
                            "WORK_QUEUE", "https://sqs.us-east-1.amazonaws.com/000000000000/work"),
                    clock,
                    Sqs::new))),
            clock);
    private final DeliveryMessage message =
            DeliveryMessage.first(TENANT, "we_1", "evt_1", "tip.created", clock.instant(), "{}");

    /// Another process acts as soon as the delivery is parked.
    private void elsewhere() {
        Write write = meanwhile;
        meanwhile = null;
        if (write != null) {
            table.write(List.of(write));
        }
    }

    private boolean isParked() {
        table.write(List.of(Write.put(Row.of(ENDPOINT)
                .with(FAILURES, (long) CircuitBreaker.MAX_FAILURES)
                .with(Attribute.time("probed_at"), clock.instant()))));
        return breaker.parks(message, endpoint());
    }

    @Test
    void aDeliveryToAnEndpointThatFailsIsParked() {
        assertThat(isParked()).isTrue();
        assertThat(sent).isEmpty();
        assertThat(deliveries.claim(message)).as("it is still to be made").isEqualTo(Deliveries.Claim.MINE);
    }

    @Test
    void aDeliveryThatIsParkedWhileTheEndpointRecoversIsSent() {
        table.write(List.of(Write.put(Row.of(ENDPOINT))));
        meanwhile = Write.update(ENDPOINT).remove(FAILURES);
        assertThat(isParked()).isTrue();
        assertThat(sent).singleElement().asString().contains("evt_1");
    }

    @Test
    void aDeliveryThatIsParkedWhileTheEndpointIsDeletedIsNotSent() {
        table.write(List.of(Write.put(Row.of(ENDPOINT))));
        meanwhile = Write.delete(ENDPOINT);
        assertThat(isParked()).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void aDeliveryThatIsBeingAttemptedIsNotParked() {
        assertThat(deliveries.claim(message)).isEqualTo(Deliveries.Claim.MINE);
        assertThat(isParked()).isFalse();
        assertThat(deliveries.claim(message)).isEqualTo(Deliveries.Claim.BUSY);
    }

    @Test
    void aSuccessThatBeganBeforeTheEndpointFailedLeavesWhatIsParkedToOneThatSendsIt() {
        EndpointHealth health = new EndpointHealth(table, new Outbox(table, new Ids(clock), clock), clock);
        table.write(List.of(Write.put(Row.of(ENDPOINT))));
        WebhookEndpoint before = endpoint();
        assertThat(isParked()).isTrue();

        health.succeeded(before);
        breaker.release(TENANT, before);
        assertThat(CircuitBreaker.isOpen(endpoint())).isTrue();

        health.succeeded(endpoint());
        assertThat(CircuitBreaker.isOpen(endpoint())).isFalse();
    }

    private WebhookEndpoint endpoint() {
        return new WebhookEndpoint(Objects.requireNonNull(table.get(ENDPOINT)));
    }

    /// A queue that takes messages.
    private final class Sqs implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() throws IOException {
                    try (InputStream body =
                            request.contentStreamProvider().orElseThrow().newStream()) {
                        sent.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
                    }
                    return HttpExecuteResponse.builder()
                            .response(SdkHttpResponse.builder()
                                    .statusCode(200)
                                    .putHeader("Content-Length", "2")
                                    .build())
                            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[] {'{', '}'})))
                            .build();
                }

                @Override
                public void abort() {}
            };
        }

        @Override
        public void close() {}
    }
}
