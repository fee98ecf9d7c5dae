package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds how the fan-out treats records that it cannot hand on, and events that a newer version wrote.
class FanOutTest {

    private static final String STREAM =
            "arn:aws:dynamodb:us-east-1:000000000000:table/streamer-api-Table/stream/2026-01-01T00:00:00.000";

    private static final String NEW_TYPE = "tip.wrapped_as_a_gift";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @Test
    void aRecordThatCannotBeReadIsNamedAndEveryOtherIsHandedOn() throws FunctionError {
        subscribe();
        List<Map<String, Object>> records = new ArrayList<>();
        records.add(record("1", Keys.events(account.tenantId()), "evt_01kaj000000000000000000001", "tip.created"));
        Map<String, Object> broken =
                record("2", Keys.events("ten_broken"), "evt_01kaj000000000000000000002", "tip.created");
        Json.asObject(Json.asObject(broken.get("dynamodb")).get("NewImage")).remove("body");
        records.add(broken);
        records.add(record("3", Keys.events(account.tenantId()), "evt_01kaj000000000000000000003", "tip.created"));

        byte[] answer = service.stack().invoke("FanOutFunction", Json.write(Map.of("Records", records)));

        assertThat(Json.readObject(answer).get("batchItemFailures")).isEqualTo(List.of(Map.of("itemIdentifier", "2")));
        await().until(() -> receiver.received().size() == 2);
    }

    @Test
    void anEventThatCannotBeFollowedKeepsNoOtherOfItsAccountFromBeingHandedOn() throws FunctionError {
        subscribe();
        Map<String, Object> broken =
                record("1", Keys.events(account.tenantId()), "evt_01kaj000000000000000000006", "queue.media.started");
        Map<String, Object> unreadable =
                record("2", Keys.events(account.tenantId()), "evt_01kaj000000000000000000007", "warning");
        Json.asObject(Json.asObject(unreadable.get("dynamodb")).get("NewImage")).put("body", Map.of("S", "{"));
        Map<String, Object> good =
                record("3", Keys.events(account.tenantId()), "evt_01kaj000000000000000000009", "warning");

        byte[] answer = service.stack()
                .invoke("FanOutFunction", Json.write(Map.of("Records", List.of(broken, unreadable, good))));

        assertThat(Json.readObject(answer).get("batchItemFailures")).isEqualTo(List.of(Map.of("itemIdentifier", "1")));
        await().until(() -> receiver.received().size() == 2);
    }

    @Test
    void anEventInAnotherPartitionIsRefusedBecauseAnotherShardWouldNumberIt() throws FunctionError {
        Map<String, Object> elsewhere =
                record("7", Keys.account(account.tenantId()), "evt_01kaj000000000000000000005", "tip.created");

        byte[] answer = service.stack().invoke("FanOutFunction", Json.write(Map.of("Records", List.of(elsewhere))));

        assertThat(Json.readObject(answer).get("batchItemFailures")).isEqualTo(List.of(Map.of("itemIdentifier", "7")));
        assertThat(new EventLog(account.table()).last(account.tenantId())).isNull();
    }

