package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the controls that all of a team have during a show: the queue's, and tips by hand (contract "Dashboard").
@NullMarked
class DashboardControlsTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient moderator = account.dashboard(Role.MODERATOR);

    @Test
    void theWholeLifeOfATipIsControlledByAModeratorAndSaysSo() {
        String tip = account.tip("Ada");
        moderator.post(tts("pause")).expect(200);
        moderator.post(tts(tip + "/start")).refuses(409, "queue_paused");
        moderator.post(tts("resume")).expect(200);
        moderator.post(tts(tip + "/start")).expect(200);
        assertThat(moderator.get(tts("now")).expect(200).at("tip.order_id")).isEqualTo(tip);
        moderator.post(tts(tip + "/release")).expect(200);
        moderator.post(tts(tip + "/start")).expect(200);
        moderator.post(tts(tip + "/finish")).expect(200);
        assertThat(moderator.get(tts("history?limit=5")).expect(200).each("tips", "order_id"))
                .containsExactly(tip);
        moderator.post(tts(tip + "/replay")).expect(200);
        moderator.post(tts("skip")).expect(200);
        moderator.delete(tts(account.tip("Bo"))).expect(200);
        moderator.post(tts("clear")).expect(200);
        assertThat(moderator.get(tts("queue")).expect(200).each("items", "order_id"))
                .isEmpty();

        Object user = moderator.get("/dashboard/api/session").expect(200).at("user.id");
        assertThat(actors("queue.tts."))
                .isNotEmpty()
                .allSatisfy(actor -> assertThat(actor)
                        .containsExactly(
                                Map.entry("type", "user"),
                                Map.entry("user_id", user),
                                entry("platform"),
                                entry("platform_id"),
                                entry("login"),
                                entry("display_name")));
        assertThat(account.eventTypes())
                .containsSequence("queue.tts.paused", "queue.tts.resumed", "queue.tts.started", "queue.tts.released");
    }

    @Test
    void whatAKeyDoesIsStillTheKeys() {
        account.api().post("/tts/pause").expect(200);
        assertThat(actors("queue.tts.paused"))
                .singleElement()
                .satisfies(actor -> assertThat(actor).containsEntry("type", "api_key"));
    }

    @Test
    void aTipByHandIsManualAndUnpaid() {
        Answer created = moderator
                .post("/dashboard/api/manual-tips", Map.of("name", "Ada", "amount", 5, "message", "From the jar"))
                .expect(201);
        assertThat(created.at("tip.source")).isEqualTo("manual");
        assertThat(created.at("tip.is_paid")).isEqualTo(false);
        assertThat(account.api().get("/tts/queue").expect(200).each("items", "order_id"))
                .containsExactly(String.valueOf(created.at("tip.order_id")));
        assertThat(actors("tip.created"))
                .singleElement()
                .satisfies(actor -> assertThat(actor).containsEntry("type", "user"));
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @Test
    void aTipByHandHasNoReferenceAndIsNeverPaid() {
        Answer created = moderator
                .post(
                        "/dashboard/api/manual-tips",
                        Map.of("name", "Ada", "paid", true, "source", "shop", "external_ref", "r1"))
                .expect(201);
        assertThat(created.at("tip.is_paid")).isEqualTo(false);
        assertThat(created.at("tip.external_ref")).isNull();
        assertThat(account.eventTypes()).containsExactly("tip.created", "warning", "warning", "warning");
        moderator.post("/dashboard/api/manual-tips", Map.of()).refuses(400, "bad_request");
    }

    @Test
    void anIdempotencyKeyHoldsForASessionToo() {
        ApiClient once = moderator.with("Idempotency-Key", "one");
        Map<String, String> tip = Map.of("name", "Ada");
        Answer first = once.post("/dashboard/api/manual-tips", tip).expect(201);
        Answer again = once.post("/dashboard/api/manual-tips", tip).expect(201);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        once.post("/dashboard/api/manual-tips", Map.of("name", "Bo")).refuses(409, "idempotency_conflict");
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    private static Map.Entry<String, @Nullable Object> entry(String name) {
        return new java.util.AbstractMap.SimpleEntry<>(name, null);
    }

    private static String tts(String path) {
        return "/dashboard/api/tts/" + path;
    }

    /// The actors of the account's events whose type begins with this.
    private List<Map<String, @Nullable Object>> actors(String type) {
        return account.events().stream()
                .map(event -> Json.asObject(Json.read(event)))
                .filter(event -> String.valueOf(event.get("type")).startsWith(type))
                .map(event -> Json.asObject(event.get("actor")))
                .toList();
    }
}
