package streamerapi.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestClock;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// An endpoint's deliveries that are to be sent are found among any number of others, by parts of which each ends: none
/// begins at the beginning again.
@NullMarked
class DeliverySweepTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final Key ENDPOINT = Keys.endpoint(TENANT, "we_1");

    /// How many deliveries a part looks at.
    private static final int MOST = 10_000;

    private static final int MANY = 2 * MOST + 500;

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private int read;
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(this::counted);
    private final Deliveries deliveries = new Deliveries(table, clock);
    private final DeliveryQueue queue = sent.queue(clock);
    private final RemadeMessages remade = new RemadeMessages(table, clock);
    private final DeliverySweep sweep = new DeliverySweep(table, deliveries, remade, queue, clock);
    private final Instant begun = clock.instant();

    private AwsAnswer counted(String operation, byte[] body) throws IOException {
        AwsAnswer answer = memory.once(operation, body);
        if (answer.fields().get("ScannedCount") instanceof BigDecimal rows) {
            read += rows.intValueExact();
        }
        return answer;
    }

    @Test
    void aLostDeliveryBehindManyOthersIsFoundByParts() throws IOException {
        many();
        clock.advance(Duration.ofHours(3));
        table.write(List.of(Write.put(Row.of(Keys.listed(TENANT)))));

        assertThat(new LostDeliveries(table, sweep, queue).begin()).isEqualTo(1);
        List<String> found = run();

        assertThat(found).containsExactly(event(MANY));
    }

    @Test
    void anAccountThatCannotBeReadKeepsNoOtherFromBeingLookedThrough() throws IOException {
        madeAt(begun);
        table.write(List.of(Write.put(Row.of(Keys.listed(TENANT))), Write.put(Row.of(Keys.listed("ten_0")))));
        AwsTransport lossy = (operation, body) -> {
            if (new String(body, StandardCharsets.UTF_8).contains("\"A#ten_0\"")) {
                throw new IOException("the table does not answer");
            }
            return memory.once(operation, body);
        };

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> new LostDeliveries(TableService.over(lossy), sweep, queue).begin())
                .withMessage("1 of 2 failed, first ten_0");

        assertThat(sent.take())
                .singleElement()
                .satisfies(message -> assertThat(message.path(DeliverySweep.TASK)
                                .path("tenant_id")
                                .asText())
                        .isEqualTo(TENANT));
    }

    /// SQS hands out the messages of others first if a group has more than a tenth of what is in hand.
    @Test
    void twentyEndpointsOfAnAccountAreOfFewGroups() {
        for (int i = 0; i < 20; i++) {
            queue.send(DeliveryMessage.first(TENANT, "we_" + i, event(i), "tip.created", begun, "{}"));
        }

        assertThat(sent.requests().stream()
                        .map(request -> Json.readObject(request.getBytes(StandardCharsets.UTF_8))
                                .get("MessageGroupId"))
                        .distinct())
                .hasSizeBetween(2, 4)
                .allSatisfy(group -> assertThat(String.valueOf(group)).startsWith(TENANT));
    }

    @Test
    void whatFailedBehindManyOthersIsRecoveredAfterTheAnswer() throws IOException {
        many();
        clock.advance(Duration.ofHours(3));
        String since = Ids.earliest("evt", begun.minus(Duration.ofDays(1)));

        assertThat(sweep.recover(TENANT, endpoint(), since)).isZero();
        List<String> found = run();

        assertThat(found).containsExactly(event(MANY));
    }

    @Test
    void aSuccessAfterAFewFailuresReadsNoDelivery() {
        many();
        table.write(List.of(Write.update(ENDPOINT).add(Attribute.whole("failed_first_attempts"), 19)));
        WebhookEndpoint before = endpoint();
        EndpointHealth health = new EndpointHealth(table, new Outbox(table, new Ids(clock), clock), clock);

        health.succeeded(before);
        new CircuitBreaker(table, deliveries, sweep, queue, clock).release(TENANT, before);

        assertThat(read).isZero();
        assertThat(CircuitBreaker.hasFailures(endpoint())).isFalse();
    }

    @Test
    void whatIsParkedOfAnOldEventIsSentOnceTheEndpointIsWell() throws IOException {
        madeAt(begun);
        event(1, true);
        clock.advance(Duration.ofDays(25));
        parked(1);

        sweep.take(sweep.first(TENANT, "we_1", DeliverySweep.Aim.PARKED), endpoint());

        assertThat(run()).containsExactly(event(1));
    }

    @Test
    void whatIsParkedOfAnEventThatIsNoLongerKeptEnds() throws IOException {
        madeAt(begun);
        parked(1);
        parked(2);
        event(2, true);

        sweep.take(sweep.first(TENANT, "we_1", DeliverySweep.Aim.PARKED), endpoint());

        assertThat(run()).containsExactly(event(2));
        assertThat(delivery(1).status()).isEqualTo(Delivery.Status.FAILED);
        assertThat(delivery(1).error()).isEqualTo("The event is no longer kept");
        assertThat(delivery(1).nextAttemptAt()).isNull();
        assertThat(delivery(2).status()).isEqualTo(Delivery.Status.PENDING);
    }

    @Test
    void failedDeliveriesWhoseEventsAreNoLongerKeptTakeNoPlaceOfOthers() throws IOException {
        madeAt(begun);
        int gone = RemadeMessages.MAX_MESSAGES + 1;
        for (int i = 0; i < gone + 3; i++) {
            failed(i);
            event(i, i >= gone);
        }
        String since = Ids.earliest("evt", begun.minus(Duration.ofDays(1)));

        assertThat(sweep.recover(TENANT, endpoint(), since)).isEqualTo(3);

        assertThat(run()).containsExactly(event(gone), event(gone + 1), event(gone + 2));
    }

    @Test
    void twoRequestsAtOnceHaveADeliveryMadeOnce() throws IOException {
        madeAt(begun);
        failed(1);
        event(1, true);
        List<Delivery> seen = List.of(delivery(1));
        NewRuns runs = new NewRuns(table, queue);
        clock.advance(Duration.ofMinutes(1));
        List<DeliveryMessage> ofOne = remade.again(TENANT, seen);
        clock.advance(Duration.ofSeconds(1));
        List<DeliveryMessage> ofOther = remade.again(TENANT, seen);

        assertThat(runs.begin(endpoint(), ofOne)).isEqualTo(1);
        assertThat(deliveries.claim(taken(ofOne))).isEqualTo(Deliveries.Claim.MINE);
        assertThat(runs.begin(endpoint(), ofOther)).isZero();

        assertThat(deliveries.claim(taken(ofOther))).isEqualTo(Deliveries.Claim.OVER);
    }

    /// A message as the worker reads it.
    private static DeliveryMessage taken(List<DeliveryMessage> messages) {
        Object message = Json.asObject(Json.read(messages.getFirst().toText())).get(DeliveryMessage.TASK);
        return DeliveryMessage.of(Json.asObject(message));
    }

    private void madeAt(Instant time) {
        table.write(List.of(Write.put(Row.of(ENDPOINT)
                .with(EndpointFields.IS_ACTIVE, true)
                .with(Attribute.time("created_at"), time.minus(Duration.ofDays(1))))));
    }

    private void parked(int number) {
        table.write(List.of(Write.put(Row.of(Keys.delivery(TENANT, "we_1", event(number)))
                .with(Delivery.RUN, clock.instant())
                .with(Delivery.ATTEMPTS, 0)
                .with(Delivery.EVENT_TYPE, "tip.created")
                .with(Delivery.CREATED_AT, clock.instant())
                .with(Delivery.STATUS, Delivery.Status.PENDING)
                .with(Delivery.NEXT_ATTEMPT_AT, clock.instant()))));
    }

    private void failed(int number) {
        table.write(List.of(Write.put(Row.of(Keys.delivery(TENANT, "we_1", event(number)))
                .with(Delivery.RUN, clock.instant())
                .with(Delivery.ATTEMPTS, 8)
                .with(Delivery.EVENT_TYPE, "tip.created")
                .with(Delivery.CREATED_AT, clock.instant())
                .with(Delivery.STATUS, Delivery.Status.FAILED))));
    }

    private Delivery delivery(int number) {
        return new Delivery(Objects.requireNonNull(table.get(Keys.delivery(TENANT, "we_1", event(number)))));
    }

    private void event(int number, boolean isKept) {
        if (isKept) {
            table.write(List.of(Write.put(Row.of(Keys.event(TENANT, event(number)))
                    .with(LoggedEvent.TYPE, "tip.created")
                    .with(LoggedEvent.BODY, "{}"))));
        }
    }

    /// Does what the messages of sweeps ask for, until there are none; gives the events that are sent.
    private List<String> run() throws IOException {
        List<String> found = new ArrayList<>();
        for (List<JsonNode> messages = sent.take(); !messages.isEmpty(); messages = sent.take()) {
            for (JsonNode message : messages) {
                if (message.has(DeliverySweep.TASK)) {
                    read = 0;
                    sweep.goOn(Json.readObject(
                            message.path(DeliverySweep.TASK).toString().getBytes(StandardCharsets.UTF_8)));
                    assertThat(read).isLessThanOrEqualTo(MOST);
                } else {
                    found.add(
                            message.path(DeliveryMessage.TASK).path("event_id").asText());
                }
            }
        }
        return found;
    }

    /// Many deliveries that succeeded, and one behind them whose message was lost.
    private void many() {
        table.write(List.of(Write.put(Row.of(ENDPOINT)
                .with(EndpointFields.IS_ACTIVE, true)
                .with(Attribute.time("created_at"), begun.minus(Duration.ofDays(1))))));
        for (int i = 0; i <= MANY; i++) {
            String id = event(i);
            table.write(List.of(Write.put(Row.of(Keys.delivery(TENANT, "we_1", id))
                    .with(Delivery.RUN, begun)
                    .with(Delivery.ATTEMPTS, 1)
                    .with(Delivery.EVENT_TYPE, "tip.created")
                    .with(Delivery.CREATED_AT, begun)
                    .with(Delivery.STATUS, i < MANY ? Delivery.Status.SUCCEEDED : Delivery.Status.PENDING)
                    .with(Delivery.NEXT_ATTEMPT_AT, i < MANY ? null : begun))));
        }
        table.write(List.of(Write.put(Row.of(Keys.event(TENANT, event(MANY)))
                .with(LoggedEvent.TYPE, "tip.created")
                .with(LoggedEvent.BODY, "{}"))));
    }

    private String event(int number) {
        return Ids.earliest("evt", begun.plusMillis(number));
    }

    private WebhookEndpoint endpoint() {
        return new WebhookEndpoint(Objects.requireNonNull(table.get(ENDPOINT)));
    }
}
