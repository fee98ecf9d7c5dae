package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Sums that many requests add to at the same moment.
@NullMarked
class HotSumsTest {

    private static final int WRITERS = 200;
    private static final BigDecimal CENT = new BigDecimal("0.01");

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void twoHundredPaidTipsOfOneDonorAtOnceAllCount() {
        String goal = goal();
        List<Integer> answers = AtOnce.run(
                WRITERS,
                i -> api.post("/tips", Map.of("name", "Ada", "amount", CENT, "paid", true))
                        .status());
        assertThat(answers).containsOnly(201);
        assertThat(api.get(goal).expect(200).at("tip_goal.current")).isEqualTo(BigDecimal.TWO);
        Answer board = api.get("/leaderboard?period=month").expect(200);
        assertThat(board.at("entries.0.total_amount")).isEqualTo(BigDecimal.TWO);
        assertThat(board.at("entries.0.tip_count")).isEqualTo(new BigDecimal(WRITERS));
    }

    @Test
    void twoHundredAdditionsToOneGoalAtOnceAllCount() {
        String goal = goal();
        List<Integer> answers = AtOnce.run(
                WRITERS, i -> api.post(goal + "/add", Map.of("amount", CENT)).status());
        assertThat(answers).containsOnly(200);
        assertThat(api.get(goal).expect(200).at("tip_goal.current")).isEqualTo(BigDecimal.TWO);
    }

    private String goal() {
        Answer made = account.dashboard()
                .post(
                        "/dashboard/api/overlays",
                        Map.of("name", "Goal", "width", 1920, "height", 1080, "widgets", List.of("tip_goal")))
                .expect(201);
        return "/overlays/" + made.at("overlay.id") + "/tip-goal";
    }
}
