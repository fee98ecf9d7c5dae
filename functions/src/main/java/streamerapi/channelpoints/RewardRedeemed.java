package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.time.Instant;

/// A viewer redeemed a channel point reward (`alpha.channel_point_redemption`).
///
/// @param userInput null if the reward asks for no text
/// @param isManaged whether the service created the reward
public record RewardRedeemed(
        String userName,
        String userLogin,
        String rewardId,
        String rewardTitle,
        long rewardCost,
        @Nullable String userInput,
        String redemptionId,
        String status,
        Instant redeemedAt,
        boolean isManaged) {

    public static final EventSchema<RewardRedeemed> EVENT =
            EventSchema.of(EventType.ALPHA_CHANNEL_POINT_REDEMPTION, s -> {
                s.anyText("user_name", RewardRedeemed::userName).sample("NovaFox");
                s.anyText("user_login", RewardRedeemed::userLogin).sample("novafox");
                s.anyText("reward_id", RewardRedeemed::rewardId).sample("5d1f0c8e-3b7a-4c92-8e46-1a9b2f7d6c03");
                s.anyText("reward_title", RewardRedeemed::rewardTitle).sample("Name the next boss");
                s.integer("reward_cost", RewardRedeemed::rewardCost)
                        .between(0, Long.MAX_VALUE)
                        .sample(2500L);
                s.anyText("user_input", RewardRedeemed::userInput)
                        .orNull()
                        .doc("Null when the reward asks for no text.")
                        .sample("Sir Clanksalot");
                s.text("redemption_id", RewardRedeemed::redemptionId).sample("b84e6a17-90d2-4f5b-a3c8-7e2d5f1c9046");
                s.anyText("status", RewardRedeemed::status)
                        .doc("As the platform names it: `unfulfilled`, `fulfilled`, `canceled`.")
                        .sample("unfulfilled");
                s.time("redeemed_at", RewardRedeemed::redeemedAt).sample(Instant.parse("2025-11-21T03:06:11.480Z"));
                s.flag("is_managed", RewardRedeemed::isManaged)
                        .doc("The service created the reward, so the redemption can be fulfilled or cancelled through"
                                + " it.")
                        .sample(true);
            });
}