    @Test
    void eventsOfOneCommitAreToldInItsOrderHoweverTheStreamBringsThem() throws Exception {
        String id = "evt_01kaj00000000000000000000";
        service.stack().streams().pause();
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            await().until(() -> account.hasJoined(1));
            Map<String, Object> second = ofCommit("97", id + 2, id + "1#001");
            Map<String, Object> other = ofCommit("98", id + 0, null);
            Map<String, Object> first = ofCommit("99", id + 1, id + "1#000");

            service.stack().invoke("FanOutFunction", Json.write(Map.of("Records", List.of(second, other, first))));
            assertThat(List.of(idOf(socket), idOf(socket), idOf(socket))).containsExactly(id + 1, id + 0, id + 2);

            service.stack().invoke("FanOutFunction", Json.write(Map.of("Records", List.of(second))));
            assertThat(List.of(idOf(socket), idOf(socket), idOf(socket)))
                    .as("an event that comes again without those that it was moved behind is told after them")
                    .containsExactly(id + 1, id + 0, id + 2);
            assertThat(new EventLog(account.table()).after(account.tenantId(), EventLog.BEGINNING, 10))
                    .as("an event keeps its place when the stream brings it again, with others or without")
                    .extracting(LoggedEvent::id)
                    .containsExactly(id + 1, id + 0, id + 2);
        } finally {
            service.stack().streams().resume();
        }
    }

    /// The fan-out was behind: a batch has the revocation of a credential, and what happened after it.
    @Test
    void aSocketIsNotToldOfEventsOnceItsCredentialIsRevoked() throws Exception {
        service.stack().streams().pause();
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            await().until(() -> account.hasJoined(1));
            Map<String, Object> revocation = record("97", "REVOCATIONS#" + account.tenantId(), "rev_1", "");
            Json.asObject(Json.asObject(revocation.get("dynamodb")).get("NewImage"))
                    .put(
                            "credential_id",
                            Map.of("S", account.api().get("/me").expect(200).at("key.id")));
            Map<String, Object> later = ofCommit("98", "evt_01kaj000000000000000000008", null);

            service.stack().invoke("FanOutFunction", Json.write(Map.of("Records", List.of(revocation, later))));

            assertThat(Json.asObject(socket.next("error").get("data"))).containsEntry("code", "revoked");
        } finally {
            service.stack().streams().resume();
        }
    }

    private static String idOf(TestSocket socket) {
        return (String) Objects.requireNonNull(
                Json.asObject(Json.read(socket.nextUndocumented())).get("id"));
    }

    /// A record of an event whose row is there.
    private Map<String, Object> ofCommit(String number, String id, @Nullable String commit) {
        account.table()
                .write(List.of(Write.put(Row.of(Keys.event(account.tenantId(), id))
                        .with(Attribute.any("type"), "tip.created")
                        .with(Attribute.any("body"), envelope(id, "tip.created")))));
        Map<String, Object> record = record(number, Keys.events(account.tenantId()), id, "tip.created");
        if (commit != null) {
            Json.asObject(Json.asObject(record.get("dynamodb")).get("NewImage")).put("commit", Map.of("S", commit));
        }
        return record;
    }

    @Test
    void anEventOfATypeThatThisVersionDoesNotKnowIsPassedOnAsItIs() {
        subscribe();
        try (TestSocket all = TestSocket.signIn(service, account.apiKey())) {
            all.next("ready");
            String id = "evt_01kaj000000000000000000004";
            String body = envelope(id, NEW_TYPE);
            account.table()
                    .write(List.of(Write.put(Row.of(Keys.event(account.tenantId(), id))
                            .with(Attribute.any("type"), NEW_TYPE)
                            .with(Attribute.any("body"), body))));

            assertThat(all.nextUndocumented()).isEqualTo(body);
            TestReceiver.Received delivery = await().until(receiver::received, received -> received.size() == 1)
                    .getFirst();
            assertThat(delivery.header("Service-Event")).isEqualTo(NEW_TYPE);
            assertThat(delivery.text()).isEqualTo(body);
            account.tip("Ada");
            assertThat(all.next().get("type")).isEqualTo("tip.created");
        }
        EventLog log = new EventLog(account.table());
        assertThat(log.after(account.tenantId(), EventLog.BEGINNING, 10)).hasSize(2);
    }

    @Test
    void theOperatorHandsOnWhatTheStreamGaveUp() throws FunctionError {
        subscribe();
        String id = Ids.earliest("evt", service.clock().instant());
        String body = envelope(id, "tip.created");
        Row event = Row.of(Keys.event(account.tenantId(), id))
                .with(Attribute.any("type"), "tip.created")
                .with(Attribute.any("body"), body);
        account.table().write(List.of(Write.put(event)));
        EventLog log = new EventLog(account.table());
        await().until(() -> receiver.received().size() == 1);
        account.table()
                .write(List.of(
                        Write.put(event),
                        Write.delete(Keys.delivery(
                                account.tenantId(),
                                String.valueOf(
                                        account.api().get("/webhook-endpoints").at("endpoints.0.id")),
                                id))));
        String time = service.clock().instant().toString();
        Map<String, String> lost = Map.of(
                "approximateArrivalOfFirstRecord",
                time,
                "approximateArrivalOfLastRecord",
                time,
                "startSequenceNumber",
                "100",
                "endSequenceNumber",
                "200",
                "streamArn",
                STREAM);

        byte[] answer = service.stack()
                .invoke("FanOutFunction", Json.write(Map.of("version", "1.0", "DDBStreamBatchInfo", lost)));

        assertThat(Json.readObject(answer)).containsEntry("failed", List.of());
        TestReceiver.Received delivery = await().until(receiver::received, received -> received.size() == 2)
                .getLast();
        assertThat(delivery.text()).isEqualTo(body);
        assertThat(log.placeOf(account.tenantId(), id)).startsWith(EventLog.place(STREAM, "200"));
    }

    private void subscribe() {
        account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("*")))
                .expect(201);
    }

    private String envelope(String id, String type) {
        Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
        envelope.put("id", id);
        envelope.put("type", type);
        envelope.put("created", service.clock().instant());
        envelope.put("actor", null);
        envelope.put("data", Map.of("order_id", "tip_1795233845000_0a1b2c3d"));
        return Json.writeText(envelope);
    }

    /// A record of the table's stream, as Lambda has it.
    private Map<String, Object> record(String number, String partition, String id, String type) {
        Map<String, Object> image = new LinkedHashMap<>();
        image.put("pk", Map.of("S", partition));
        image.put("sk", Map.of("S", id));
        image.put("type", Map.of("S", type));
        image.put("body", Map.of("S", envelope(id, type)));
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("SequenceNumber", number);
        change.put("Keys", Map.of("pk", Objects.requireNonNull(image.get("pk"))));
        change.put("NewImage", image);
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("eventName", "INSERT");
        record.put("eventSourceARN", STREAM);
        record.put("dynamodb", change);
        return record;
    }
}
