package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The transitions of the TTS queue: who may move a tip where, and what is told of it (spec "TTS queue", contract
/// "REST").
@NullMarked
class TtsQueueTest {

    private static final String UNKNOWN = "tip_1763693883123_0h5m8z4q2w9x7y3k";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void eventsOfATestTipSayThatTheyAreOfOne() {
        String orderId = String.valueOf(api.post("/tips/test").expect(201).at("tip.order_id"));
        api.post("/tts/" + orderId + "/start").expect(200);
        api.post("/tts/" + orderId + "/release").expect(200);
        api.post("/tts/" + orderId + "/start").expect(200);
        api.post("/tts/" + orderId + "/finish").expect(200);
        api.post("/tips/test").expect(201);
        String next = String.valueOf(api.post("/tips/test").expect(201).at("tip.order_id"));
        String removed = String.valueOf(api.post("/tips/test").expect(201).at("tip.order_id"));
        api.post("/tts/" + next + "/next").expect(200);
        api.post("/tts/" + next + "/start").expect(200);
        api.post("/tts/skip").expect(200);
        api.delete("/tts/" + removed).expect(200);

        assertThat(account.eventTypes())
                .endsWith("queue.tts.moved", "queue.tts.started", "queue.tts.skipped", "queue.tts.removed");
        assertThat(account.events())
                .hasSize(12)
                .allSatisfy(event -> assertThat(Json.asObject(Json.readObject(event.getBytes(StandardCharsets.UTF_8))
                                .get("data")))
                        .containsEntry("test", true));
    }

    @Test
    void eventsOfARealTipThatPlaysAfterATestTipDoNotSayTest() {
        String test = String.valueOf(api.post("/tips/test").expect(201).at("tip.order_id"));
        String real = account.tip("Ada");
        start(test).expect(200);
        api.post("/tts/skip").expect(200);
        assertThat(happenings.last("queue.tts.skipped")).isEqualTo(fields("order_id", test, "test", true));
        start(real).expect(200);
        api.post("/tts/skip").expect(200);
        assertThat(happenings.last("queue.tts.skipped")).isEqualTo(fields("order_id", real));
    }

    @Test
    void aWaitingTipIsClaimedByStart() {
        String orderId = account.tip("Ada");
        Object waiting = queue().at("items.0");
        Instant before = Instant.ofEpochMilli(service.clock().millis());

        Answer started = start(orderId).expect(200);

        assertThat(started.json()).isEqualTo(fields("success", true, "tip", waiting));
        assertThat(happenings.last("queue.tts.started")).isEqualTo(fields("tip", waiting));
        Answer now = api.get("/tts/now").expect(200);
        assertThat(now.at("playing")).isEqualTo(true);
        assertThat(now.at("is_paused")).isEqualTo(false);
        assertThat(now.at("tip")).isEqualTo(waiting);
        assertThat(Instant.parse(String.valueOf(now.at("started_at"))))
                .isBetween(before, service.clock().instant());
        assertThat(queue().at("currently_playing")).isEqualTo(true);
        assertThat(queue().at("current_order_id")).isEqualTo(orderId);
        assertThat(waiting()).containsExactly(orderId);
    }

    @Test
    void nothingPlaysNowInANewAccount() {
        assertThat(api.get("/tts/now").expect(200).json())
                .isEqualTo(fields("playing", false, "is_paused", false, "tip", null, "started_at", null));
        assertThat(queue().json())
                .isEqualTo(fields(
                        "is_paused",
                        false,
                        "currently_playing",
                        false,
                        "current_order_id",
                        null,
                        "items",
                        List.of(),
                        "has_more",
                        false,
                        "next_cursor",
                        null));
    }

    @Test
    void aPausedQueueRefusesToStart() {
        String orderId = account.tip("Ada");
        api.post("/tts/pause").expect(200);

        start(orderId).refuses(409, "queue_paused");

        assertThat(account.eventTypes()).containsExactly("tip.created", "queue.tts.paused");
        assertThat(queue().at("current_order_id")).isNull();
    }

    @Test
    void aTipThatPlaysAlreadySaysSoEvenWhileTheQueueIsPaused() {
        String playing = account.tip("Ada");
        start(playing).expect(200);
        api.post("/tts/pause").expect(200);

        assertThat(start(playing).refuses(409, "already_playing").at("current_order_id"))
                .isEqualTo(playing);
        start(account.tip("Bea")).refuses(409, "queue_paused");
    }

    @Test
    void aClaimedSlotRefusesAnotherTipAndNamesTheOneThatPlays() {
        String playing = account.tip("Ada");
        String waiting = account.tip("Bea");
        start(playing).expect(200);

        Answer refused = start(waiting).refuses(409, "already_playing");

        assertThat(refused.at("current_order_id")).isEqualTo(playing);
        assertThat(account.eventTypes()).containsExactly("tip.created", "tip.created", "queue.tts.started");
    }

    @Test
    void theTipThatPlaysIsNotStartedAgain() {
        String orderId = account.tip("Ada");
        start(orderId).expect(200);

        Answer refused = start(orderId).refuses(409, "already_playing");

        assertThat(refused.at("current_order_id")).isEqualTo(orderId);
        assertThat(account.eventTypes()).containsExactly("tip.created", "queue.tts.started");
    }

    @Test
    void ofManyWhoStartAtOnceOneGetsTheSlot() {
        List<String> tips = List.of("A", "B", "C", "D", "E", "F", "G", "H").stream()
                .map(account::tip)
                .toList();

        List<Answer> answers = AtOnce.run(tips.size(), i -> start(tips.get(i)));

        List<Answer> winners =
                answers.stream().filter(answer -> answer.status() == 200).toList();
        assertThat(winners).hasSize(1);
        Object current = winners.getFirst().at("tip.order_id");
        for (Answer answer : answers) {
            if (answer.status() != 200) {
                assertThat(answer.refuses(409, "already_playing").at("current_order_id"))
                        .isEqualTo(current);
            }
        }
        assertThat(happenings.all("queue.tts.started")).hasSize(1);
        assertThat(queue().at("current_order_id")).isEqualTo(current);
    }

    @Test
    void aReleasedTipWaitsAgainInItsOldPlace() {
        String first = account.tip("Ada");
        String second = account.tip("Bea");
        String third = account.tip("Cyd");
        Object waiting = queue().at("items.1");
        start(second).expect(200);

        Answer released = api.post("/tts/" + second + "/release").expect(200);

        assertThat(released.json()).isEqualTo(fields("success", true, "tip", waiting));
        assertThat(happenings.last("queue.tts.released")).isEqualTo(fields("order_id", second, "tip", waiting));
        assertThat(waiting()).containsExactly(first, second, third);
        assertThat(api.get("/tts/history").each("tips", "order_id")).isEmpty();
        start(second).expect(200);
    }

    @Test
    void aFinishedTipPassesIntoHistory() {
        String orderId = account.tip("Ada");
        start(orderId).expect(200);
        Map<String, @Nullable Object> waiting = Json.asObject(queue().at("items.0"));

        Map<String, @Nullable Object> finished = Json.asObject(
                api.post("/tts/" + orderId + "/finish").expect(200).at("tip"));

        assertThat(finished)
                .containsAllEntriesOf(waiting)
                .containsOnlyKeys(with(waiting, "played_at", "refunded_amount", "counted_as"));
        assertThat(happenings.last("queue.tts.finished")).isEqualTo(fields("tip", finished));
        assertThat(api.get("/tts/history").expect(200).at("tips.0")).isEqualTo(finished);
        assertThat(waiting()).isEmpty();
        assertThat(api.get("/tts/now").at("playing")).isEqualTo(false);
        assertThat(api.get("/tts/now").at("started_at")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, finish, waiting, 409, not_playing",
        "POST, finish, played, 409, not_in_queue",
        "POST, finish, removed, 404, not_found",
        "POST, finish, cleared, 404, not_found",
        "POST, finish, unknown, 404, not_found",
        "POST, release, waiting, 409, not_playing",
        "POST, release, played, 409, not_in_queue",
        "POST, release, removed, 404, not_found",
        "POST, release, cleared, 404, not_found",
        "POST, release, unknown, 404, not_found",
        "POST, start, played, 409, not_in_queue",
        "POST, start, removed, 404, not_found",
        "POST, start, cleared, 404, not_found",
        "POST, start, unknown, 404, not_found",
        "POST, replay, waiting, 409, not_in_history",
        "POST, replay, playing, 409, not_in_history",
        "POST, replay, removed, 404, not_found",
        "POST, replay, cleared, 404, not_found",
        "POST, replay, unknown, 404, not_found",
        "DELETE, , playing, 409, already_playing",
        "DELETE, , played, 409, not_in_queue",
        "DELETE, , removed, 404, not_found",
        "DELETE, , cleared, 404, not_found",
        "DELETE, , unknown, 404, not_found"
    })
    void whatATipCannotDoIsRefusedAndChangesNothing(
            String method, @Nullable String action, String state, int status, String code) {
        String orderId = state.equals("unknown") ? UNKNOWN : tipThatIs(state);
        List<String> events = account.events();
        String queueBefore = queue().text();

        Answer refused = api.send(method, "/tts/" + orderId + (action == null ? "" : "/" + action), null);

        refused.refuses(status, code);
        if (status == 404) {
            assertThat(refused.at("error")).isEqualTo("No such resource");
        }
        assertThat(account.events()).isEqualTo(events);
        assertThat(queue().text()).isEqualTo(queueBefore);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "finish", "release", "replay"})
    void anotherAccountsTipIsNotThere(String action) {
        String orderId = service.newAccount().tip("Ada");

        api.post("/tts/" + orderId + "/" + action).refuses(404, "not_found");
        api.delete("/tts/" + orderId).refuses(404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 1_100, 5_000})
    void anOrderIdOfAnyLengthIsNotFound(int length) {
        String orderId = "t".repeat(length);

        start(orderId).refuses(404, "not_found");
        api.delete("/tts/" + orderId).refuses(404, "not_found");
    }

    @Test
    void aWaitingTipIsRemoved() {
        String first = account.tip("Ada");
        String second = account.tip("Bea");
        Object waiting = queue().at("items.0");

        assertThat(api.delete("/tts/" + first).expect(200).json()).isEqualTo(fields("success", true));

        assertThat(happenings.last("queue.tts.removed")).isEqualTo(fields("tip", waiting));
        assertThat(waiting()).containsExactly(second);
        assertThat(api.get("/tts/history").each("tips", "order_id")).isEmpty();
    }

    @Test
    void removingTheTipThatPlaysNamesIt() {
        String orderId = tipThatIs("playing");

        assertThat(api.delete("/tts/" + orderId).refuses(409, "already_playing").at("current_order_id"))
                .isEqualTo(orderId);
        assertThat(api.delete("/tts/" + orderId).at("error")).isEqualTo("This tip is playing: skip it instead");
    }

    @Test
    void aSkippedTipGoesToHistoryAndCanBeReplayed() {
        String orderId = tipThatIs("playing");

        Answer skipped = api.post("/tts/skip").expect(200);

        assertThat(skipped.json()).isEqualTo(fields("success", true, "skipped_order_id", orderId));
        assertThat(happenings.last("queue.tts.skipped")).isEqualTo(fields("order_id", orderId));
        assertThat(api.get("/tts/history").expect(200).each("tips", "order_id")).containsExactly(orderId);
        assertThat(waiting()).isEmpty();
        api.post("/tts/" + orderId + "/replay").expect(200);
        assertThat(waiting()).hasSize(1);
    }

    @Test
    void skippingWhileNothingPlaysDoesNothing() {
        String orderId = account.tip("Ada");

        assertThat(api.post("/tts/skip").expect(200).json())
                .isEqualTo(fields("success", true, "skipped_order_id", null));

        assertThat(account.eventTypes()).containsExactly("tip.created");
        assertThat(waiting()).containsExactly(orderId);
    }

    @Test
    void ofManyWhoSkipAtOnceOneSkips() {
        String orderId = tipThatIs("playing");
        String next = account.tip("Bea");

        List<Answer> answers = AtOnce.run(8, i -> api.post("/tts/skip").expect(200));

        assertThat(answers.stream().map(answer -> answer.at("skipped_order_id")))
                .filteredOn(Objects::nonNull)
                .containsExactly(orderId);
        assertThat(happenings.all("queue.tts.skipped")).hasSize(1);
        assertThat(waiting()).containsExactly(next);
    }

    @Test
    void aPausedQueueKeepsFillingAndPlaysOutWhatPlays() {
        String playing = tipThatIs("playing");

        assertThat(api.post("/tts/pause").expect(200).json()).isEqualTo(fields("success", true));

        assertThat(happenings.last("queue.tts.paused")).isEmpty();
        String later = account.tip("Bea");
        assertThat(queue().at("is_paused")).isEqualTo(true);
        assertThat(queue().at("current_order_id")).isEqualTo(playing);
        assertThat(api.get("/tts/now").at("playing")).isEqualTo(true);
        assertThat(api.get("/tts/now").at("is_paused")).isEqualTo(true);
        api.post("/tts/" + playing + "/finish").expect(200);
        assertThat(waiting()).containsExactly(later);
    }

    @Test
    void resumeMakesAClaimedTipClaimableInItsOldPlaceAndTellsOfItselfAlone() {
        String first = account.tip("Ada");
        String second = account.tip("Bea");
        start(first).expect(200);
        api.post("/tts/pause").expect(200);

        assertThat(api.post("/tts/resume").expect(200).json()).isEqualTo(fields("success", true));

        assertThat(happenings.last("queue.tts.resumed")).isEmpty();
        assertThat(account.eventTypes())
                .containsExactly(
                        "tip.created", "tip.created", "queue.tts.started", "queue.tts.paused", "queue.tts.resumed");
        assertThat(queue().at("is_paused")).isEqualTo(false);
        assertThat(queue().at("currently_playing")).isEqualTo(false);
        assertThat(queue().at("current_order_id")).isNull();
        assertThat(waiting()).containsExactly(first, second);
        api.post("/tts/" + first + "/finish").refuses(409, "not_playing");
        start(first).expect(200);
    }

    @Test
    void switchingToWhatIsAlreadyTheCaseSucceedsAndTellsNobody() {
        String playing = tipThatIs("playing");
        List<String> before = account.eventTypes();

        api.post("/tts/resume").expect(200);

        assertThat(account.eventTypes()).isEqualTo(before);
        assertThat(queue().at("current_order_id")).isEqualTo(playing);

        api.post("/tts/pause").expect(200);
        api.post("/tts/pause").expect(200);
        AtOnce.run(6, i -> api.post("/tts/resume").expect(200));

        assertThat(happenings.all("queue.tts.paused")).hasSize(1);
        assertThat(happenings.all("queue.tts.resumed")).hasSize(1);
    }

    @Test
    void eventsNameTheKeyThatActed() {
        account.tip("Ada");
        ApiClient other = account.api(streamerapi.shared.auth.Scope.TTS_CONTROL);
        Object id = other.get("/me").at("key.id");

        other.post("/tts/pause").expect(200);

        assertThat(happenings.all().getLast().get("actor"))
                .isEqualTo(fields("type", "api_key", "id", id, "name", "Test key"));
    }

    private Answer start(String orderId) {
        return api.post("/tts/" + orderId + "/start");
    }

    private Answer queue() {
        return api.get("/tts/queue").expect(200);
    }

    private List<String> waiting() {
        return queue().each("items", "order_id");
    }

    private String tipThatIs(String state) {
        String orderId = account.tip("Ada");
        switch (state) {
            case "waiting" -> {}
            case "playing" -> start(orderId).expect(200);
            case "played" -> {
                start(orderId).expect(200);
                api.post("/tts/" + orderId + "/finish").expect(200);
            }
            case "removed" -> api.delete("/tts/" + orderId).expect(200);
            case "cleared" -> api.post("/tts/clear").expect(200);
            default -> throw new IllegalArgumentException(state);
        }
        return orderId;
    }

    private static String[] with(Map<String, @Nullable Object> map, String... more) {
        List<String> names = new java.util.ArrayList<>(map.keySet());
        names.addAll(List.of(more));
        return names.toArray(String[]::new);
    }

    private static Map<String, @Nullable Object> fields(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new java.util.LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return fields;
    }
}
