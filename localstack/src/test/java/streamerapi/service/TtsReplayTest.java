package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Playing a tip once more (spec "TTS queue", contract "POST /tts/{orderId}/replay").
@NullMarked
class TtsReplayTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aReplayIsANewEntryOfTheSameTipThatIsNotPaid() {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        sent.put("name", "Ada");
        sent.put("amount", new BigDecimal("12.50"));
        sent.put("message", "Encore!");
        sent.put("paid", true);
        sent.put("source", "shop");
        sent.put("external_ref", "order 7");
        sent.put("platform", "beta");
        sent.put("platform_user_id", "4711");
        String played = (String) api.post("/tips", sent).expect(201).at("tip.order_id");
        play(String.valueOf(played));

        assertThat(replay(String.valueOf(played)).expect(200).json()).isEqualTo(Map.of("success", true));

        Map<String, @Nullable Object> tip =
                Json.asObject(api.get("/tts/queue").expect(200).at("items.0"));
        assertThat(String.valueOf(tip.get("order_id"))).startsWith("replay_");
        assertThat(tip)
                .containsEntry("name", "Ada")
                .containsEntry("amount", new BigDecimal("12.5"))
                .containsEntry("message", "Encore!")
                .containsEntry("source", "replay")
                .containsEntry("is_replay", true)
                .containsEntry("is_paid", false)
                .containsEntry("external_source", null)
                .containsEntry("external_ref", null)
                .containsEntry("platform", "beta")
                .containsEntry("platform_user_id", "4711");
        Map<String, @Nullable Object> told = new LinkedHashMap<>(tip);
        told.remove("queued_at");
        assertThat(happenings.last("tip.created")).isEqualTo(told);
        assertThat(api.get("/tts/history").each("tips", "order_id")).containsExactly(String.valueOf(played));
    }

    @Test
    void aTipIsNotReplayedAgainWithinThirtySeconds() {
        String played = played();
        replay(played).expect(200);

        Answer refused = replay(played).refuses(409, "replay_too_soon");

        assertThat(((BigDecimal) refused.at("retry_after"))).isBetween(new BigDecimal(28), new BigDecimal(31));
        service.clock().advance(Duration.ofSeconds(20));
        assertThat(((BigDecimal) replay(played).refuses(409, "replay_too_soon").at("retry_after")))
                .isBetween(new BigDecimal(6), new BigDecimal(11));
        assertThat(happenings.all("tip.created")).hasSize(2);
        service.clock().advance(Duration.ofSeconds(11));
        replay(played).expect(200);
        assertThat(happenings.all("tip.created")).hasSize(3);
        assertThat(api.get("/tts/queue").each("items", "is_replay")).containsExactly("true", "true");
    }

    @Test
    void ofManyReplaysAtOnceOneIsMade() {
        String played = played();

        List<Answer> answers = AtOnce.run(8, i -> replay(played));

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .hasSize(7)
                .allSatisfy(answer -> answer.refuses(409, "replay_too_soon"));
        assertThat(api.get("/tts/queue").each("items", "order_id")).hasSize(1);
    }

    @Test
    void aReplayCanBeReplayed() {
        String played = played();
        replay(played).expect(200);
        String replay = api.get("/tts/queue").each("items", "order_id").getFirst();
        play(replay);

        replay(replay).expect(200);

        String second = api.get("/tts/queue").each("items", "order_id").getFirst();
        assertThat(second).startsWith("replay_").isNotEqualTo(replay);
        assertThat(happenings.last("tip.created")).containsEntry("order_id", second);
        assertThat(api.get("/tts/history").each("tips", "order_id")).containsExactly(replay, played);
    }

    private Answer replay(String orderId) {
        return api.post("/tts/" + orderId + "/replay");
    }

    private String played() {
        String orderId = account.tip("Ada");
        play(orderId);
        return orderId;
    }

    private void play(String orderId) {
        api.post("/tts/" + orderId + "/start").expect(200);
        api.post("/tts/" + orderId + "/finish").expect(200);
    }
}
