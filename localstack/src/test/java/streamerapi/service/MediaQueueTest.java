package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The transitions of the media queue (spec "Media queue", contract "REST").
@NullMarked
class MediaQueueTest {

    private static final String LONG_VIDEO = "https://vimeo.com/418223907";

    private final TestClock clock = Service.shared().clock();
    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void startPlaysAnItemAndSetsTheTimingAnchor() {
        String item = account.media();
        Answer started = start(item).expect(200);

        assertThat(started.at("success")).isEqualTo(true);
        assertThat(started.at("media")).isEqualTo(queue().at("items.0"));
        assertThat(happenings.last("queue.media.started").get("media")).isEqualTo(started.at("media"));
        assertThat(queue().at("playing")).isEqualTo(true);
        assertThat(queue().at("current_order_id")).isEqualTo(item);
        Answer now = now();
        assertThat(now.at("playing")).isEqualTo(true);
        assertThat(now.at("media")).isEqualTo(started.at("media"));
        assertThat(now.at("started_at")).isNotNull();
        assertThat(position()).isZero();
    }

    @Test
    void thePositionIsStartOffsetAndElapsedTimeCappedAtTheKnownDuration() {
        start(request(LONG_VIDEO, 30)).expect(200);
        clock.advance(Duration.ofSeconds(45));
        assertThat(position()).isBetween(75, 76);
        clock.advance(Duration.ofMinutes(10));
        assertThat(position()).isEqualTo(214);

        start(request(StandInVideoSites.PLAYABLE, 100)).expect(200);
        clock.advance(Duration.ofHours(1));
        assertThat(position()).isBetween(3700, 3701);
    }

    @Test
    void aBannedVideoLeavesTheQueueHoweverOftenItWasRequested() {
        String first = account.media();
        String other = request(LONG_VIDEO, 0);
        String again = request(StandInVideoSites.PLAYABLE + "&t=30", 30);
        String third = account.media();

        account.dashboard().post("/dashboard/api/media/" + again + "/ban").expect(200);

        assertThat(queue().each("items", "order_id")).containsExactly(other);
        assertThat(account.eventTypes())
                .filteredOn("queue.media.removed"::equals)
                .hasSize(3);
        act(first, "start").refuses(404, "not_found");
        act(third, "start").refuses(404, "not_found");
    }

    @Test
    void aBannedVideoThatPlaysEndsAndThirtyOtherRequestsLeave() {
        String playing = account.media();
        start(playing).expect(200);
        IntStream.range(0, 31).forEach(number -> account.media());

        account.dashboard().post("/dashboard/api/media/" + playing + "/ban").expect(200);

        assertThat(now().at("playing")).isEqualTo(false);
        assertThat(queue().each("items", "order_id")).hasSize(1);
    }

    @Test
    void neitherAPauseNorWhatElsePlaysHoldsAStartBack() {
        String first = account.media();
        String second = account.media();
        api.post("/media/pause").expect(200);
        start(first).expect(200);
        start(second).expect(200);

        assertThat(now().at("media.order_id")).isEqualTo(second);
        assertThat(queue().each("items", "order_id")).containsExactly(first, second);
        act(first, "finish").expect(200);
        assertThat(now().at("media.order_id")).isEqualTo(second);
        act(second, "release").expect(200);
        assertThat(now().at("playing")).isEqualTo(false);
        assertThat(queue().at("current_order_id")).isNull();
    }

    @Test
    void anItemThatPlaysBeginsAgainWhereItIsStartedAgain() {
        String first = account.media();
        String second = account.media();
        start(first).expect(200);
        start(second).expect(200);
        clock.advance(Duration.ofSeconds(20));
        start(first).expect(200);

        assertThat(now().at("media.order_id")).isEqualTo(first);
        assertThat(position()).isZero();
        act(second, "finish").expect(200);
        act(first, "finish").expect(200);
        assertThat(happenings.all("queue.media.started")).hasSize(3);
    }

