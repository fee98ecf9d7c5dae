package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.text.ViewerText;

import java.time.Instant;

/// The `data` of `channel_point_redemption` (contract "Ingest"): the fields of the event that it becomes, and what
/// resolving it needs.
///
/// @param userInput what the viewer wrote; null if the reward asks for no text
/// @param broadcasterId the channel, as the platform names it; null if the connector knows it without being told
/// @param isManaged whether the service created the reward
record RedeemedData(
        @Nullable String userId,
        String userName,
        String userLogin,
        String rewardId,
        String rewardTitle,
        long rewardCost,
        @Nullable String userInput,
        String redemptionId,
        String status,
        @Nullable Instant redeemedAt,
        boolean isManaged,
        @Nullable String broadcasterId) {

    private static final int MAX_NAME_CHARS = 64;
    private static final int MAX_ID_CHARS = 128;
    private static final int MAX_TEXT_CHARS = 500;
    private static final long MAX_COST = 1_000_000_000_000L;

    static final Schema<RedeemedData> SCHEMA =
            Schema.of("ChannelPointRedemption", "A viewer redeemed a channel point reward.", s -> {
                var userId = s.text("user_id", RedeemedData::userId)
                        .max(MAX_NAME_CHARS)
                        .orNull();
                var userName = s.text("user_name", RedeemedData::userName).between(0, MAX_NAME_CHARS);
                var userLogin = s.text("user_login", RedeemedData::userLogin).between(1, MAX_NAME_CHARS);
                var rewardId = s.text("reward_id", RedeemedData::rewardId).between(1, MAX_ID_CHARS);
                var rewardTitle =
                        s.text("reward_title", RedeemedData::rewardTitle).between(1, MAX_TEXT_CHARS);
                var rewardCost =
                        s.integer("reward_cost", RedeemedData::rewardCost).between(0, MAX_COST);
                var userInput = s.text("user_input", RedeemedData::userInput)
                        .max(MAX_TEXT_CHARS)
                        .orNull();
                var redemptionId =
                        s.text("redemption_id", RedeemedData::redemptionId).between(1, MAX_ID_CHARS);
                var status = s.text("status", RedeemedData::status)
                        .between(1, MAX_NAME_CHARS)
                        .orElse(Redemption.UNFULFILLED);
                var redeemedAt = s.time("redeemed_at", RedeemedData::redeemedAt).orNull();
                var isManaged = s.flag("is_managed", RedeemedData::isManaged).orElse(false);
                var broadcasterId = s.text("broadcaster_id", RedeemedData::broadcasterId)
                        .max(MAX_ID_CHARS)
                        .orNull();
                return in -> new RedeemedData(
                        userId.of(in),
                        userName.of(in),
                        userLogin.of(in),
                        rewardId.of(in),
                        rewardTitle.of(in),
                        rewardCost.of(in),
                        userInput.of(in),
                        redemptionId.of(in),
                        status.of(in),
                        redeemedAt.of(in),
                        isManaged.of(in),
                        broadcasterId.of(in));
            });

    /// The viewer's name in the queues.
    String name() {
        return ViewerText.name(MAX_NAME_CHARS, userName, userLogin);
    }
}
