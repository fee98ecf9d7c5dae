package streamerapi.service.crash;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.service.TestSocket;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// A fresh account on which one invocation dies, with a receiver that hears its events, and what must hold afterwards.
final class Stage implements AutoCloseable {

    private final Account account;
    private final TestReceiver receiver = TestReceiver.open();
    private final String endpointId;
    private String tip;
    private String anchor = "";
    private int eventsBefore;

    Stage(Service service) {
        account = service.newAccount();
        endpointId = addEndpoint();
        tip = account.tip("Ada");
    }

    static ConditionFactory await() {
        return Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(60));
    }

    Account account() {
        return account;
    }

    TestReceiver receiver() {
        return receiver;
    }

    /// The tip that the operation is about: the last that entered.
    String tip() {
        return tip;
    }

    String endpointId() {
        return endpointId;
    }

    /// One more tip, which is then what the operation is about.
    Stage addTip() {
        tip = account.tip("Bob");
        return this;
    }

    String addEndpoint() {
        return (String) Objects.requireNonNull(account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url()))
                .expect(201)
                .at("endpoint.id"));
    }

    /// Posts what must succeed.
    Stage post(String path) {
        account.api().post(path).expect(200);
        return this;
    }

    /// Begins the operation: every reader has the events so far.
    void begin() {
        await().until(() -> heard().containsAll(eventIds()));
        anchor = eventIds().getLast();
        eventsBefore = eventIds().size();
    }

    /// How many events the operation has brought about.
    int newEvents() {
        return eventIds().size() - eventsBefore;
    }

    /// Nothing has changed without its event, and no event tells of what has not changed.
    void isWhole() {
        Consistency.check(account);
    }

    /// Every event comes to the receiver, and to a socket that comes back and names the last one it has seen.
    void reachesEverybody() {
        await().untilAsserted(() -> assertThat(heard()).containsAll(idsForTheReceiver()));
        assertThat(replayed())
                .containsAll(eventIds().subList(eventsBefore, eventIds().size()));
    }

    /// The queue can still be played, from wherever it stands: its slot is nobody's for ever.
    void goesOn() {
        QueueState state = QueueState.stored(account);
        if (state.isPaused()) {
            post("/tts/resume");
        } else if (state.current() != null) {
            post("/tts/skip");
        }
        String next = state.waiting().stream()
                .filter(waiting -> !waiting.equals(state.current()))
                .findFirst()
                .orElseGet(() -> account.tip("Eve"));
        post("/tts/" + next + "/start").post("/tts/" + next + "/finish");
        isWhole();
    }

    /// An endpoint is told everything but warnings about itself.
    private List<String> idsForTheReceiver() {
        return account.events().stream()
                .filter(text -> !text.contains("\"endpoint_id\":\"" + endpointId + "\""))
                .map(text -> (String)
                        Objects.requireNonNull(Json.asObject(Json.read(text)).get("id")))
                .toList();
    }

    List<String> eventIds() {
        return account.events().stream()
                .map(text -> (String)
                        Objects.requireNonNull(Json.asObject(Json.read(text)).get("id")))
                .toList();
    }

    /// The status of an event's delivery.
    String deliveryStatus(String eventId) {
        return deliveryStatus(endpointId, eventId);
    }

    /// The status of an event's delivery to another endpoint.
    String deliveryStatus(String endpointId, String eventId) {
        Row record = account.table().get(Keys.delivery(account.tenantId(), endpointId, eventId));
        return record == null ? "none" : record.get(Attribute.text("status"));
    }

    /// The row of the webhook endpoint.
    Row endpoint() {
        return Objects.requireNonNull(account.table().get(Keys.endpoint(account.tenantId(), endpointId)));
    }

    private Set<String> heard() {
        Set<String> ids = new HashSet<>();
        receiver.received().forEach(delivery -> ids.add(delivery.header("webhook-id")));
        return ids;
    }

    /// A socket that signs in and names the last event before the operation.
    TestSocket returningSocket() {
        return TestSocket.open(account.service())
                .send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", anchor));
    }

    private Set<String> replayed() {
        Set<String> ids = new HashSet<>();
        try (TestSocket socket = returningSocket()) {
            Map<String, @Nullable Object> frame = socket.next();
            while (!"replay_complete".equals(frame.get("type"))) {
                ids.add(String.valueOf(frame.get("id")));
                frame = socket.next();
            }
        }
        return ids;
    }

    @Override
    public void close() {
        receiver.close();
    }
}
