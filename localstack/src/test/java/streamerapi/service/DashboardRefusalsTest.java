package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The dashboard's own endpoints refuse with the same codes as the API.
@NullMarked
class DashboardRefusalsTest {

    private static final String API = "/dashboard/api";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void ofTheSpeechQueue() {
        String one = API + "/tts/" + account.tip("Ada");
        String other = API + "/tts/" + account.tip("Bo");
        List.of("finish", "release")
                .forEach(verb -> owner.post(one + "/" + verb).refuses(409, "not_playing"));
        owner.post(one + "/replay").refuses(409, "not_in_history");
        owner.post(one + "/start").expect(200);
        owner.post(other + "/start").refuses(409, "already_playing");
        owner.post(one + "/next").refuses(409, "already_playing");
        owner.delete(one).refuses(409, "already_playing");
        owner.post(one + "/finish").expect(200);
        List.of("finish", "release", "start", "next")
                .forEach(verb -> owner.post(one + "/" + verb).refuses(409, "not_in_queue"));
        owner.delete(one).refuses(409, "not_in_queue");
        owner.post(one + "/replay").expect(200);
        owner.post(one + "/replay").refuses(409, "replay_too_soon");
    }

    @Test
    void ofTheMediaQueue() {
        String video = API + "/media/"
                + account.api()
                        .post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                        .expect(201)
                        .at("media.order_id");
        List.of("finish", "release")
                .forEach(verb -> owner.post(video + "/" + verb).refuses(409, "not_playing"));
        owner.post(video + "/replay").refuses(409, "not_in_history");
        owner.post(video + "/start").expect(200);
        owner.delete(video).refuses(409, "already_playing");
        owner.post(video + "/finish").expect(200);
        List.of("finish", "release", "start")
                .forEach(verb -> owner.post(video + "/" + verb).refuses(409, "not_in_queue"));
        owner.delete(video).refuses(409, "not_in_queue");
        owner.post(video + "/replay").expect(200);
        owner.post(video + "/replay").refuses(409, "replay_too_soon");
        owner.patch(API + "/settings", Map.of("banned_media", List.of("7kQ2mZx9LpA")))
                .expect(200);
        service.clock().advance(Duration.ofSeconds(31));
        owner.post(video + "/replay").refuses(400, "invalid_media");
    }

    @Test
    void ofViewersCommandsAndWhatAnAccountHasSoManyOf() {
        for (String platform : List.of("alpha", "beta")) {
            account.connector(platform)
                    .send("viewer.signed_in", Map.of("platform_user_id", "7", "login", "nova", "display_name", "Nova"));
        }
        owner.get(API + "/viewers/nova").refuses(409, "ambiguous_viewer");
        owner.get(API + "/viewers/nova/rewards").refuses(409, "ambiguous_viewer");
        owner.post(API + "/viewers/nova/credits/grant", Map.of("amount", 1)).refuses(409, "ambiguous_viewer");
        owner.post(API + "/viewers/nova/credits/revoke", Map.of("amount", 1)).refuses(409, "ambiguous_viewer");
        owner.post(API + "/viewers/alpha:7/credits/revoke", Map.of("amount", 1)).refuses(400, "insufficient_credits");
        for (String name : List.of("one", "two")) {
            owner.post(API + "/commands", Map.of("name", name, "response", "Hi"))
                    .expect(201);
        }
        owner.post(API + "/commands", Map.of("name", "one", "response", "Hi")).refuses(409, "name_taken");
        owner.patch(API + "/commands/one", Map.of("aliases", List.of("two"))).refuses(409, "name_taken");
        owner.post(API + "/chat/messages", Map.of("message", "Hi")).refuses(409, "bot_not_connected");
        owner.post(API + "/team/invitations", Map.of("email", account.email(), "role", "moderator"))
                .refuses(409, "email_taken");
        for (int i = 0; i < 20; i++) {
            owner.post(API + "/timers", timer(i)).expect(201);
        }
        owner.post(API + "/timers", timer(20)).refuses(409, "limit_reached");
    }

    @Test
    void ofRedemptions() {
        for (String id : List.of("own", "other")) {
            account.connector("alpha")
                    .send(
                            "channel_point_redemption",
                            Map.of(
                                    "user_id", "7",
                                    "user_login", "nova",
                                    "user_name", "Nova",
                                    "reward_id", "reward-" + id,
                                    "reward_title", "Read it out",
                                    "reward_cost", 500,
                                    "redemption_id", id,
                                    "status", "unfulfilled",
                                    "redeemed_at", "2026-11-20T20:00:00Z",
                                    "is_managed", id.equals("own")));
        }
        String redemptions = API + "/channel-points/redemptions/";
        owner.post(redemptions + "own/fulfill").expect(200);
        for (String verb : List.of("fulfill", "cancel")) {
            owner.post(redemptions + "own/" + verb).refuses(409, "already_resolved");
            owner.post(redemptions + "other/" + verb).refuses(409, "reward_not_managed");
        }
    }

    @Test
    void ofTheChat() {
        account.connector("alpha")
                .send("bot.connected", Map.of("channel", "nova", "login", "bot", "display_name", "Bot"));
        Map<String, Object> line = Map.of("message", "Hi");
        for (int i = 0; i < 20; i++) {
            owner.post(API + "/chat/messages", line).expect(200);
        }
        owner.post(API + "/chat/messages", line).refuses(429, "chat_rate_limited");
    }

    @Test
    void ofWhatIsFullOrWasChanged() {
        owner.post(API + "/commands", Map.of("name", "hug", "response", "Hi")).expect(201);
        taken("commands", "bytes", 3_999_000);
        owner.post(API + "/commands", Map.of("name", "more", "response", "a".repeat(2_500)))
                .refuses(409, "limit_reached");
        owner.patch(API + "/commands/hug", Map.of("response", "a".repeat(2_500)))
                .refuses(409, "limit_reached");
        put(owner, "wins").expect(201);
        taken("counters", "taken", 100);
        put(owner, "more").refuses(409, "limit_reached");

        ApiClient stale = owner.with("If-Match", "\"" + "0".repeat(32) + "\"");
        stale.patch(API + "/commands/hug", Map.of("response", "Bye")).refuses(412, "precondition_failed");
        stale.delete(API + "/commands/hug").refuses(412, "precondition_failed");
        put(stale, "wins").refuses(412, "precondition_failed");
        stale.delete(API + "/counters/wins").refuses(412, "precondition_failed");
        stale.delete(API + "/first-steps").refuses(412, "precondition_failed");
        stale.send("PUT", API + "/connections/kofi", Json.write(Map.of("verification_token", "0".repeat(36))))
                .refuses(412, "precondition_failed");
    }

    private static Answer put(ApiClient client, String counter) {
        return client.send("PUT", API + "/counters/" + counter, Json.write(Map.of("value", 1)));
    }

    private void taken(String allotment, String what, int amount) {
        account.table()
                .write(List.of(Write.update(Keys.allotment(account.tenantId(), allotment))
                        .set(Attribute.any(what), amount)));
    }

    @Test
    void ofAnOverlayThatIsNotThere() {
        Object overlay = owner.post(API + "/overlays", Map.of("name", "Main scene"))
                .expect(201)
                .at("overlay.id");
        owner.post(API + "/overlays/" + overlay + "/sound-check").refuses(409, "overlay_not_connected");
    }

    private static Map<String, Object> timer(int number) {
        return Map.of("name", "Timer " + number, "message", "Hi", "interval_minutes", 5);
    }
}
