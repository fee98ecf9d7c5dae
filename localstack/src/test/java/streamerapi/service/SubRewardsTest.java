package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// Credits that viewers spend on messages (contract "Ingest": `sub_reward.redeemed`).
@NullMarked
class SubRewardsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final ApiClient api = account.api();

    SubRewardsTest() {
        alpha.send("viewer.signed_in", Map.of("platform_user_id", "1", "login", "novafox", "display_name", "NovaFox"));
    }

    private void grant(int amount) {
        api.post("/viewers/alpha:1/credits/grant", Map.of("amount", amount)).expect(200);
    }

    private static Map<String, @Nullable Object> redemption(String id, @Nullable String message) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("redemption_id", id);
        data.put("platform_user_id", "1");
        data.put("message", message);
        return data;
    }

    private Answer redeem(String id, @Nullable String message) {
        return alpha.sendAs(UUID.randomUUID().toString(), "sub_reward.redeemed", redemption(id, message));
    }

    private void has(long available, long used) {
        Answer viewer = api.get("/viewers/alpha:1").expect(200);
        assertThat(viewer.at("credits.available")).isEqualTo(BigDecimal.valueOf(available));
        assertThat(viewer.at("credits.used")).isEqualTo(BigDecimal.valueOf(used));
        assertThat(api.get("/viewers/alpha:1/rewards").expect(200).each("rewards", "order_id"))
                .hasSize((int) used);
    }

    private void settings(Map<String, Object> changes) {
        account.dashboard().patch("/dashboard/api/settings", changes).expect(200);
    }

    @Test
    void aCreditBecomesAnUnpaidTip() {
        grant(2);
        assertThat(redeem("r1", "Hello there").expect(202).json())
                .isEqualTo(Map.of("success", true, "duplicate", false));
        Map<String, @Nullable Object> tip = Json.asObject(((List<?>)
                        Objects.requireNonNull(api.get("/tts/queue").expect(200).at("items")))
                .getFirst());
        assertThat(tip)
                .containsEntry("source", "sub_reward")
                .containsEntry("is_sub_reward", true)
                .containsEntry("is_paid", false)
                .containsEntry("name", "NovaFox")
                .containsEntry("message", "Hello there")
                .containsEntry("amount", null)
                .containsEntry("platform", "alpha")
                .containsEntry("platform_user_id", "1");
        has(1, 1);
        Answer rewards = api.get("/viewers/novafox/rewards").expect(200);
        assertThat(rewards.at("rewards.0.order_id")).isEqualTo(tip.get("order_id"));
        assertThat(rewards.at("rewards.0.message")).isEqualTo("Hello there");
        assertThat(new AccountEvents(account).all("tip.created")).hasSize(1);
    }

    @Test
    void rewardsAreListedPageByPage() {
        grant(2);
        redeem("r1", "First").expect(202);
        redeem("r2", "Second").expect(202);
        Answer newest = api.get("/viewers/alpha:1/rewards?limit=1").expect(200);
        assertThat(newest.each("rewards", "message")).containsExactly("Second");
        Answer last = api.get("/viewers/alpha:1/rewards?before=" + newest.at("next_cursor"))
                .expect(200);
        assertThat(last.each("rewards", "message")).containsExactly("First");
        assertThat(last.at("next_cursor")).isNull();
        for (String unknown : List.of("0".repeat(26), "7" + "z".repeat(25), "xyz")) {
            api.get("/viewers/alpha:1/rewards?before=" + unknown)
                    .refuses(400, "bad_request")
                    .names("before");
        }
    }

    @Test
    void withoutACreditNothingHappens() {
        for (int i = 0; i < 2; i++) {
            Answer refused = redeem("r1", "Hello").refuses(409, "insufficient_credits");
            assertThat(refused.at("available")).isEqualTo(BigDecimal.ZERO);
        }
        assertThat(account.eventTypes()).isEmpty();
        grant(1);
        redeem("r1", "Hello").expect(202);
        redeem("r2", "Hello").refuses(409, "insufficient_credits");
        has(0, 1);
    }

    @Test
    void whoNeverSignedInHasNoCredit() {
        Map<String, @Nullable Object> data = redemption("r1", "Hello");
        data.put("platform_user_id", "2");
        alpha.sendAs("m", "sub_reward.redeemed", data).refuses(409, "insufficient_credits");
    }

    @Test
    void aMessageThatSpentTheLastCreditIsADuplicateIfItComesAgain() {
        grant(1);
        assertThat(alpha.sendAs("m1", "sub_reward.redeemed", redemption("r1", "Hello"))
                        .expect(202)
                        .at("duplicate"))
                .isEqualTo(false);
        assertThat(alpha.sendAs("m1", "sub_reward.redeemed", redemption("r2", "Hello"))
                        .expect(202)
                        .at("duplicate"))
                .isEqualTo(true);
        alpha.sendAs("m2", "sub_reward.redeemed", redemption("r2", "Hello")).refuses(409, "insufficient_credits");
        has(0, 1);
    }

    @Test
    void aRedemptionThatComesAgainUnderAnotherIdIsOne() {
        grant(2);
        assertThat(redeem("r1", "Hello").expect(202).at("duplicate")).isEqualTo(false);
        assertThat(redeem("r1", "Hello").expect(202).at("duplicate")).isEqualTo(true);
        List<Answer> answers = AtOnce.run(20, i -> redeem("r2", "Hello").expect(202));
        assertThat(answers)
                .filteredOn(answer -> Boolean.FALSE.equals(answer.at("duplicate")))
                .hasSize(1);
        has(0, 2);
    }

    @Test
    void theSameMessageAgainIsADuplicateWhenTheLastCreditIsSpent() {
        grant(1);
        Map<String, @Nullable Object> message = alpha.message("same", "sub_reward.redeemed", redemption("r1", "Hello"));
        List<Answer> answers = AtOnce.run(20, i -> alpha.post(message).expect(202));
        assertThat(answers)
                .filteredOn(answer -> Boolean.FALSE.equals(answer.at("duplicate")))
                .hasSize(1);
        has(0, 1);
    }

    @Test
    void aBlockedMessageCostsNoCredit() {
        settings(Map.of("filter", Map.of("block", List.of("vile"))));
        grant(1);
        for (boolean again : List.of(false, true)) {
            assertThat(redeem("r1", "so vile").expect(202).json())
                    .isEqualTo(Map.of("success", true, "duplicate", again, "blocked", true));
        }
        has(1, 0);
        assertThat(account.eventTypes()).containsExactly("tip.blocked");
    }

    @Test
    void aReplacedWordIsReplacedInTheRewardToo() {
        settings(Map.of("filter", Map.of("replace", List.of("heck"))));
        grant(1);
        redeem("r1", "what the heck").expect(202);
        assertThat(api.get("/viewers/alpha:1/rewards").expect(200).at("rewards.0.message"))
                .isEqualTo("what the ****");
    }

    @Test
    void aRejectedMessageGivesTheCreditBackAndAnApprovedOneDoesNot() {
        settings(Map.of("review", Map.of("hold_all", true)));
        grant(2);
        redeem("r1", "Hello").expect(202);
        for (boolean again : List.of(false, true)) {
            assertThat(redeem("r2", "Hello").expect(202).json())
                    .isEqualTo(Map.of("success", true, "duplicate", again, "held", true));
        }
        has(0, 2);
        ApiClient dashboard = account.dashboard();
        List<String> held =
                dashboard.get("/dashboard/api/held-tips").expect(200).each("tips", "order_id");
        dashboard
                .post("/dashboard/api/held-tips/" + held.getFirst() + "/reject", Map.of("reason", "no"))
                .expect(200);
        has(1, 1);
        dashboard
                .post("/dashboard/api/held-tips/" + held.getLast() + "/approve", Map.of())
                .expect(200);
        has(1, 1);
        dashboard
                .post("/dashboard/api/held-tips/" + held.getFirst() + "/reject", Map.of())
                .refuses(409, "already_resolved");
        has(1, 1);
    }

    @Test
    void fiftyRedemptionsOfTenCreditsAreTenTips() {
        grant(10);
        List<Integer> statuses = AtOnce.run(50, i -> redeem("r" + i, "Hello").status());
        assertThat(statuses).filteredOn(status -> status == 202).hasSize(10);
        assertThat(statuses).filteredOn(status -> status == 409).hasSize(40);
        has(0, 10);
    }

    @Test
    void aFieldOfAnotherKindIsNamed() {
        grant(1);
        Map<String, Object[]> wrong = Map.of(
                "redemption_id", new Object[] {5, "", "x".repeat(256), true},
                "platform_user_id", new Object[] {5, "", "x".repeat(65)},
                "message", new Object[] {5, "x".repeat(501), List.of()});
        wrong.forEach((field, values) -> {
            for (Object value : values) {
                Map<String, @Nullable Object> data = redemption("r1", "Hello");
                data.put(field, value);
                assertThat(alpha.sendAs("m", "sub_reward.redeemed", data)
                                .refuses(400, "bad_request")
                                .at("field"))
                        .as(field + " " + value)
                        .isEqualTo("data." + field);
            }
        });
        has(1, 0);
    }
}
