package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.checkouts.Checkout;
import streamerapi.connections.Provider;
import streamerapi.connectors.IngestTypes;
import streamerapi.ingest.Inbox;
import streamerapi.ingest.PaymentInbox;
import streamerapi.money.Reconciliations;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.SqsQueue;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.platforms.ConnectionStage.TENANT;

/// The end of a look through Stripe's books that does not find payments.
class ReconciliationsTest {

    private static final String EVENTS = "GET /v1/events";

    private final ConnectionStage stage = new ConnectionStage();
    private final Queue<Map<String, @Nullable Object>> messages = new ArrayDeque<>();
    private final Outbox outbox = new Outbox(stage.table, new Ids(stage.clock), stage.clock);
    private final Reconciliations reconciliations = new Reconciliations(
            stage.table,
            outbox,
            stage.connections,
            stage.platforms.processors(),
            new PaymentInbox(
                    new Inbox(stage.table, outbox, IngestTypes.none(), stage.clock),
                    stage.connections,
                    stage.platforms.processors(),
                    (told, refusal) -> {},
                    stage.clock),
            new DelayQueue(new SqsQueue(new AwsOperations(AwsService.SQS, this::sent), "https://queue"), stage.clock),
            stage.clock);

    ReconciliationsTest() {
        stage.connected(Provider.STRIPE, Map.of("secret_key", "sk_test_1"));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private AwsAnswer sent(String operation, byte[] body) {
        Map<String, @Nullable Object> message = Json.readObject(
                String.valueOf(Json.readObject(body).get("MessageBody")).getBytes(StandardCharsets.UTF_8));
        messages.add(Json.asObject(message.get(Reconciliations.TASK)));
        return new AwsAnswer(200, "REQUEST", "{}".getBytes(StandardCharsets.UTF_8));
    }

    /// Handles messages until there are none.
    ///
    /// @return the look's row, and how many messages there were
    private String look() {
        reconciliations.begin(stage.connection(Provider.STRIPE));
        int handled = 0;
        for (Map<String, @Nullable Object> message = messages.poll(); message != null; message = messages.poll()) {
            reconciliations.goOn(message, unread -> {
                throw new AssertionError(unread);
            });
            handled++;
        }
        Row look = stage.table
                .query(Query.of(Keys.account(TENANT), "RECONCILIATION#"))
                .getFirst();
        return look.get(Attribute.text("result")) + " after " + handled;
    }

    private static Reply page(boolean hasMore, List<Map<String, Object>> events) {
        return Reply.json(Map.of("data", events, "has_more", hasMore));
    }

    private Map<String, Object> event(String id, Map<String, Object> object) {
        return Map.of(
                "id",
                id,
                "type",
                "checkout.session.completed",
                "created",
                stage.clock.instant().getEpochSecond(),
                "data",
                Map.of("object", object));
    }

    @Test
    void booksOfMoreThanTwoHundredPagesAreNotReadToTheirEndInADay() {
        stage.server.on(
                EVENTS,
                call -> page(
                        true,
                        List.of(event("evt_" + stage.server.calls(EVENTS).size(), Map.of("id", "cs_of_a_shop")))));
        assertThat(look()).isEqualTo("incomplete after 200");
        assertThat(stage.server.calls(EVENTS)).hasSize(200);
    }

    @Test
    void aPaymentThatIsDelayedIsNotedAndIsNoneThatWasLost() {
        Checkout checkout = begun();
        Map<String, Object> session = new LinkedHashMap<>(Map.of(
                "id", "cs_1",
                "payment_status", "unpaid",
                "payment_intent", "pi_1",
                "metadata", Map.of("order_id", checkout.orderId())));
        stage.server.on(EVENTS, call -> page(false, List.of(event("evt_1", session))));
        Row before = row(checkout);

        assertThat(look()).isEqualTo("agrees after 1");

        assertThat(row(checkout)).as("it stays open for longer").isNotEqualTo(before);
        assertThat(stage.inserted).noneMatch(row -> row.toString().contains("payment_events_lost"));
    }

    private Row row(Checkout checkout) {
        return Objects.requireNonNull(stage.table.get(CheckoutKeys.checkout(TENANT, checkout.orderId())));
    }

    private Checkout begun() {
        stage.server.on(
                "POST /v1/checkout/sessions",
                call -> Reply.json(
                        Map.of("id", "cs_1", "url", "https://checkout.stripe.com/c/1", "payment_intent", "pi_1")));
        return stage.begun(null);
    }
}
