package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Overlays on their sockets: how they sign in, what they are told, and what is told of them (docs/realtime.md).
@NullMarked
class OverlaySocketsTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final Duration GRACE = Duration.ofSeconds(11);

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final ApiClient dashboard = account.dashboard();
    private final AccountEvents happenings = new AccountEvents(account);

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void anOverlayIsToldHowEverythingStands() {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key)) {
            Map<String, @Nullable Object> ready = data(socket.next("ready"));

            assertThat(ready.get("channels")).isEqualTo(List.of("tips", "tts", "media", "alerts"));
            assertThat(ready).containsKey("snapshot").containsEntry("tenant_id", account.tenantId());
            Map<String, @Nullable Object> overlay = Json.asObject(ready.get("overlay"));
            assertThat(overlay).containsEntry("id", made.id).containsEntry("connected", true);
            assertThat(overlay).containsEntry("name", "Main scene");
        }
    }

    /// API Gateway takes no frame of more than 128 KB.
    @Test
    void anOverlayOfTheLargestLayoutIsToldOfFewerItems() {
        Made made = make("Main scene");
        String long64 = "😀".repeat(64);
        Map<String, ?> variation = Map.of("type", "tip", "text", "😀".repeat(200));
        dashboard
                .send(
                        "PATCH",
                        DASHBOARD + "/" + made.id,
                        Json.write(Map.of(
                                "name",
                                long64,
                                "widgets",
                                List.of("tts", "media", "alert", "counter"),
                                "layout",
                                Map.of("alerts", Map.of("variations", Collections.nCopies(40, variation))))))
                .expect(200);
        account.media();
        account.api()
                .post(
                        "/tips",
                        Map.of(
                                "name",
                                long64,
                                "message",
                                "😀".repeat(500),
                                "source",
                                long64,
                                "external_ref",
                                "😀".repeat(255)))
                .expect(201);
        account.api().send("PUT", "/counters/a", Json.write(Map.of("value", 1))).expect(201);
        copies(Keys.TIP, 12);
        copies(Keys.COUNTER, 99);
        account.ownRows(Keys.MEDIA)
                .forEach(row -> account.table()
                        .write(List.of(Write.put(
                                row.with(Attribute.text("media_url"), "https://example.com/" + "a".repeat(2_000))
                                        .with(Attribute.text("donor_name"), long64)
                                        .with(Attribute.text("video_title"), "😀".repeat(200))))));
        copies(Keys.MEDIA, 12);

        try (TestSocket socket = signIn(made.key)) {
            Map<String, @Nullable Object> ready = data(socket.next("ready"));
            assertThat(ready).containsKey("overlay");
            assertThat(Json.asObject(Json.asObject(ready.get("snapshot")).get("tts")))
                    .containsEntry("has_more", true);
        }
    }

    private void copies(String rows, int count) {
        Row row = account.ownRows(rows).getFirst();
        String place = row.find(Table.PLACE);
        account.table()
                .write(IntStream.range(0, count)
                        .mapToObj(i -> {
                            String end = "a".repeat(50) + i;
                            Row copy = new Row(
                                    new Key(row.key().partition(), row.key().sort() + end), row.attributes());
                            return Write.put(place == null ? copy : copy.with(Table.PLACE, place + end));
                        })
                        .toList());
    }

    @Test
    void anOverlayHearsWhatItShows() {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key)) {
            socket.next("ready");

            account.tip("Ada");

            socket.skipTo("tip.created");
        }
    }

    @Test
    void aKeyThatIsNoneIsRefused() {
        Made made = make("Main scene");
        String old = made.key;
        dashboard.post(DASHBOARD + "/" + made.id + "/rotate-key").expect(200);

        refused(Map.of("overlayKey", old));
        refused(Map.of("overlayKey", "sov_nonsense"));
        refused(Map.of("overlayKey", account.apiKey()));
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("apiKey", make("Second").key)));
            assertThat(code(socket.next("error"))).isEqualTo("invalid_api_key");
        }
    }

    @Test
    void anOverlayIsConnectedAsLongAsOneOfItsSocketsIsLive() {
        Made made = make("Main scene");
        make("Another one");
        TestSocket first = signIn(made.key);
        first.next("ready");
        TestSocket second = signIn(made.key);
        second.next("ready");
        assertThat(connected(made)).isTrue();
        assertThat(account.api().get("/overlays").at("overlays.1.connected")).isEqualTo(false);

        first.close();
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").size() == 1);
        assertThat(connected(made)).isTrue();

        second.close();
        await().until(() -> !connected(made));
    }

    @Test
    void anOverlayIsAnnouncedOnceHoweverManySocketsComeAtOnce() {
        Made made = make("Main scene");

        List<TestSocket> sockets = AtOnce.run(5, i -> signIn(made.key));
        sockets.forEach(socket -> socket.next("ready"));

        assertThat(account.eventTypes()).containsExactly("overlay.connected");
        Map<String, @Nullable Object> event =
                happenings.all("overlay.connected").getFirst();
        assertThat(event.get("actor")).isEqualTo(Map.of("type", "overlay", "id", made.id, "name", "Main scene"));
        assertThat(data(event).get("overlay")).isEqualTo(Map.of("id", made.id, "name", "Main scene"));
        assertThat(data(event).get("connected_at")).isNotNull();
        sockets.forEach(TestSocket::close);
    }

    @Test
    void anOverlayWhosePageClosesIsOfflineTenSecondsLater() throws FunctionError {
        Made made = make("Main scene");
        leave(made, 1000, "");
        Instant left = service.clock().instant();
        settle(made);
        assertThat(account.eventTypes()).as("within the grace window").containsExactly("overlay.connected");

        service.clock().advance(GRACE);
        settle(made);
        settle(made);

        Map<String, @Nullable Object> event = disconnected();
        assertThat(event.get("actor")).isEqualTo(Map.of("type", "overlay", "id", made.id, "name", "Main scene"));
        assertThat(data(event)).containsEntry("reason", "closed");
        assertThat(data(event).get("overlay")).isEqualTo(Map.of("id", made.id, "name", "Main scene"));
        assertThat(Instant.parse(String.valueOf(data(event).get("disconnected_at"))))
                .isBeforeOrEqualTo(left);
    }

    @Test
    void theQueueBringsTheEndOfTheGraceWindow() {
        Made made = make("Main scene");
        TestSocket socket = signIn(made.key);
        socket.next("ready");

        socket.close();

        await().atMost(Duration.ofSeconds(40)).until(() -> {
            service.clock().advance(Duration.ofSeconds(1));
            return !happenings.all("overlay.disconnected").isEmpty();
        });
        assertThat(account.eventTypes()).containsExactly("overlay.connected", "overlay.disconnected");
    }

    @Test
    void anOverlayThatIsBackInTimeWasNeverGone() throws FunctionError {
        Made made = make("Main scene");
        leave(made, 1000, "");
        try (TestSocket back = signIn(made.key)) {
            back.next("ready");

            service.clock().advance(GRACE);
            settle(made);

            assertThat(account.eventTypes()).containsExactly("overlay.connected");
        }
    }

    @Test
    void anOverlayThatComesBackLaterIsAnnouncedAgain() throws FunctionError {
        Made made = make("Main scene");
        leave(made, 1000, "");
        service.clock().advance(GRACE);
        settle(made);

        try (TestSocket back = signIn(made.key)) {
            back.next("ready");
            assertThat(account.eventTypes())
                    .containsExactly("overlay.connected", "overlay.disconnected", "overlay.connected");
        }
    }

    @Test
    void anOverlayThatComesBackAtTheLastMomentIsOnline() throws FunctionError {
        Made made = make("Main scene");
        for (int round = 0; round < 5; round++) {
            leave(made, 1000, "");
            service.clock().advance(GRACE);

            List<TestSocket> back = AtOnce.run(4, i -> i == 0 ? signIn(made.key) : settled(made));

            back.getFirst().next("ready");
            assertThat(account.eventTypes().getLast()).isEqualTo("overlay.connected");
            assertThat(connected(made)).isTrue();
            back.forEach(TestSocket::close);
            await().until(() -> !connected(made));
        }
    }

    @Test
    void theReasonIsWhatApiGatewayTells() throws FunctionError {
        assertThat(reasonOf(1000, "")).isEqualTo("closed");
        assertThat(reasonOf(1005, "Client-side close frame status not set")).isEqualTo("closed");
        assertThat(reasonOf(1001, "")).isEqualTo("closed");
        assertThat(reasonOf(1001, "Going away")).isEqualTo("heartbeat_timeout");
        assertThat(reasonOf(1006, "Connection closed abnormally")).isEqualTo("socket_closed");
        assertThat(reasonOf(1011, "Internal server error")).isEqualTo("socket_closed");
    }

    @Test
    void aSocketThatIsClosedForItsAgeDidNotFallSilent() throws FunctionError {
        Made made = make("Main scene");
        TestSocket socket = signIn(made.key);
        String connection = String.valueOf(data(socket.next("ready")).get("connection_id"));

        disconnect(connection, 1001, "Going away", service.clock().instant().minus(Duration.ofHours(2)));
        service.clock().advance(GRACE);
        settle(made);

        assertThat(data(disconnected())).containsEntry("reason", "socket_closed");
        socket.close();
    }

    @Test
    void aSocketThatWentWithoutAWordDoesNotCountForEver() throws FunctionError {
        Made made = make("Main scene");
        TestSocket socket = signIn(made.key);
        String connection = String.valueOf(data(socket.next("ready")).get("connection_id"));
        Instant opened = service.clock().instant();

        service.clock().advance(Duration.ofHours(2).plusMinutes(1));
        assertThat(connected(made)).isFalse();
        followUp(Map.of("socket", Map.of("connection_id", connection, "opened", opened.toEpochMilli())));
        service.clock().advance(GRACE);
        settle(made);

        assertThat(account.eventTypes()).containsExactly("overlay.connected", "overlay.disconnected");
        assertThat(account.rows(Keys.SUBSCRIBER + "socket_")).isEmpty();
        socket.close();
    }

    /// The time to live can take what is over at once, and the socket's last message comes a minute later.
    @Test
    void theTimeToLiveLeavesWhatTellsThatASocketWentWithoutAWord() throws FunctionError {
        Made made = make("Main scene");
        TestSocket socket = signIn(made.key);
        String connection = String.valueOf(data(socket.next("ready")).get("connection_id"));
        Instant opened = service.clock().instant();
        account.tip("Ada");
        socket.skipTo("tip.created");

        service.clock().advance(Duration.ofHours(2).plusMinutes(1));
        account.expire();
        followUp(Map.of("socket", Map.of("connection_id", connection, "opened", opened.toEpochMilli())));

        await().atMost(Duration.ofSeconds(40)).until(() -> {
            service.clock().advance(Duration.ofSeconds(1));
            return !happenings.all("overlay.disconnected").isEmpty();
        });
        assertThat(account.ownRows("ALLOTMENT#overlay_sockets").getFirst().get(Attribute.whole("taken")))
                .isZero();
        socket.close();
    }

    @Test
    void anotherKeyClosesTheSocketsOfTheOneBefore() throws FunctionError {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key);
                TestSocket other = signIn(make("Second").key)) {
            socket.next("ready");
            other.next("ready");

            Answer rotated =
                    dashboard.post(DASHBOARD + "/" + made.id + "/rotate-key").expect(200);

            assertThat(code(socket.skipTo("error"))).isEqualTo("revoked");
            assertThat(socket.closeCode()).isPositive();
            await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").size() == 1);
            service.clock().advance(GRACE);
            settle(made);
            assertThat(data(disconnected())).containsEntry("reason", "key_rotated");
            assertThat(connected(made)).isFalse();
            try (TestSocket back = signIn(String.valueOf(rotated.at("key")))) {
                back.next("ready");
            }
        }
    }

    @Test
    void anOverlayThatIsDeletedIsClosedAndGone() throws FunctionError {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key)) {
            socket.next("ready");

            account.api().delete("/overlays/" + made.id).expect(200);

            assertThat(code(socket.skipTo("error"))).isEqualTo("revoked");
            assertThat(socket.closeCode()).isPositive();
        }
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        service.clock().advance(GRACE);
        settle(made);

        Map<String, @Nullable Object> event = disconnected();
        assertThat(data(event)).containsEntry("reason", "overlay_deleted");
        assertThat(data(event).get("overlay")).isEqualTo(Map.of("id", made.id, "name", "Main scene"));
        assertThat(account.rows(Keys.OVERLAY)).as("nothing of it is kept").isEmpty();
    }

    @Test
    void anOverlayThatWasNeverConnectedIsDeletedWithoutAWord() throws FunctionError {
        Made made = make("Main scene");

        account.api().delete("/overlays/" + made.id).expect(200);
        service.clock().advance(GRACE);
        settle(made);

        assertThat(account.rows(Keys.OVERLAY)).isEmpty();
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void aRenamedOverlayIsAnnouncedByItsNewName() {
        Made made = make("Main scene");
        dashboard
                .patch(DASHBOARD + "/" + made.id, Map.of("name", "Second scene"))
                .expect(200);

        try (TestSocket socket = signIn(made.key)) {
            assertThat(Json.asObject(data(socket.next("ready")).get("overlay"))).containsEntry("name", "Second scene");
            assertThat(happenings.all("overlay.connected").getFirst().get("actor"))
                    .isEqualTo(Map.of("type", "overlay", "id", made.id, "name", "Second scene"));
        }
    }

    @Test
    void aReloadReachesEverySocketOfTheOverlayAndNoOther() {
        Made made = make("Main scene");
        try (TestSocket one = signIn(made.key);
                TestSocket two = signIn(made.key);
                TestSocket other = signIn(make("Second").key);
                TestSocket software = TestSocket.signIn(service, account.apiKey())) {
            List.of(one, two, other, software).forEach(socket -> socket.next("ready"));

            account.api().post("/overlays/" + made.id + "/reload").expect(200);

            assertThat(one.skipTo("reload")).isEqualTo(Map.of("type", "reload"));
            two.skipTo("reload");
            account.tip("Ada");
            assertThat(other.typesUntil("tip.created")).doesNotContain("reload");
            assertThat(software.typesUntil("tip.created")).doesNotContain("reload");
        }
    }

    @Test
    void aCelebrationReachesTheOverlay() {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key)) {
            socket.next("ready");

            account.api().post("/overlays/" + made.id + "/celebrate").expect(200);
            assertThat(Json.writeText(data(socket.skipTo("celebrate"))))
                    .isEqualTo("{\"effect\":\"confetti\",\"seconds\":5}");
            account.api()
                    .post("/overlays/" + made.id + "/celebrate", Map.of("effect", "hearts", "seconds", 30))
                    .expect(200);
            assertThat(Json.writeText(data(socket.skipTo("celebrate"))))
                    .isEqualTo("{\"effect\":\"hearts\",\"seconds\":30}");
        }
    }

    @Test
    void aCelebrationEverywhereReachesEveryConnectedOverlay() {
        make("Not there");
        try (TestSocket one = signIn(make("One").key);
                TestSocket two = signIn(make("Two").key)) {
            one.next("ready");
            two.next("ready");

            assertThat(account.api()
                            .post("/overlays/celebrate", Map.of("effect", "fireworks"))
                            .expect(200)
                            .at("overlays"))
                    .hasToString("2");

            assertThat(data(one.skipTo("celebrate"))).containsEntry("effect", "fireworks");
            assertThat(data(two.skipTo("celebrate"))).containsEntry("effect", "fireworks");
        }
    }

    @Test
    void aCommandUnderOneIdempotencyKeyIsGivenOnce() {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key)) {
            socket.next("ready");
            ApiClient again = account.api().with("Idempotency-Key", "once");

            again.post("/overlays/" + made.id + "/reload").expect(200);
            again.post("/overlays/" + made.id + "/reload").expect(200);
            account.tip("Ada");

            assertThat(socket.typesUntil("tip.created")).containsOnlyOnce("reload");
        }
    }

    @Test
    void anOtherSizeReloadsAndAnOtherNameDoesNot() {
        Made made = make("Main scene");
        try (TestSocket socket = signIn(made.key)) {
            socket.next("ready");

            dashboard.patch(DASHBOARD + "/" + made.id, Map.of("name", "Second")).expect(200);
            account.tip("Ada");
            assertThat(socket.typesUntil("tip.created")).doesNotContain("reload");
            dashboard.patch(DASHBOARD + "/" + made.id, Map.of("width", 800)).expect(200);
            socket.skipTo("reload");
        }
    }

    /// An overlay that was made, and its key.
    private record Made(String id, String key) {}

    private Made make(String name) {
        Answer made = dashboard.post(DASHBOARD, Map.of("name", name)).expect(201);
        return new Made(String.valueOf(made.at("overlay.id")), String.valueOf(made.at("key")));
    }

    private TestSocket signIn(String key) {
        return TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", key)));
    }

    private void refused(Map<String, String> data) {
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", data));
            assertThat(code(socket.next("error"))).isEqualTo("invalid_overlay_key");
            assertThat(socket.closeCode()).isPositive();
        }
    }

    private boolean connected(Made made) {
        return Boolean.TRUE.equals(
                account.api().get("/overlays/" + made.id).expect(200).at("overlay.connected"));
    }

    /// The overlay comes, and API Gateway tells that it went.
    private void leave(Made made, int status, String reason) throws FunctionError {
        TestSocket socket = signIn(made.key);
        String connection = String.valueOf(data(socket.next("ready")).get("connection_id"));
        disconnect(connection, status, reason, service.clock().instant());
        socket.close();
    }

    private String reasonOf(int status, String reason) throws FunctionError {
        Made made = make("Scene");
        leave(made, status, reason);
        service.clock().advance(GRACE);
        settle(made);
        return String.valueOf(
                data(happenings.all("overlay.disconnected").getLast()).get("reason"));
    }

    private Map<String, @Nullable Object> disconnected() {
        List<Map<String, @Nullable Object>> events = happenings.all("overlay.disconnected");
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    private static void disconnect(String connection, int status, String reason, Instant opened) throws FunctionError {
        Map<String, Object> context = new LinkedHashMap<>();
        context.put("connectionId", connection);
        context.put("eventType", "DISCONNECT");
        context.put("connectedAt", opened.toEpochMilli());
        context.put("disconnectStatusCode", status);
        context.put("disconnectReason", reason);
        service.stack().invoke("RealtimeFunction", Json.write(Map.of("requestContext", context)));
    }

    /// Hands the overlay's message to the function as the queue does when the grace window is over.
    private void settle(Made made) throws FunctionError {
        followUp(Map.of("overlay", Map.of("tenant_id", account.tenantId(), "id", made.id)));
    }

    private TestSocket settled(Made made) {
        try {
            settle(made);
            return TestSocket.open(service);
        } catch (FunctionError e) {
            throw new AssertionError(e);
        }
    }

    private static void followUp(Map<String, ?> message) throws FunctionError {
        byte[] answer = service.stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(Map.of(
                                "Records", List.of(Map.of("messageId", "one", "body", Json.writeText(message))))));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }

    private static Map<String, @Nullable Object> data(Map<String, @Nullable Object> frame) {
        return Json.asObject(frame.get("data"));
    }

    private static Object code(Map<String, @Nullable Object> frame) {
        return Objects.requireNonNull(data(frame).get("code"));
    }
}
