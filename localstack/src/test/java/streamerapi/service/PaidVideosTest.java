package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.media.MediaRequest;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Videos that come with tips paid on the tip page.
@NullMarked
class PaidVideosTest {

    private static final String HELD = "/dashboard/api/held-tips";

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient moderator = account.dashboard(Role.MODERATOR);
    private final StripeShop shop = new StripeShop(account).connected();

    @AfterEach
    void disconnect() {
        account.dashboard().withoutValidation().delete("/dashboard/api/connections/stripe");
    }

    private StartedCheckout started(boolean isHold) {
        return shop.start(StripeShop.tipWith(new MediaRequest(StandInVideoSites.PLAYABLE, null, "media_url"), isHold));
    }

    private void becomes(StartedCheckout started, String state) {
        await().untilAsserted(() -> assertThat(shop.state(started)).isEqualTo(state));
    }

    @Test
    void aPaidTipBringsItsVideoUnderItsOwnId() {
        StartedCheckout started = started(false);
        shop.decide(started, "pay");
        becomes(started, "queued");

        Object id = api.get("/tts/queue").at("items.0.order_id");
        Map<String, @Nullable Object> video =
                Json.asObject(api.get("/media/queue").expect(200).at("items.0"));
        assertThat(video)
                .containsEntry("order_id", id)
                .containsEntry("donor_name", "Mira")
                .containsEntry("media_url", StandInVideoSites.PLAYABLE)
                .containsEntry("requested_via", "tip");
    }

    @Test
    void theVideoOfATipOnHoldWaitsWithIt() {
        StartedCheckout started = started(true);
        shop.decide(started, "pay");
        becomes(started, "held");
        assertThat(moderator.get(HELD).expect(200).at("tips.0.has_media")).isEqualTo(true);
        assertThat(videos()).isEmpty();

        Object id = moderator.get(HELD).at("tips.0.order_id");
        moderator.post(HELD + "/" + id + "/approve").expect(200);

        becomes(started, "queued");
        assertThat(videos()).containsExactly(String.valueOf(id));
    }

    @Test
    void theVideoOfATipThatIsRejectedGoesWithIt() {
        StartedCheckout started = started(true);
        shop.decide(started, "pay");
        becomes(started, "held");

        moderator
                .post(HELD + "/" + moderator.get(HELD).at("tips.0.order_id") + "/reject")
                .expect(200);

        becomes(started, "released");
        assertThat(videos()).isEmpty();
    }

    @Test
    void aVideoThatWasBannedBeforeTheDonorPaidIsLeftOutAndTheTipComes() {
        StartedCheckout started = started(false);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of(StandInVideoSites.PLAYABLE)))
                .expect(200);

        shop.decide(started, "pay");

        becomes(started, "queued");
        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("Mira");
        assertThat(videos()).isEmpty();
    }

    private List<String> videos() {
        return Objects.requireNonNull(api.get("/media/queue").expect(200).each("items", "order_id"));
    }
}
