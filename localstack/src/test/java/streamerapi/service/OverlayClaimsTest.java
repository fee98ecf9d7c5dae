package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds that an item that an overlay claimed and left behind is released (contract "Overlays' own rights").
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverlayClaimsTest {

    private static final Duration GRACE = Duration.ofSeconds(11);

    @AutoClose
    private Service service;

    private Account account;
    private String overlay;
    private String key;

    @BeforeAll
    void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @BeforeEach
    void anAccountWithAnOverlay() {
        account = service.newAccount();
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene"))
                .expect(201);
        overlay = String.valueOf(made.at("overlay.id"));
        key = String.valueOf(made.at("key"));
    }

    @Test
    void aTipIsReleasedOnceTheOverlayHasBeenGoneForTenSeconds() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket socket = signIn();
        claim(orderId);
        leave(socket);

        settle();
        assertThat(playing()).as("within the grace window").isEqualTo(orderId);

        service.clock().advance(GRACE);
        settle();
        settle();

        assertThat(playing()).isNull();
        assertThat(account.api().get("/tts/queue").at("items.0.order_id")).isEqualTo(orderId);
        Map<String, @Nullable Object> released = event("queue.tts.released");
        assertThat(released.get("actor")).isEqualTo(Map.of("type", "overlay", "id", overlay, "name", "Main scene"));
        assertThat(Json.asObject(released.get("data"))).containsEntry("order_id", orderId);
        account.api().post("/tts/" + orderId + "/start").expect(200);
    }

    @Test
    void anOverlayThatIsBackKeepsItsTip() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket first = signIn();
        claim(orderId);
        leave(first);
        try (TestSocket second = signIn()) {
            service.clock().advance(GRACE);
            settle();
            assertThat(playing()).isEqualTo(orderId);
            assertThat(second.isClosed()).isFalse();
        }
    }

    @Test
    void itsGraceIsTenSecondsAndNotLess() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket socket = signIn();
        claim(orderId);
        leave(socket);

        service.clock().advance(Duration.ofSeconds(9));
        settle();
        assertThat(playing()).isEqualTo(orderId);
        assertThat(account.eventTypes()).doesNotContain("overlay.disconnected", "queue.tts.released");

        service.clock().advance(Duration.ofSeconds(1));
        settle();
        assertThat(playing()).isNull();
        assertThat(account.eventTypes()).containsOnlyOnce("overlay.disconnected", "queue.tts.released");
    }

    /// The message of the grace window comes by itself, and a message that comes early is followed by another.
    @Test
    void itsGraceEndsWithoutAnyoneAsking() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket socket = signIn();
        claim(orderId);
        leave(socket);
        settle();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            service.clock().advance(Duration.ofSeconds(1));
            return playing() == null;
        });
        assertThat(account.eventTypes()).containsOnlyOnce("queue.tts.released");
    }

    @Test
    void whileAnotherOfItsSocketsIsThereItsTipIsItsOwn() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket first = signIn();
        TestSocket second = signIn();
        claim(orderId);
        first.close();
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").size() == 1);
        service.clock().advance(GRACE);
        settle();
        assertThat(playing()).as("one socket is left").isEqualTo(orderId);
        assertThat(account.eventTypes()).doesNotContain("overlay.disconnected", "queue.tts.released");

        leave(second);
        settle();
        assertThat(playing()).as("the window begins with the last socket").isEqualTo(orderId);
        service.clock().advance(GRACE);
        settle();
        assertThat(playing()).isNull();
    }

    @Test
    void theWindowBeginsAnewWithEachSocketThatWasTheLast() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket first = signIn();
        claim(orderId);
        leave(first);
        service.clock().advance(Duration.ofSeconds(8));
        TestSocket back = signIn();
        service.clock().advance(Duration.ofSeconds(1));
        leave(back);
        service.clock().advance(Duration.ofSeconds(3));
        settle();
        assertThat(playing()).as("eleven seconds after the first one went").isEqualTo(orderId);
        service.clock().advance(Duration.ofSeconds(8));
        settle();
        assertThat(playing()).isNull();
    }

    @Test
    void whatAnotherOverlayPlaysIsLeftAlone() throws FunctionError {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Other scene"))
                .expect(201);
        String other = String.valueOf(made.at("overlay.id"));
        String orderId = account.tip("Ada");
        String video = account.media();
        try (TestSocket others =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            others.next("ready");
            TestSocket socket = signIn();
            ApiClient bearer = new ApiClient(service.stack().authUrl(), String.valueOf(made.at("key")));
            bearer.post("/tts/" + orderId + "/start").expect(200);
            bearer.post("/media/" + video + "/start").expect(200);
            leave(socket);
            service.clock().advance(GRACE);
            settle();

            assertThat(playing()).isEqualTo(orderId);
            assertThat(account.eventTypes())
                    .contains("overlay.disconnected")
                    .doesNotContain("queue.tts.released", "queue.media.released");
            assertThat(account.api().get("/overlays/" + other).at("overlay.connected"))
                    .isEqualTo(true);
        }
    }

    @Test
    void itsOwnClaimsAreReleasedWhileAnotherOverlayIsThere() throws FunctionError {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Other scene"))
                .expect(201);
        String orderId = account.tip("Ada");
        String video = account.media();
        try (TestSocket others =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            others.next("ready");
            TestSocket socket = signIn();
            ApiClient bearer = new ApiClient(service.stack().authUrl(), key);
            bearer.post("/tts/" + orderId + "/start").expect(200);
            bearer.post("/media/" + video + "/start").expect(200);
            leave(socket);
            service.clock().advance(GRACE);
            settle();
            assertThat(playing()).isNull();
            assertThat(account.eventTypes()).containsOnlyOnce("queue.tts.released", "queue.media.released");
        }
    }

    @Test
    void whatItClaimedAfterItsLastSocketWentIsLeftAlone() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket socket = signIn();
        leave(socket);
        service.clock().advance(Duration.ofSeconds(5));
        claim(orderId);
        service.clock().advance(Duration.ofSeconds(6));
        settle();
        assertThat(playing()).isEqualTo(orderId);
        assertThat(account.eventTypes()).contains("overlay.disconnected").doesNotContain("queue.tts.released");
    }

    @Test
    void aDeletedOverlaysClaimIsReleasedToo() throws FunctionError {
        String orderId = account.tip("Ada");
        try (TestSocket socket = signIn()) {
            claim(orderId);
            account.api().delete("/overlays/" + overlay).expect(200);
            assertThat(socket.closeCode()).isPositive();
        }
        await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        service.clock().advance(GRACE);
        settle();
        assertThat(playing()).isNull();
    }

    @Test
    void anOverlayIsToldWhatItPlays() {
        String orderId = account.tip("Ada");
        try (TestSocket first = open()) {
            Map<String, @Nullable Object> told = told(first);
            assertThat(told).containsEntry("claim", null).containsEntry("sockets", new BigDecimal(1));
            claim(orderId);
            try (TestSocket second = open()) {
                assertThat(told(second)).containsEntry("claim", orderId).containsEntry("sockets", new BigDecimal(2));
            }
        }
    }

    @Test
    void anOverlayIsToldWhichVideoItPlays() {
        String video = account.media();
        try (TestSocket first = open()) {
            assertThat(told(first)).containsEntry("media_claim", null);
            account.api().post("/media/" + video + "/start").expect(200);
            try (TestSocket second = open()) {
                assertThat(told(second)).containsEntry("media_claim", null);
            }
            new ApiClient(service.stack().authUrl(), key)
                    .post("/media/" + video + "/start")
                    .expect(200);
            try (TestSocket second = open()) {
                assertThat(told(second)).containsEntry("media_claim", video).containsEntry("claim", null);
            }
        }
    }

    @Test
    void whatAnotherConsumerPlaysIsLeftAlone() throws FunctionError {
        String orderId = account.tip("Ada");
        TestSocket socket = signIn();
        account.api().post("/tts/" + orderId + "/start").expect(200);
        leave(socket);
        service.clock().advance(GRACE);
        settle();
        assertThat(playing()).isEqualTo(orderId);
        assertThat(account.eventTypes()).contains("overlay.disconnected").doesNotContain("queue.tts.released");
    }

    /// Seed 28 of the simulation found it: an overlay claims a tip as soon as its socket is there, and the process that
    /// notes the claim can have a clock that is behind.
    @Test
    void aClaimIsItsOwnThoughAClockIsBehind() throws FunctionError {
        claimBeforeItsSocketAndLeave(Duration.ofMillis(900));
        assertThat(playing()).isNull();
        assertThat(account.eventTypes()).contains("queue.tts.released");
    }

    @Test
    void whatItClaimedWithoutASocketIsLeftAlone() throws FunctionError {
        String orderId = claimBeforeItsSocketAndLeave(Duration.ofSeconds(1));
        assertThat(playing()).isEqualTo(orderId);
    }

    /// Claims a tip this long before a socket comes, which goes again for good.
    private String claimBeforeItsSocketAndLeave(Duration before) throws FunctionError {
        String orderId = account.tip("Ada");
        claim(orderId);
        service.clock().advance(before);
        TestSocket socket = signIn();
        leave(socket);
        service.clock().advance(GRACE);
        settle();
        return orderId;
    }

    @Test
    void itsVideosAreReleasedToo() throws FunctionError {
        String first = account.media();
        String second = account.media();
        String others = account.media();
        TestSocket socket = signIn();
        for (String item : List.of(first, second, others)) {
            account.api().post("/media/" + item + "/start").expect(200);
        }
        for (String item : List.of(first, second)) {
            claimedBy(Keys.queued(account.tenantId(), Keys.MEDIA, item));
        }
        leave(socket);
        service.clock().advance(GRACE);
        settle();

        assertThat(account.eventTypes().stream().filter("queue.media.released"::equals))
                .hasSize(2);
        account.api().post("/media/" + first + "/finish").expect(409);
        account.api().post("/media/" + second + "/finish").expect(409);
        account.api().post("/media/" + others + "/finish").expect(200);
    }

    @Test
    void aTestTipAndItsVideoAreReleasedAsThoseOfATest() throws FunctionError {
        String orderId = String.valueOf(account.api()
                .post("/tips/test", Map.of("media", Map.of("url", StandInVideoSites.PLAYABLE)))
                .expect(201)
                .at("tip.order_id"));
        String real = account.media();
        TestSocket socket = signIn();
        claim(orderId);
        for (String item : List.of(orderId, real)) {
            account.api().post("/media/" + item + "/start").expect(200);
            claimedBy(Keys.queued(account.tenantId(), Keys.MEDIA, item));
        }
        leave(socket);
        service.clock().advance(GRACE);
        settle();

        assertThat(Json.asObject(event("queue.tts.released").get("data"))).containsEntry("test", true);
        assertThat(new AccountEvents(account)
                        .all("queue.media.released").stream()
                                .map(released -> Json.asObject(released.get("data")))
                                .filter(data -> Boolean.TRUE.equals(data.get("test")))
                                .map(data -> data.get("order_id")))
                .containsExactly(orderId);
        assertThat(account.eventTypes().stream().filter("queue.media.released"::equals))
                .hasSize(2);
    }

    /// As the overlay itself does with its key.
    private void claim(String orderId) {
        account.api().post("/tts/" + orderId + "/start").expect(200);
        claimedBy(Keys.ttsSlot(account.tenantId()));
    }

    private void claimedBy(Key row) {
        account.table().write(List.of(Write.update(row).set(Attribute.any("claimed_by"), overlay)));
    }

    private @Nullable Object playing() {
        return account.api().get("/tts/queue").at("current_order_id");
    }

    private TestSocket open() {
        return TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", key)));
    }

    private TestSocket signIn() {
        TestSocket socket = open();
        socket.next("ready");
        return socket;
    }

    private static Map<String, @Nullable Object> told(TestSocket socket) {
        return Json.asObject(Json.asObject(socket.next("ready").get("data")).get("overlay"));
    }

    private void leave(TestSocket socket) {
        socket.close();
        await().until(() ->
                !Boolean.TRUE.equals(account.api().get("/overlays/" + overlay).at("overlay.connected")));
    }

    private Map<String, @Nullable Object> event(String type) {
        return account.events().stream()
                .map(text -> Json.asObject(Json.read(text)))
                .filter(event -> type.equals(event.get("type")))
                .findFirst()
                .orElseThrow();
    }

    /// Hands the overlay's message to the function as the queue does when the grace window is over.
    private void settle() throws FunctionError {
        String body = Json.writeText(
                Map.of("overlay", Map.of("tenant_id", account.tenantId(), "id", Objects.requireNonNull(overlay))));
        byte[] answer = service.stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }
}
