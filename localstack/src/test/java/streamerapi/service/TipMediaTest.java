package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Tips that bring a video: one entry in each queue, under one id (spec "What the service does", contract "REST").
@NullMarked
class TipMediaTest {

    private static final String HELD = "/dashboard/api/held-tips";

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @ParameterizedTest
    @ValueSource(strings = {"/tips", "/tips/test", "/dashboard/api/manual-tips"})
    void aTipAndItsVideoEnterTheirQueuesUnderOneId(String path) {
        ApiClient caller = path.startsWith("/dashboard") ? account.dashboard(Role.MODERATOR) : api;
        Map<String, Object> video = Map.of("url", StandInVideoSites.PLAYABLE + "&t=20", "start_time", 7);
        Answer made = caller.post(path, Map.of("name", "Ada", "media", video)).expect(201);

        String id = String.valueOf(made.at("tip.order_id"));
        assertThat(id).startsWith("tip_");
        Map<String, @Nullable Object> media = Json.asObject(made.at("media"));
        assertThat(media)
                .containsEntry("order_id", id)
                .containsEntry("donor_name", "Ada")
                .containsEntry("media_url", StandInVideoSites.PLAYABLE)
                .containsEntry("media_start_time", new BigDecimal(7))
                .containsEntry("requested_via", "tip");
        assertThat(api.get("/media/queue").expect(200).at("items.0")).isEqualTo(media);
        assertThat(api.get("/tts/queue").expect(200).each("items", "order_id")).containsExactly(id);
        assertThat(account.eventTypes()).containsExactly("tip.created", "media.created");
        assertThat(Json.asObject(happenings.all("media.created").getFirst().get("data")))
                .containsEntry("order_id", id)
                .containsEntry("requested_via", "tip");
    }

    @Test
    void theTwoEntriesGoTheirOwnWays() {
        String id = String.valueOf(
                api.post("/tips", tip(StandInVideoSites.PLAYABLE)).expect(201).at("tip.order_id"));
        api.delete("/tts/" + id).expect(200);
        api.post("/media/" + id + "/start").expect(200);
        api.post("/media/" + id + "/finish").expect(200);
        api.post("/media/" + id + "/replay").expect(200);
        assertThat(api.get("/media/history").expect(200).each("media", "order_id"))
                .containsExactly(id);
        assertThat(api.get("/media/queue").expect(200).each("items", "requested_via"))
                .containsExactly("tip");
        assertThat(api.get("/tts/queue").expect(200).each("items", "order_id")).isEmpty();
    }

    @Test
    void aTipWithoutAVideoHasNone() {
        assertThat(api.post("/tips", Map.of("name", "Ada")).expect(201).at("media"))
                .isNull();
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .isEmpty();
    }

    @Test
    void aHeldTipsVideoWaitsWithItAndEntersWithIt() {
        String id = held();
        assertThat(account.dashboard().get(HELD).expect(200).at("tips.0.has_media"))
                .isEqualTo(true);
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .isEmpty();
        for (String early : List.of("/start", "/finish", "/release", "/replay")) {
            api.post("/media/" + id + early).refuses(404, "not_found");
        }
        api.delete("/media/" + id).refuses(404, "not_found");
        String later = String.valueOf(api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                .expect(201)
                .at("media.order_id"));

        account.dashboard().post(HELD + "/" + id + "/approve").expect(200);
        assertThat(account.eventTypes())
                .containsExactly("tip.held", "media.created", "tip.reviewed", "tip.created", "media.created");
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .as("behind what came while it waited")
                .containsExactly(later, id);
        assertThat(api.get("/media/queue?limit=1&after=" + later).expect(200).each("items", "order_id"))
                .containsExactly(id);
        assertThat(api.get("/media/queue?after=" + id).expect(200).each("items", "order_id"))
                .isEmpty();
        api.post("/media/" + id + "/start").expect(200);
    }

