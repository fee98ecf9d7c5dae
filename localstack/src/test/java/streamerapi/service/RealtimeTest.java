package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The realtime stream as its clients meet it (contract "Realtime stream").
class RealtimeTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void theReadyFrameTellsHowEverythingStands() {
        String orderId = account.tip("Ada");
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            Map<String, @Nullable Object> data =
                    Json.asObject(socket.next("ready").get("data"));

            assertThat(data.keySet())
                    .containsExactly(
                            "connection_id", "tenant_id", "channels", "last_event_id", "expires_at", "snapshot");
            assertThat(data).containsEntry("tenant_id", account.tenantId());
            assertThat(data.get("last_event_id"))
                    .isEqualTo(
                            Json.asObject(Json.read(account.events().getLast())).get("id"));
            Map<String, @Nullable Object> queue =
                    Json.asObject(Json.asObject(data.get("snapshot")).get("tts"));
            assertThat(Json.writeText(queue))
                    .isEqualTo(account.api().get("/tts/queue").text())
                    .contains(orderId);
        }
    }

    @Test
    void channelsAreThoseThatTheScopesOpen() {
        assertThat(channels(Scope.all()))
                .containsExactly(
                        "tips",
                        "tts",
                        "media",
                        "alerts",
                        "channel_points",
                        "chat",
                        "counters",
                        "overlays",
                        "tipping",
                        "system");
        assertThat(channels(Set.of(Scope.TIPS_CREATE))).containsExactly("tipping", "system");
        assertThat(channels(Set.of(Scope.TTS_READ))).containsExactly("tips", "tts", "tipping", "system");
        assertThat(channels(Set.of(Scope.COMMANDS_MANAGE))).containsExactly("chat", "tipping", "system");
    }

    @Test
    void aCredentialWithoutTheScopeHearsNothingAndSeesNoQueue() {
        try (TestSocket deaf = TestSocket.signIn(service, account.newKey(Set.of(Scope.TIPS_CREATE)));
                TestSocket hearing = TestSocket.signIn(service, account.apiKey())) {
            assertThat(Json.asObject(
                            Json.asObject(deaf.next("ready").get("data")).get("snapshot")))
                    .containsOnlyKeys("tipping");
            hearing.next("ready");

            account.tip("Ada");
            account.api().post("/tipping/close").expect(200);

            assertThat(hearing.typesUntil("tipping.closed")).contains("tip.created");
            assertThat(deaf.typesUntil("tipping.closed")).containsExactly("tipping.closed");
        }
    }

    @Test
    void aFilterLetsThroughWhatItNames() {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "events", List.of("queue.tts.paused")));
            socket.next("ready");

            account.tip("Ada");
            account.api().post("/tts/pause").expect(200);

            socket.next("queue.tts.paused");
        }
    }

    @Test
    void aWarningPassesEveryFilter() {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "events", List.of("queue.tts.paused")));
            socket.next("ready");

            account.api().post("/tips", Map.of("name", "Ada", "ammount", 5)).expect(201);

            assertThat(Json.asObject(socket.next("warning").get("data"))).containsEntry("code", "unknown_field");
        }
    }

    @Test
    void aRefusalNamesTheEventTypeThatIsNone() {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(
                    Map.of("data", Map.of("apiKey", account.apiKey()), "events", List.of("tip.created", "no.such")));

            assertThat(String.valueOf(
                            Json.asObject(socket.next("error").get("data")).get("error")))
                    .contains("no.such");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[null]", "[7]", "[]", "{}", "\"tip.created\"", "[[\"tip.created\"]]"})
    void eventsAreAListOfTypes(String events) {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send("{\"data\":{\"apiKey\":\"" + account.apiKey() + "\"},\"events\":" + events + "}");

            assertThat(Json.asObject(socket.next("error").get("data")))
                    .containsEntry("code", "bad_request")
                    .containsEntry("error", "events must be a list of event types, or [\"*\"]");
        }
    }

    @Test
    void aFrameThatIsNoneOfTheClientsIsRefusedInTrueWords() {
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");

            socket.send("{\"type\":\"subscribe\"}");

            assertThat(String.valueOf(
                            Json.asObject(socket.next("error").get("data")).get("error")))
                    .startsWith("A frame is a ping, a report or, once and first, a sign-in");
        }
    }

    @Test
    void whatCameSinceAnEventIsSentFirstAndInOrder() {
        IntStream.range(0, 5).forEach(i -> account.tip("Tip " + i));
        String second = (String) Objects.requireNonNull(
                Json.asObject(Json.read(account.events().get(1))).get("id"));
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", second));

            socket.next("ready");
            assertThat(List.of(socket.nextText(), socket.nextText(), socket.nextText()))
                    .isEqualTo(account.events().subList(2, 5));
            assertThat(socket.next("replay_complete").get("data")).isEqualTo(Map.of("count", new BigDecimal(3)));
        }
    }

    @Test
    void anEventThatNeverWasIsAGap() {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", "evt_01hv0000000000000000000000"));

            socket.next("ready");
            socket.next("replay_gap");
        }
    }

    /// Rows go in any order some days after they have expired: one that is still there says nothing of those after it.
    @Test
    void anEventThatIsOlderThanTheLogIsAGapEvenIfItsRowIsStillThere() {
        account.tip("Ada");
        String old = (String) Objects.requireNonNull(
                Json.asObject(Json.read(account.events().getFirst())).get("id"));
        service.clock().advance(Outbox.KEPT.minusMinutes(1));
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", old));
            socket.next("ready");
            socket.next("replay_complete");
        }
        service.clock().advance(Duration.ofMinutes(2));
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", old));
            socket.next("ready");
            socket.next("replay_gap");
        }
    }

    @Test
    void aFirstFrameThatIsNoSignInIsRefusedAndTheSocketClosed() {
        refused("{\"data\":{\"apiKey\":\"sak_nonsense\"}}", "invalid_api_key");
        refused("{\"data\":{\"apiKey\":\"sat_nonsense\"}}", "invalid_token");
        refused(
                "{\"data\":{\"apiKey\":\"" + service.newAccount().apiKey().replace("sak_", "sat_") + "\"}}",
                "invalid_token");
        refused("{\"data\":{}}", "bad_request");
        refused("{}", "bad_request");
        refused("[]", "bad_request");
        refused("hello", "bad_request");
        refused("{\"data\":{\"apiKey\":\"" + account.apiKey() + "\"},\"events\":[\"no.such\"]}", "bad_request");
        refused("{\"data\":{\"apiKey\":\"" + account.apiKey() + "\"},\"since\":\"yesterday\"}", "bad_request");
    }

    @Test
    void aKeyThatWasRevokedIsRefused() {
        String key = account.newKey(Set.of(Scope.TTS_READ));
        account.table()
                .write(List.of(Write.delete(
                        Keys.credential(Secret.parse(key).orElseThrow().hash()))));

        refused("{\"data\":{\"apiKey\":\"" + key + "\"}}", "invalid_api_key");
    }

    @Test
    void aSocketSignsInOnce() {
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");

            socket.send(Map.of("data", Map.of("apiKey", account.apiKey())));

            assertThat(Json.asObject(socket.next("error").get("data"))).containsEntry("code", "bad_request");
        }
    }

    @Test
    void aPingIsAnsweredAtAnyTime() {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send("{\"type\":\"ping\"}").next("pong");
            socket.send(Map.of("data", Map.of("apiKey", account.apiKey()))).next("ready");
            socket.send("{\"type\":\"ping\"}").next("pong");
        }
    }

    @Test
    void aSocketThatIsGoneIsForgotten() {
        TestSocket socket = TestSocket.signIn(service, account.apiKey());
        socket.next("ready");
        assertThat(account.rows("SUBSCRIBER#socket_")).hasSize(1);

        socket.close();

        await().untilAsserted(
                        () -> assertThat(account.rows("SUBSCRIBER#socket_")).isEmpty());
    }

    private List<String> channels(Set<Scope> scopes) {
        try (TestSocket socket = TestSocket.signIn(service, account.newKey(scopes))) {
            List<?> channels = (List<?>) Objects.requireNonNull(
                    Json.asObject(socket.next("ready").get("data")).get("channels"));
            return channels.stream().map(String::valueOf).toList();
        }
    }

    private void refused(String firstFrame, String code) {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(firstFrame);

            assertThat(Json.asObject(socket.next("error").get("data")))
                    .as(firstFrame)
                    .containsEntry("code", code);
            assertThat(socket.closeCode()).isPositive();
        }
    }
}
