package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.TestClock;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// A delivery that is parked while its endpoint's circuit breaker closes is sent, and one that is attempted already is
/// not parked.
class ParkedDeliveryTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final Key ENDPOINT = Keys.endpoint(TENANT, "we_1");
    private static final Attribute.Whole FAILURES = Attribute.whole("failed_first_attempts");

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private @Nullable Write meanwhile;
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> elsewhere()));
    private final Deliveries deliveries = new Deliveries(table, clock);
    private final DeliveryQueue queue = sent.queue(clock);
    private final DeliverySweep sweep =
            new DeliverySweep(table, deliveries, new RemadeMessages(table, clock), queue, clock);
    private final CircuitBreaker breaker = new CircuitBreaker(table, deliveries, sweep, queue, clock);
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
        assertThat(sent.requests()).isEmpty();
        assertThat(deliveries.claim(message)).as("it is still to be made").isEqualTo(Deliveries.Claim.MINE);
    }

    @Test
    void aDeliveryThatIsParkedWhileTheEndpointRecoversIsSent() {
        table.write(List.of(Write.put(Row.of(ENDPOINT))));
        meanwhile = Write.update(ENDPOINT).remove(FAILURES);
        assertThat(isParked()).isTrue();
        assertThat(sent.requests()).singleElement().asString().contains("evt_1");
    }

    @Test
    void aDeliveryThatIsParkedWhileTheEndpointIsDeletedIsNotSent() {
        table.write(List.of(Write.put(Row.of(ENDPOINT))));
        meanwhile = Write.delete(ENDPOINT);
        assertThat(isParked()).isTrue();
        assertThat(sent.requests()).isEmpty();
    }

    @Test
    void aDeliveryThatIsBeingAttemptedIsNotParked() {
        assertThat(deliveries.claim(message)).isEqualTo(Deliveries.Claim.MINE);
        assertThat(isParked()).isFalse();
        assertThat(deliveries.claim(message)).isEqualTo(Deliveries.Claim.BUSY);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 19})
    void aSuccessThatBeganBeforeTheEndpointFailedLeavesWhatIsParkedToOneThatSendsIt(long failures) {
        EndpointHealth health = new EndpointHealth(table, new Outbox(table, new Ids(clock), clock), clock);
        Row row = Row.of(ENDPOINT);
        table.write(List.of(Write.put(failures == 0 ? row : row.with(FAILURES, failures))));
        WebhookEndpoint before = endpoint();
        assertThat(isParked()).isTrue();

        health.succeeded(before);
        breaker.release(TENANT, before);
        assertThat(CircuitBreaker.isOpen(endpoint())).isTrue();
        assertThat(endpoint().lastSuccess()).isNotNull();

        health.succeeded(endpoint());
        assertThat(CircuitBreaker.isOpen(endpoint())).isFalse();
    }

    private WebhookEndpoint endpoint() {
        return new WebhookEndpoint(Objects.requireNonNull(table.get(ENDPOINT)));
    }
}