    @Test
    void aVideoThatWasBannedWhileItWaitedStaysOut() {
        String id = held();
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of("7kQ2mZx9LpA")))
                .expect(200);

        assertThat(account.dashboard()
                        .post(HELD + "/" + id + "/approve")
                        .expect(200)
                        .at("decision"))
                .isEqualTo("approved");
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed", "tip.created");
        assertThat(Json.asObject(happenings.all("tip.reviewed").getLast().get("data")))
                .containsEntry("allow_media", false);
        assertThat(api.get("/tts/queue").expect(200).each("items", "order_id")).containsExactly(id);
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .isEmpty();
        assertThat(account.rows("MEDIA#")).isEmpty();
    }

    @Test
    void aHeldTipCanEnterWithoutItsVideo() {
        String id = held();
        account.dashboard()
                .post(HELD + "/" + id + "/approve", Map.of("allow_media", false))
                .expect(200);
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed", "tip.created");
        assertThat(api.get("/tts/queue").expect(200).each("items", "order_id")).containsExactly(id);
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .isEmpty();
        assertThat(account.rows("MEDIA#")).isEmpty();
    }

    @Test
    void aVideoCanEnterWhereItsTipIsNotHeard() {
        String id = held();
        account.dashboard()
                .post(HELD + "/" + id + "/approve", Map.of("allow_tts", false))
                .expect(200);
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed", "media.created");
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .containsExactly(id);
    }

    @Test
    void aTipThatIsKeptOutTakesItsVideoWithIt() {
        String id = held();
        account.dashboard()
                .post(HELD + "/" + id + "/reject", Map.of("reason", "no"))
                .expect(200);
        assertThat(account.rows("MEDIA#")).isEmpty();
        api.post("/media/" + id + "/start").refuses(404, "not_found");
    }

    @Test
    void aVideoIsCheckedBeforeItsTipIsHeld() {
        holdAll();
        api.post("/tips", tip("nonsense")).refuses(400, "invalid_media");
        assertThat(account.eventTypes()).isEmpty();
    }

    private void holdAll() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
    }

    private String held() {
        holdAll();
        return String.valueOf(
                api.post("/tips", tip(StandInVideoSites.PLAYABLE)).expect(202).at("order_id"));
    }

    @Test
    void aVideoThatCannotBePlayedKeepsTheTipOut() {
        for (String url : List.of("nonsense", "https://www.youtube.com/watch?v=missing_000")) {
            assertThat(api.post("/tips", tip(url)).refuses(400, "invalid_media").at("field"))
                    .isEqualTo("media.url");
            api.post("/tips/test", tip(url)).refuses(400, "invalid_media");
            account.dashboard().post("/dashboard/api/manual-tips", tip(url)).refuses(400, "invalid_media");
        }
        assertThat(api.post("/tips", Map.of("name", "Ada", "media", Map.of()))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("media.url");
        assertThat(api.post("/tips", Map.of("name", "Ada", "media", "link"))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("media");
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of("7kQ2mZx9LpA")))
                .expect(200);
        api.post("/tips", tip(StandInVideoSites.PLAYABLE)).refuses(400, "invalid_media");
        assertThat(account.events()).isEmpty();
    }

    @Test
    void aReferenceThatWasSentBeforeBringsNoSecondVideo() {
        Map<String, Object> tip =
                Map.of("name", "Ada", "external_ref", "one", "media", Map.of("url", StandInVideoSites.PLAYABLE));
        Object id = api.post("/tips", tip).expect(201).at("tip.order_id");
        assertThat(api.post("/tips", tip).refuses(409, "duplicate_external_ref").at("order_id"))
                .isEqualTo(id);
        assertThat(account.eventTypes()).containsExactly("tip.created", "media.created");
        assertThat(api.get("/media/queue").expect(200).each("items", "order_id"))
                .hasSize(1);
    }

    private static Map<String, Object> tip(String url) {
        return Map.of("name", "Ada", "media", Map.of("url", url));
    }
}
