package streamerapi.service.crash;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.LocalStack;
import streamerapi.service.TestSocket;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.webhooks.DeliveryMessage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.service.crash.Stage.await;

/// A function that hands events on dies, at every call to AWS that writes or sends; stream and queue bring its event
/// again, and a socket's client comes back.
@NullMarked
class HandOnCrashTest {

    private static final String FAN_OUT = "FanOutFunction";
    private static final String WORKER = "WorkerFunction";
    private static final String REALTIME = "RealtimeFunction";

    /// Longer than an attempt is thought to run, so that one that died is over.
    private static final Duration UNTIL_NOT_BUSY = Duration.ofSeconds(30);

    /// When the run of attempts began whose messages the tests make: later than every endpoint, and the same in all.
    private static final Instant BEGUN = Instant.parse("2100-01-01T00:00:00Z");

    private final CrashStack stack = CrashStack.shared();
    private final LocalStack local = stack.service().stack();

    @Test
    void theFanOutDies() {
        everyCrash("fan-out, socket and endpoint", stage -> {}, (stage, crash) -> {
            try (TestSocket socket =
                    TestSocket.signIn(stack.service(), stage.account().apiKey())) {
                socket.next("ready");
                arm(crash, FAN_OUT, stage);
                stage.post("/tts/pause");
                assertThat(socket.next().get("type")).isEqualTo("queue.tts.paused");
            }
            crash.awaitEnd();
        });
    }

