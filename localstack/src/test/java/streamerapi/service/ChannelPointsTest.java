package streamerapi.service;

import org.awaitility.Awaitility;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// Channel point redemptions: kept, resolved at the platform once, and what they do.
@NullMarked
class ChannelPointsTest {

    private static final String REWARD = "reward-1";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final ApiClient api = account.api();

    private static Map<String, @Nullable Object> redemption(String id, @Nullable String input) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("user_id", "1");
        data.put("user_name", "NovaFox");
        data.put("user_login", "novafox");
        data.put("reward_id", REWARD);
        data.put("reward_title", "Name the next boss");
        data.put("reward_cost", 2_500);
        data.put("user_input", input);
        data.put("redemption_id", id);
        data.put("status", "unfulfilled");
        data.put("redeemed_at", "2026-09-12T18:20:31.123Z");
        data.put("is_managed", true);
        data.put("broadcaster_id", "channel-9");
        return data;
    }

    private void redeem(String id, @Nullable String input) {
        alpha.send("channel_point_redemption", redemption(id, input));
    }

    private Answer resolve(String id, String how) {
        return api.post("/channel-points/redemptions/" + id + "/" + how);
    }

    private void map(Map<String, Object> action) {
        Map<String, Object> reward = new LinkedHashMap<>(action);
        reward.put("reward_id", REWARD);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("rewards", List.of(reward)))
                .expect(200);
    }

    private List<String> calls() {
        return alpha.calls().stream()
                .map(call -> String.valueOf(call.get("action")))
                .toList();
    }

    private void isCalled(String... actions) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> assertThat(calls()).containsExactly(actions));
    }

    @Test
    void aRedemptionBecomesItsEvent() {
        redeem("r1", "Sir Clanksalot");
        Map<String, @Nullable Object> data = new LinkedHashMap<>(redemption("r1", "Sir Clanksalot"));
        data.remove("user_id");
        data.remove("broadcaster_id");
        assertThat(new AccountEvents(account).all("alpha.channel_point_redemption"))
                .singleElement()
                .satisfies(
                        event -> assertThat(Json.writeText(event.get("data"))).isEqualTo(Json.writeText(data)));
    }

    @Test
    void anEventThatIsTriggeredResolvesNothing() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        map(Map.of("action", "tts"));
        redeem("r1", "Sir Clanksalot");
        Object tip = account.dashboard().get("/dashboard/api/held-tips").at("tips.0.order_id");
        Map<String, Object> data = Map.of("order_id", tip, "decision", "rejected");
        api.post("/events/trigger", Map.of("type", "tip.reviewed", "data", data))
                .expect(202);
        account.dashboard()
                .post("/dashboard/api/held-tips/" + tip + "/approve", Map.of())
                .expect(200);
        isCalled("redemption.fulfill");
    }

    @Test
    void aViewerWhoseNameShowsNothingIsCalledByTheLogin() {
        map(Map.of("action", "tts"));
        Map<String, @Nullable Object> nameless = redemption("r1", "Sir Clanksalot");
        nameless.put("user_name", "\u202e\u200e");
        alpha.send("channel_point_redemption", nameless);
        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("novafox");
    }

    @Test
    void itsTextsPassTheFilter() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("vile"))))
                .expect(200);
        redeem("r1", "so vile");
        assertThat(Json.asObject(new AccountEvents(account).all().getLast().get("data"))
                        .get("user_input"))
                .isEqualTo("so ****");
    }

    @Test
    void fulfillAndCancelCallThePlatformWithWhatItNeeds() {
        redeem("r1", null);
        redeem("r2", null);
        assertThat(resolve("r1", "fulfill").expect(200).json())
                .isEqualTo(Map.of("success", true, "redemption", Map.of("redemption_id", "r1", "status", "fulfilled")));
        assertThat(resolve("r2", "cancel").expect(200).at("redemption.status")).isEqualTo("canceled");
        assertThat(calls()).containsExactly("redemption.fulfill", "redemption.cancel");
        assertThat(alpha.calls().getFirst().get("data"))
                .isEqualTo(Map.of("broadcaster_id", "channel-9", "reward_id", REWARD, "redemption_id", "r1"));
    }

    @Test
    void aRedemptionIsResolvedOnce() {
        redeem("r1", null);
        resolve("r1", "fulfill").expect(200);
        resolve("r1", "fulfill").refuses(409, "already_resolved");
        resolve("r1", "cancel").refuses(409, "already_resolved");
        assertThat(calls()).hasSize(1);
    }

    @Test
    void ofTwentyWhoResolveAtOnceOneCallsThePlatform() {
        redeem("r1", null);
        List<Integer> statuses = AtOnce.run(
                20, i -> resolve("r1", i % 2 == 0 ? "fulfill" : "cancel").status());
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(19);
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aRefusalOfThePlatformChangesNothing() {
        redeem("r1", null);
        for (String answer : List.of("not_sent", "404")) {
            alpha.answers(answer);
            resolve("r1", "fulfill").refuses(503, "unavailable");
        }
        alpha.answers("sent");
        resolve("r1", "cancel").expect(200);
        isCalled("redemption.fulfill", "redemption.fulfill", "redemption.cancel");
    }

    @Test
    void aPlatformThatDoesNotAnswerIsAskedAgainAndTheSameRequestAsksAtOnce() {
        redeem("r1", null);
        for (String answer : List.of("error", "none")) {
            alpha.answers(answer);
            resolve("r1", "fulfill").refuses(503, "unavailable");
        }
        alpha.answers("sent");
        resolve("r1", "cancel").refuses(409, "already_resolved");
        assertThat(resolve("r1", "fulfill").expect(200).at("redemption.status")).isEqualTo("fulfilled");
        resolve("r1", "fulfill").refuses(409, "already_resolved");
        assertThat(calls()).hasSize(3);
        assertThat(alpha.calls().stream().map(call -> call.get("id")).distinct())
                .hasSize(1);
    }

    @Test
    void aKeyThatIsSentAgainIsAnsweredAgainAndCallsNobody() {
        redeem("r1", null);
        ApiClient once = api.with("Idempotency-Key", "one");
        once.post("/channel-points/redemptions/r1/fulfill").expect(200);
        once.post("/channel-points/redemptions/r1/fulfill").expect(200);
        assertThat(calls()).hasSize(1);
    }

    @Test
    void whatCannotBeResolvedIsRefused() {
        resolve("r9", "fulfill").refuses(404, "not_found");
        Map<String, @Nullable Object> foreign = redemption("r1", null);
        foreign.put("is_managed", false);
        alpha.send("channel_point_redemption", foreign);
        resolve("r1", "fulfill").refuses(409, "reward_not_managed");
        resolve("r1", "cancel").refuses(409, "reward_not_managed");
        Map<String, @Nullable Object> resolved = redemption("r2", null);
        resolved.put("status", "fulfilled");
        alpha.send("channel_point_redemption", resolved);
        resolve("r2", "fulfill").refuses(409, "already_resolved");
        account.api(Scope.VIEWERS_READ)
                .post("/channel-points/redemptions/r1/fulfill")
                .refuses(403, "missing_scope");
        service.newAccount()
                .api()
                .post("/channel-points/redemptions/r2/fulfill")
                .refuses(404, "not_found");
        assertThat(calls()).isEmpty();
    }

    /// Twitch fulfils the redemptions of some rewards at once. One that was cancelled has cost the viewer nothing.
    @Test
    void aRedemptionThatComesFulfilledHasItsActionAndOneThatComesCancelledHasNone() {
        map(Map.of("action", "tts"));
        for (String status : List.of("canceled", "fulfilled")) {
            Map<String, @Nullable Object> resolved = redemption(status, "It came " + status);
            resolved.put("status", status);
            alpha.send("channel_point_redemption", resolved);
        }
        assertThat(api.get("/tts/queue").each("items", "message")).containsExactly("It came fulfilled");
        assertThat(new AccountEvents(account).all("alpha.channel_point_redemption"))
                .hasSize(2);
        resolve("canceled", "fulfill").refuses(409, "already_resolved");
        assertThat(calls()).isEmpty();
    }

    @Test
    void aRedeliveryUnderAFreshIdIsOneRedemption() {
        map(Map.of("action", "tts"));
        assertThat(alpha.send("channel_point_redemption", redemption("r1", "Hello"))
                        .at("duplicate"))
                .isEqualTo(false);
        List<Answer> answers = AtOnce.run(
                20,
                i -> alpha.sendAs(
                                UUID.randomUUID().toString(),
                                "channel_point_redemption",
                                redemption("r" + (1 + i % 2), "Hello"))
                        .expect(202));
        assertThat(answers)
                .filteredOn(answer -> Boolean.FALSE.equals(answer.at("duplicate")))
                .hasSize(1);
        assertThat(new AccountEvents(account).all("alpha.channel_point_redemption"))
                .hasSize(2);
        assertThat(new AccountEvents(account).all("tip.created")).hasSize(2);
        isCalled("redemption.fulfill", "redemption.fulfill");
    }

    @Test
    void aRewardOfTtsIsATipAndFulfilled() {
        map(Map.of("action", "tts"));
        redeem("r1", "Hello there");
        isCalled("redemption.fulfill");
        Answer queue = api.get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.message")).isEqualTo("Hello there");
        assertThat(queue.at("items.0.source")).isEqualTo("channel_point");
        assertThat(queue.at("items.0.name")).isEqualTo("NovaFox");
        assertThat(queue.at("items.0.is_paid")).isEqualTo(false);
        resolve("r1", "cancel").refuses(409, "already_resolved");
    }

    @Test
    void aTipThatTheFilterBlocksIsRefunded() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("vile"))))
                .expect(200);
        map(Map.of("action", "tts"));
        redeem("r1", "so vile");
        redeem("r2", null);
        redeem("r3", "\u200b\u3164");
        isCalled("redemption.cancel", "redemption.cancel", "redemption.cancel");
        assertThat(api.get("/tts/queue").expect(200).at("items")).isEqualTo(List.of());
    }

    @Test
    void homeSaysWhatThePlatformDidNotResolve() {
        map(Map.of("action", "tts"));
        alpha.answers("not_sent");
        redeem("r1", null);
        isCalled("redemption.cancel");
        redeem("r2", "Hello");
        isCalled("redemption.cancel", "redemption.fulfill");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Awaitility.await()
                .untilAsserted(() -> assertThat(owner.open("/dashboard/home").text())
                        .contains("Twitch did not give a viewer's channel points back.")
                        .contains("Twitch did not mark a redemption as fulfilled."));
    }

    @Test
    void aTipThatWaitsIsResolvedByWhatAModeratorDecides() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        map(Map.of("action", "tts"));
        redeem("r1", "First");
        redeem("r2", "Second");
        ApiClient dashboard = account.dashboard();
        List<String> held =
                dashboard.get("/dashboard/api/held-tips").expect(200).each("tips", "order_id");
        dashboard
                .post("/dashboard/api/held-tips/" + held.getFirst() + "/reject", Map.of())
                .expect(200);
        isCalled("redemption.cancel");
        dashboard
                .post("/dashboard/api/held-tips/" + held.getLast() + "/approve", Map.of())
                .expect(200);
        isCalled("redemption.cancel", "redemption.fulfill");
        assertThat(String.valueOf(alpha.calls().getLast().get("data"))).contains("r1");
    }

    @Test
    void aRedemptionThatIsBeingResolvedIsNotResolvedByAModeratorToo() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        map(Map.of("action", "tts"));
        redeem("r1", "First");
        alpha.answers("none");
        resolve("r1", "fulfill").refuses(503, "unavailable");
        alpha.answers("sent");
        Object held =
                account.dashboard().get("/dashboard/api/held-tips").expect(200).at("tips.0.order_id");
        account.dashboard()
                .post("/dashboard/api/held-tips/" + held + "/reject", Map.of())
                .expect(200);
        resolve("r1", "cancel").refuses(409, "already_resolved");
        resolve("r1", "fulfill").expect(200);
        assertThat(calls()).containsOnly("redemption.fulfill");
    }

    @Test
    void aRewardOfMediaIsAVideoAndFulfilledOrRefunded() {
        map(Map.of("action", "media"));
        redeem("r1", StandInVideoSites.PLAYABLE);
        isCalled("redemption.fulfill");
        Answer queue = api.get("/media/queue").expect(200);
        assertThat(queue.at("items.0.requested_via")).isEqualTo("channel_point");
        assertThat(queue.at("items.0.donor_name")).isEqualTo("NovaFox");
        redeem("r2", "https://example.com/no-video");
        isCalled("redemption.fulfill", "redemption.cancel");
    }

    @Test
    void aRewardOfACounterIsAStepAndFulfilled() {
        api.send("PUT", "/counters/deaths", Json.write(Map.of("value", 5))).expect(201);
        map(Map.of("action", "counter", "counter", "deaths", "amount", 2));
        redeem("r1", null);
        isCalled("redemption.fulfill");
        assertThat(String.valueOf(api.get("/counters/deaths").expect(200).at("counter.value")))
                .isEqualTo("7");
        api.delete("/counters/deaths").expect(200);
        redeem("r2", null);
        isCalled("redemption.fulfill", "redemption.cancel");
    }

    @Test
    void homeSaysThatARewardHasACounterThatIsGone() {
        api.send("PUT", "/counters/gone", Json.write(Map.of("value", 5))).expect(201);
        map(Map.of("action", "counter", "counter", "gone"));
        api.delete("/counters/gone").expect(200);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        redeem("r1", null);
        redeem("r2", null);
        assertThat(owner.open("/dashboard/home").text())
                .containsOnlyOnce("The reward “Name the next boss” adds to the counter gone, which does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    tts   | is to be spoken, but viewers enter no message with it.
                    media | is to play a video, but viewers enter no link with it.
                    """)
    void homeSaysThatARewardNeedsATextThatViewersDoNotEnter(String action, String words) {
        map(Map.of("action", action));
        redeem("r1", " ");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open("/dashboard/home").text()).doesNotContain(words);
        redeem("r2", null);
        assertThat(owner.open("/dashboard/home").text()).contains("The reward “Name the next boss” " + words);
    }

    @Test
    void aRewardThatIsNotOfTheServiceDoesItsActionAndIsNotResolved() {
        map(Map.of("action", "tts"));
        Map<String, @Nullable Object> foreign = redemption("r1", "Hello");
        foreign.put("is_managed", false);
        alpha.send("channel_point_redemption", foreign);
        assertThat(api.get("/tts/queue").expect(200).each("items", "message")).containsExactly("Hello");
        redeem("r2", "Hello");
        isCalled("redemption.fulfill");
    }

    @Test
    void aRewardOfNothingStaysOpen() {
        map(Map.of("action", "none"));
        redeem("r1", null);
        resolve("r1", "cancel").expect(200);
        assertThat(calls()).containsExactly("redemption.cancel");
    }

    @Test
    void aFieldOfAnotherKindIsNamed() {
        Map<String, Object[]> wrong = new LinkedHashMap<>();
        wrong.put("redemption_id", new Object[] {5, "", "x".repeat(129)});
        wrong.put("reward_id", new Object[] {5, ""});
        wrong.put("user_name", new Object[] {5, ""});
        wrong.put("user_login", new Object[] {5, ""});
        wrong.put("reward_title", new Object[] {5, ""});
        wrong.put("reward_cost", new Object[] {-1, "5", true});
        wrong.put("user_input", new Object[] {5, "x".repeat(501)});
        wrong.put("status", new Object[] {5, ""});
        wrong.put("redeemed_at", new Object[] {5, "yesterday"});
        wrong.put("is_managed", new Object[] {5, "true"});
        wrong.forEach((field, values) -> {
            for (Object value : values) {
                Map<String, @Nullable Object> data = redemption("r1", null);
                data.put(field, value);
                assertThat(alpha.sendAs("m", "channel_point_redemption", data)
                                .refuses(400, "bad_request")
                                .at("field"))
                        .as(field + " " + value)
                        .isEqualTo("data." + field);
            }
        });
        assertThat(account.rows("REDEMPTION#")).isEmpty();
        assertThat(account.eventTypes()).isEmpty();
    }
}
