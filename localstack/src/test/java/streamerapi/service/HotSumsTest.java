package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Sums that many requests add to at the same moment.
@NullMarked
class HotSumsTest {

    private static final int WRITERS = 200;

    /// Each is told its own sum, so they come one after the other.
    private static final int COUNTING = 50;
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

    @Test
    void fiftyIncrementsOfOneCounterAtOnceAllCountAndAreTold() {
        api.send("PUT", "/counters/deaths", Json.write(Map.of("value", 0))).expect(201);
        List<Answer> answers = AtOnce.run(COUNTING, i -> api.post("/counters/deaths/increment", Map.of("amount", 1)));
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        List<BigDecimal> sums =
                IntStream.rangeClosed(1, COUNTING).mapToObj(BigDecimal::new).toList();
        assertThat(answers)
                .extracting(answer -> answer.at("counter.value"))
                .containsExactlyInAnyOrderElementsOf(
                        sums.stream().map(Object.class::cast).toList());
        assertThat(account.events().stream()
                        .skip(1)
                        .map(text -> Json.asObject(
                                        Json.asObject(Json.read(text)).get("data"))
                                .get("value")))
                .containsExactlyInAnyOrderElementsOf(
                        sums.stream().map(Object.class::cast).toList());
    }

    private String goal() {
        Answer made = account.dashboard()
                .post(
                        "/dashboard/api/overlays",
                        Map.of("name", "Goal", "width", 1920, "height", 1080, "widgets", List.of("goal")))
                .expect(201);
        return "/overlays/" + made.at("overlay.id") + "/tip-goal";
    }
}