    @Test
    void theFanOutDiesWithASocketThatIsGone() {
        everyCrash("fan-out, socket that is gone", HandOnCrashTest::leaveASocketBehind, (stage, crash) -> {
            arm(crash, FAN_OUT, stage);
            stage.post("/tts/pause");
            crash.awaitEnd();
            await().until(() ->
                    stage.account().rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        });
    }

    @Test
    void theFanOutOfAClaimDies() {
        everyCrash("fan-out, claim (follow-up in ten minutes)", stage -> {}, (stage, crash) -> {
            arm(crash, FAN_OUT, stage);
            stage.post("/tts/" + stage.tip() + "/start");
            crash.awaitEnd();
            await().until(() -> isFollowedUpInTenMinutes(stage));
        });
    }

    @Test
    void theFanOutOfAClearDies() {
        everyCrash("fan-out, clear (follow-up at once)", Stage::addTip, (stage, crash) -> {
            arm(crash, FAN_OUT, stage);
            stage.post("/tts/clear");
            crash.awaitEnd();
            await().until(() -> isSwept(stage));
        });
    }

    @Test
    void aDeliveryThatSucceedsDies() {
        everyCrash("delivery, success", this::waitUntilSuccessIsNotedAgain, (stage, crash) -> {
            arm(crash, WORKER, stage, "queue.tts.paused");
            stage.post("/tts/pause");
            comesAgain(crash, "WorkQueue");
            await().until(() -> stage.deliveryStatus(stage.eventIds().getLast()).equals("succeeded"));
            await().until(() ->
                    stage.endpoint().get(Attribute.time("last_success_at")).isAfter(createdAt(stage)));
        });
    }

    /// The two endpoints share one message, so a death can leave one delivery made and the other not.
    @Test
    void theDeliveriesOfAnEventToTwoEndpointsDie() {
        everyCrash("deliveries of an event to two endpoints", Stage::addEndpoint, (stage, crash) -> {
            arm(crash, WORKER, stage, "queue.tts.paused");
            stage.post("/tts/pause");
            comesAgain(crash, "WorkQueue");
            await().until(() -> stage.account().rows(Keys.SUBSCRIBER + "we_").stream()
                    .map(row -> row.key().sort().substring(Keys.SUBSCRIBER.length()))
                    .allMatch(id ->
                            stage.deliveryStatus(id, stage.eventIds().getLast()).equals("succeeded")));
        });
    }

    @Test
    void aDeliveryThatFailsDies() {
        everyCrash("delivery, failure and the next message", stage -> {}, (stage, crash) -> {
            stage.receiver()
                    .answering(delivery -> delivery.header("service-attempt").equals("1") ? 500 : 200);
            arm(crash, WORKER, stage, "queue.tts.paused");
            stage.post("/tts/pause");
            comesAgain(crash, "WorkQueue");
            await().until(() -> stage.deliveryStatus(stage.eventIds().getLast()).equals("succeeded"));
            stage.receiver().answering(delivery -> 200);
        });
    }

    @Test
    void aDeliveryThatFailsForTheLastTimeDies() {
        everyCrash("delivery, last failure", HandOnCrashTest::failSevenTimes, (stage, crash) -> {
            stage.receiver().answering(delivery -> 500);
            arm(crash, WORKER, stage, "evt_made");
            send("WorkQueue", delivery(stage, 8, stack.service().clock().instant()));
            comesAgain(crash, "WorkQueue");
            await().until(() -> stage.deliveryStatus("evt_made").equals("failed"));
            await().until(() -> stage.endpoint().get(Attribute.whole("consecutive_failures")) == 1);
            stage.receiver().answering(delivery -> 200);
        });
    }

    @Test
    void aDeliveryThatIsNotDueYetDies() {
        everyCrash("delivery, not due yet", stage -> {}, (stage, crash) -> {
            arm(crash, WORKER, stage, "evt_made");
            Instant due = stack.service().clock().instant().plusMillis(500);
            send("WorkQueue", delivery(stage, 1, due));
            comesAgain(crash, "WorkQueue");
            stack.service().clock().advance(Duration.ofSeconds(1));
            await().until(() -> stage.deliveryStatus("evt_made").equals("succeeded"));
        });
    }

    @Test
    void theSweepDies() {
        everyCrash("follow-up, sweep of cleared tips", Stage::addTip, (stage, crash) -> {
            arm(crash, WORKER, stage, "queue.tts.cleared");
            stage.post("/tts/clear");
            comesAgain(crash, "WorkQueue");
            await().until(() -> isSwept(stage));
        });
    }

    @Test
    void theWarningOfAStaleClaimDies() {
        everyCrash("follow-up, stale claim", stage -> stage.post("/tts/" + stage.tip() + "/start"), (stage, crash) -> {
            arm(crash, WORKER, stage, "queue.tts.started");
            String started = stage.account().events().getLast();
            send(
                    "WorkQueue",
                    stage.account().followUp(started, stack.service().clock().instant()));
            comesAgain(crash, "WorkQueue");
            await().until(() -> stage.account().eventTypes().contains("warning"));
            assertThat(stage.newEvents()).isEqualTo(1);
        });
    }

    @Test
    void aSignInDies() {
        everyCrash("realtime sign-in with since", stage -> {}, (stage, crash) -> {
            stage.post("/tts/pause");
            arm(crash, REALTIME, stage.account().apiKey());
            TestSocket socket = stage.returningSocket();
            crash.awaitEnd();
            socket.close();
        });
    }

    @Test
    void theEndOfASocketDies() {
        everyCrash("realtime disconnect", stage -> {}, (stage, crash) -> {
            TestSocket socket = stage.returningSocket();
            Object connection = Json.asObject(socket.next("ready").get("data")).get("connection_id");
            arm(crash, REALTIME, "DISCONNECT", String.valueOf(connection));
            socket.close();
            crash.awaitEnd();
            stage.post("/tts/pause");
        });
    }

    /// An operation after the crash was laid, and its waits.
    @FunctionalInterface
    private interface Act {
        void on(Stage stage, Crash crash);
    }

    private void everyCrash(String operation, Consumer<Stage> prepare, Act act) {
        stack.everyCrash(operation, crash -> {
            try (Stage stage = new Stage(stack.service())) {
                prepare.accept(stage);
                stage.begin();
                act.on(stage, crash);
                stage.isWhole();
                stage.reachesEverybody();
                stage.goesOn();
            }
        });
    }

    private void arm(Crash crash, String function, Stage stage, String... texts) {
        List<String> all = new ArrayList<>(List.of(texts));
        all.add(stage.account().tenantId());
        stack.killer().arm(crash, function, all);
    }

    private void arm(Crash crash, String function, String... texts) {
        stack.killer().arm(crash, function, List.of(texts));
    }

    /// The messages of an invocation that died come again, as they do when their time in hiding has passed.
    private void comesAgain(Crash crash, String queue) {
        String event = crash.awaitEnd();
        if (!crash.happened()) {
            return;
        }
        stack.service().clock().advance(UNTIL_NOT_BUSY);
        for (Object entry :
                (List<?>) Objects.requireNonNull(Json.asObject(Json.read(event)).get("Records"))) {
            String receipt =
                    (String) Objects.requireNonNull(Json.asObject(entry).get("receiptHandle"));
            local.engines()
                    .sqs()
                    .changeMessageVisibility(b -> b.queueUrl(local.queueUrl(queue))
                            .receiptHandle(receipt)
                            .visibilityTimeout(0));
        }
    }

    private void send(String queue, String message) {
        local.engines().sqs().sendMessage(b -> b.queueUrl(local.queueUrl(queue)).messageBody(message));
    }

    private static String delivery(Stage stage, int attempt, Instant due) {
        return new DeliveryMessage(
                        stage.account().tenantId(),
                        stage.endpointId(),
                        "evt_made",
                        "tip.created",
                        BEGUN,
                        attempt,
                        due,
                        "{}")
                .toText();
    }

    private static boolean isFollowedUpInTenMinutes(Stage stage) {
        String due = "\"due\":" + createdAt(stage).plus(Duration.ofMinutes(10)).toEpochMilli();
        return CallInterceptor.sent()
                .anyMatch(body -> body.contains(stage.account().tenantId()) && body.contains(due));
    }

    private static boolean isSwept(Stage stage) {
        return stage.account().rows("CLEARED#").isEmpty()
                && stage.account().rows("TIP#").stream()
                        .noneMatch(tip -> String.valueOf(tip.find(Attribute.text("place")))
                                .startsWith("TQ#"))
                && stage.account().rows("SLOT#tts").stream().noneMatch(slot -> slot.has(Attribute.any("clearings")));
    }

    private static Instant createdAt(Stage stage) {
        return Instant.parse((String) Objects.requireNonNull(
                Json.asObject(Json.read(stage.account().events().getLast())).get("created")));
    }

    private static void failSevenTimes(Stage stage) {
        stage.account()
                .table()
                .write(List.of(
                        Write.put(Row.of(Keys.delivery(stage.account().tenantId(), stage.endpointId(), "evt_made"))
                                .with(Attribute.any("run"), BEGUN)
                                .with(Attribute.any("attempts"), 7)
                                .with(Attribute.any("status"), "pending")
                                .with(Attribute.any("event_type"), "tip.created")
                                .with(Attribute.any("created_at"), Instant.now()))));
    }

    /// A success is noted once a minute, and not at every delivery.
    private void waitUntilSuccessIsNotedAgain(Stage stage) {
        await().until(() -> stage.endpoint().has(Attribute.any("last_success_at")));
        stack.service().clock().advance(Duration.ofMinutes(2));
    }

    private static void leaveASocketBehind(Stage stage) {
        stage.account()
                .table()
                .write(List.of(Write.put(Row.of(Keys.socket(stage.account().tenantId(), "gone="))
                        .with(Attribute.any("tenant_id"), stage.account().tenantId())
                        .with(Attribute.any("credential_id"), "ak_gone")
                        .with(Attribute.any("channels"), List.of("tts"))
                        .with(Attribute.any("events"), List.of("*"))
                        .with(Attribute.time("closes"), Instant.now().plusSeconds(3_600)))));
    }
}