    @Test
    void ofManyStartedAtOnceAllAreClaimedAndOneIsNow() {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            items.add(account.media());
        }
        AtOnce.run(6, i -> start(items.get(i)).expect(200));
        assertThat(items).contains(String.valueOf(queue().at("current_order_id")));

        AtOnce.run(6, i -> act(items.get(i), i % 2 == 0 ? "finish" : "release").expect(200));
        assertThat(now().at("media")).isNull();
        assertThat(queue().at("current_order_id")).isNull();
        assertThat(queue().each("items", "order_id")).containsExactly(items.get(1), items.get(3), items.get(5));
    }

    @Test
    void ofManyWhoFinishTheSameItemAtOnceOneDoes() {
        String item = started();
        List<Answer> answers = AtOnce.run(8, i -> act(item, "finish"));
        assertThat(answers).extracting(Answer::status).containsOnly(200, 409);
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .allSatisfy(answer -> answer.refuses(409, "not_in_queue"));
        assertThat(happenings.all("queue.media.finished")).hasSize(1);
    }

    @Test
    void aReleasedItemIsClaimableAgainInItsOldPlace() {
        String item = started();
        String later = account.media();
        Answer released = act(item, "release").expect(200);

        assertThat(released.at("media.order_id")).isEqualTo(item);
        assertThat(happenings.last("queue.media.released"))
                .isEqualTo(fields("order_id", item, "media", released.at("media")));
        assertThat(queue().each("items", "order_id")).containsExactly(item, later);
        assertThat(history()).isEmpty();
        act(item, "release").refuses(409, "not_playing");
        start(item).expect(200);
    }

    @Test
    void aFinishedItemStandsInTheHistory() {
        String item = started();
        Answer finished = act(item, "finish").expect(200);

        assertThat(happenings.last("queue.media.finished")).isEqualTo(fields("media", without(finished, "played_at")));
        assertThat(api.get("/media/history").expect(200).at("media.0")).isEqualTo(finished.at("media"));
        assertThat(queue().each("items", "order_id")).isEmpty();
        assertThat(now().json())
                .isEqualTo(fields(
                        "playing",
                        false,
                        "is_paused",
                        false,
                        "visible",
                        true,
                        "media",
                        null,
                        "started_at",
                        null,
                        "position_seconds",
                        null));
    }

    @Test
    void skippingSendsThePlayingItemToTheHistory() {
        String item = started();
        assertThat(api.post("/media/skip").expect(200).json())
                .isEqualTo(fields("success", true, "skipped_order_id", item));
        assertThat(happenings.last("queue.media.skipped")).isEmpty();
        assertThat(history()).containsExactly(item);
        assertThat(now().at("playing")).isEqualTo(false);

        assertThat(api.post("/media/skip").expect(200).json())
                .isEqualTo(fields("success", true, "skipped_order_id", null));
        assertThat(happenings.all("queue.media.skipped")).hasSize(1);
    }

    @Test
    void eventsOfATestTipsVideoSayThatTheyAreOfATest() {
        String skipped = videoOfATestTip();
        start(skipped).expect(200);
        api.post("/media/" + skipped + "/release").expect(200);
        start(skipped).expect(200);
        api.post("/media/skip").expect(200);
        String finished = videoOfATestTip();
        start(finished).expect(200);
        api.post("/media/" + finished + "/finish").expect(200);
        api.delete("/media/" + videoOfATestTip()).expect(200);

        assertThat(happenings.all())
                .hasSize(13)
                .allSatisfy(
                        event -> assertThat(Json.asObject(event.get("data"))).containsEntry("test", true));

        start(account.media()).expect(200);
        api.post("/media/skip").expect(200);
        assertThat(happenings.last("queue.media.skipped")).isEmpty();
    }

    private String videoOfATestTip() {
        return String.valueOf(api.post("/tips/test", Map.of("media", Map.of("url", StandInVideoSites.PLAYABLE)))
                .expect(201)
                .at("media.order_id"));
    }

    @Test
    void ofManyWhoSkipAtOnceOneSkips() {
        String item = started();
        List<Answer> answers = AtOnce.run(8, i -> api.post("/media/skip").expect(200));
        assertThat(answers.stream().map(answer -> answer.at("skipped_order_id")))
                .filteredOn(Objects::nonNull)
                .containsExactly(item);
        assertThat(happenings.all("queue.media.skipped")).hasSize(1);
    }

    @Test
    void aWaitingItemIsRemoved() {
        String item = account.media();
        Object media = queue().at("items.0");
        assertThat(api.delete("/media/" + item).expect(200).json()).isEqualTo(fields("success", true));
        assertThat(happenings.last("queue.media.removed")).isEqualTo(fields("media", media));
        assertThat(queue().each("items", "order_id")).isEmpty();
        assertThat(history()).isEmpty();
        api.delete("/media/" + item).refuses(404, "not_found");
    }

    @Test
    void ofStartAndRemoveAtOnceTheItemTakesOne() {
        for (int round = 0; round < 5; round++) {
            String item = account.media();
            List<Answer> answers = AtOnce.run(2, i -> i == 0 ? start(item) : api.delete("/media/" + item));
            if (answers.get(0).status() == 200) {
                assertThat(answers.get(1).refuses(409, "already_playing").at("current_order_id"))
                        .isEqualTo(item);
                act(item, "finish").expect(200);
            } else {
                answers.get(0).refuses(404, "not_found");
                answers.get(1).expect(200);
                assertThat(queue().at("current_order_id")).isNull();
            }
        }
    }

    @Test
    void aReplayIsANewItemAndOfManyAtOnceOneIsMade() {
        String item = started();
        act(item, "replay").refuses(409, "not_in_history");
        act(item, "finish").expect(200);
        List<Integer> answers = AtOnce.run(6, i -> act(item, "replay").status());

        assertThat(answers)
                .containsOnly(200, 409)
                .filteredOn(status -> status == 200)
                .hasSize(1);
        Map<String, @Nullable Object> created = happenings.last("media.created");
        assertThat(created).containsEntry("is_replay", true).containsEntry("requested_via", "api");
        assertThat(String.valueOf(created.get("order_id"))).startsWith("replay_");
        assertThat(queue().each("items", "order_id")).containsExactly(String.valueOf(created.get("order_id")));
        assertThat(history()).containsExactly(item);
        Answer soon = act(item, "replay").refuses(409, "replay_too_soon");
        assertThat(soon.at("error")).isEqualTo("The video was replayed a moment ago");
        assertThat(((BigDecimal) Objects.requireNonNull(soon.at("retry_after"))).intValue())
                .isBetween(1, 31);
        clock.advance(Duration.ofSeconds(31));
        act(item, "replay").expect(200);
        assertThat(queue().each("items", "is_replay")).containsExactly("true", "true");
        start(String.valueOf(created.get("order_id"))).expect(200);
    }

    @Test
    void pausingClearsTheTimingAnchor() {
        String item = started();
        assertThat(api.post("/media/pause").expect(200).json()).isEqualTo(fields("success", true));
        assertThat(happenings.last("queue.media.paused")).isEmpty();
        assertThat(queue().at("is_paused")).isEqualTo(true);
        assertThat(now().at("is_paused")).isEqualTo(true);
        assertThat(now().at("media.order_id")).isEqualTo(item);
        assertThat(now().at("started_at")).isNull();
        assertThat(now().at("position_seconds")).isNull();

        api.post("/media/resume").expect(200);
        assertThat(happenings.last("queue.media.resumed")).isEmpty();
        assertThat(now().at("is_paused")).isEqualTo(false);
        assertThat(now().at("position_seconds")).isNull();
        start(item).expect(200);
        assertThat(position()).isZero();
        act(item, "finish").expect(200);
    }

    @Test
    void whileItIsPausedNobodyTellsAPosition() {
        api.post("/media/pause").expect(200);
        started();
        assertThat(now().at("started_at")).isNotNull();
        assertThat(now().at("position_seconds")).isNull();
    }

    @Test
    void thePlayerIsHiddenAndShown() {
        assertThat(queue().at("visible")).isEqualTo(true);
        api.post("/media/hide").expect(200);
        assertThat(happenings.last("queue.media.hidden")).isEmpty();
        assertThat(queue().at("visible")).isEqualTo(false);
        assertThat(now().at("visible")).isEqualTo(false);
        api.post("/media/show").expect(200);
        assertThat(happenings.last("queue.media.shown")).isEmpty();
        assertThat(now().at("visible")).isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource({"pause, resume, paused", "hide, show, hidden"})
    void switchingToWhatIsAlreadyTheCaseSucceedsAndTellsNobody(String on, String off, String event) {
        api.post("/media/" + off).expect(200);
        assertThat(account.events()).isEmpty();
        AtOnce.run(5, i -> api.post("/media/" + on).expect(200));
        assertThat(happenings.all("queue.media." + event)).hasSize(1);
        AtOnce.run(5, i -> api.post("/media/" + off).expect(200));
        assertThat(account.events()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "start, waiting, 200,",
        "start, playing, 200,",
        "start, played, 409, not_in_queue",
        "start, removed, 404, not_found",
        "finish, waiting, 409, not_playing",
        "finish, played, 409, not_in_queue",
        "finish, removed, 404, not_found",
        "release, waiting, 409, not_playing",
        "release, played, 409, not_in_queue",
        "release, removed, 404, not_found",
        "replay, waiting, 409, not_in_history",
        "replay, playing, 409, not_in_history",
        "replay, removed, 404, not_found",
        "delete, playing, 409, already_playing",
        "delete, played, 409, not_in_queue",
        "delete, removed, 404, not_found"
    })
    void whatAnItemAnswersWhereItStands(String action, String state, int status, @Nullable String code) {
        String item = itemThatIs(state);
        List<String> before = account.eventTypes();
        Answer answer = action.equals("delete") ? api.delete("/media/" + item) : act(item, action);
        if (code == null) {
            answer.expect(status);
        } else {
            answer.refuses(status, code);
            assertThat(account.eventTypes()).isEqualTo(before);
        }
    }

    @Test
    void whatIsNobodysOrAnotherAccountsIsNotFound() {
        String others = Service.shared().newAccount().media();
        for (String item : List.of("media_1763693883123_0h5m8z4q2w9x7y3k", "nonsense", others, account.tip("Ada"))) {
            for (String action : List.of("start", "finish", "release", "replay")) {
                act(item, action).refuses(404, "not_found");
            }
            api.delete("/media/" + item).refuses(404, "not_found");
        }
    }

    @Test
    void queueAndHistoryAreWalkedPageByPage() {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            items.add(account.media());
        }
        api.post("/media/hide").expect(200);
        assertThat(walk("/media/queue", "items", "after")).isEqualTo(items);
        for (String item : items) {
            start(item).expect(200);
            act(item, "finish").expect(200);
        }
        assertThat(walk("/media/history", "media", "before")).isEqualTo(items.reversed());
        assertThat(api.get("/media/queue?after=" + items.get(2)).expect(200).each("items", "order_id"))
                .isEmpty();
        String waiting = account.media();
        for (String cursor : List.of("x", waiting)) {
            assertThat(api.get("/media/history?before=" + cursor)
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("before");
        }
        assertThat(api.get("/media/queue?after=x").refuses(400, "bad_request").at("field"))
                .isEqualTo("after");
        api.get("/media/history?limit=101").refuses(400, "bad_request");
    }

    @Test
    void readingAndControllingTakeTheirScopes() {
        account.api(Scope.MEDIA_CONTROL).get("/media/queue").refuses(403, "missing_scope");
        account.api(Scope.MEDIA_CONTROL).get("/media/now").refuses(403, "missing_scope");
        account.api(Scope.MEDIA_READ).post("/media/pause").refuses(403, "missing_scope");
        account.api(Scope.MEDIA_READ)
                .post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                .refuses(403, "missing_scope");
        account.api(Scope.MEDIA_READ).get("/media/history").expect(200);
    }

    @Test
    void aModeratorRunsTheQueueAndSaysSo() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        String base = "/dashboard/api/media";
        Answer made =
                moderator.post(base, Map.of("url", StandInVideoSites.PLAYABLE)).expect(201);
        assertThat(made.at("media.requested_via")).isEqualTo("admin");
        String item = String.valueOf(made.at("media.order_id"));
        for (String step : List.of("/pause", "/resume", "/hide", "/show")) {
            moderator.post(base + step).expect(200);
        }
        moderator.post(base + "/" + item + "/start").expect(200);
        moderator.post(base + "/" + item + "/release").expect(200);
        moderator.post(base + "/" + item + "/start").expect(200);
        assertThat(moderator.get(base + "/now").expect(200).at("media.order_id"))
                .isEqualTo(item);
        moderator.post(base + "/skip").expect(200);
        moderator.post(base + "/" + item + "/replay").expect(200);
        String replay =
                String.valueOf(moderator.get(base + "/queue").expect(200).at("items.0.order_id"));
        moderator.delete(base + "/" + replay).expect(200);
        assertThat(moderator.get(base + "/history").expect(200).each("media", "order_id"))
                .containsExactly(item);
        assertThat(happenings.all())
                .hasSize(11)
                .allSatisfy(
                        event -> assertThat(Json.asObject(event.get("actor"))).containsEntry("type", "user"));
    }

    @Test
    void aSocketBeginsWithTheQueueAndSeesWhatHappens() {
        String item = account.media();
        try (TestSocket socket = TestSocket.signIn(Service.shared(), account.newKey(Set.of(Scope.MEDIA_READ)))) {
            Map<String, @Nullable Object> data =
                    Json.asObject(socket.next("ready").get("data"));
            assertThat(Json.asObject(data.get("snapshot"))).containsOnlyKeys("media", "tipping");
            assertThat(Json.asObject(data.get("snapshot")).get("media")).isEqualTo(queue().json());
            start(item).expect(200);
            assertThat(Json.asObject(
                            Json.asObject(socket.next("queue.media.started").get("data"))
                                    .get("media")))
                    .containsEntry("order_id", item);
        }
    }

    private Answer start(String item) {
        return act(item, "start");
    }

    private Answer act(String item, String action) {
        return api.post("/media/" + item + "/" + action);
    }

    private Answer queue() {
        return api.get("/media/queue").expect(200);
    }

    private Answer now() {
        return api.get("/media/now").expect(200);
    }

    private int position() {
        return ((BigDecimal) Objects.requireNonNull(now().at("position_seconds"))).intValueExact();
    }

    private List<String> history() {
        return api.get("/media/history").expect(200).each("media", "order_id");
    }

    private String request(String url, int startTime) {
        return String.valueOf(api.post("/media", Map.of("url", url, "start_time", startTime))
                .expect(201)
                .at("media.order_id"));
    }

    private String started() {
        String item = account.media();
        start(item).expect(200);
        return item;
    }

    private String itemThatIs(String state) {
        String item = account.media();
        switch (state) {
            case "waiting" -> {}
            case "playing" -> start(item).expect(200);
            case "played" -> {
                start(item).expect(200);
                act(item, "finish").expect(200);
            }
            case "removed" -> api.delete("/media/" + item).expect(200);
            default -> throw new IllegalArgumentException(state);
        }
        return item;
    }

    private List<String> walk(String path, String list, String cursor) {
        List<String> walked = new ArrayList<>();
        @Nullable Object next = null;
        do {
            Answer page = api.get(path + "?limit=2" + (next == null ? "" : "&" + cursor + "=" + next))
                    .expect(200);
            assertThat(page.each(list, "order_id")).hasSizeBetween(1, 2);
            walked.addAll(page.each(list, "order_id"));
            next = page.at("next_cursor");
            assertThat(page.at("has_more")).isEqualTo(next != null);
        } while (next != null && walked.size() < 10);
        return walked;
    }

    private static Map<String, @Nullable Object> without(Answer answer, String field) {
        Map<String, @Nullable Object> media = new LinkedHashMap<>(Json.asObject(answer.at("media")));
        assertThat(media.remove(field)).isNotNull();
        return media;
    }

    private static Map<String, @Nullable Object> fields(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return fields;
    }
}
