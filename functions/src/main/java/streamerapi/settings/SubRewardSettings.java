package streamerapi.settings;

import streamerapi.shared.schema.Schema;

/// How many credits a subscriber is granted: the setting `sub_rewards`. Each is 0 to 100.
///
/// @param perSub for a first subscription, to who subscribes
/// @param perResub for a renewed one, to who renews it
/// @param perGiftedSub for each gifted one, to who gives it
public record SubRewardSettings(int perSub, int perResub, int perGiftedSub) {

    public static final int MAX_CREDITS = 100;

    static final SubRewardSettings DEFAULT = new SubRewardSettings(0, 0, 0);

    static final Schema<SubRewardSettings> SCHEMA =
            Schema.of("SubRewardSettings", "How many credits a subscriber is granted.", s -> {
                var perSub = s.int32("per_sub", SubRewardSettings::perSub)
                        .between(0, MAX_CREDITS)
                        .orElse(0)
                        .doc("For a first subscription.");
                var perResub = s.int32("per_resub", SubRewardSettings::perResub)
                        .between(0, MAX_CREDITS)
                        .orElse(0)
                        .doc("For a renewed one.");
                var perGiftedSub = s.int32("per_gifted_sub", SubRewardSettings::perGiftedSub)
                        .between(0, MAX_CREDITS)
                        .orElse(0)
                        .doc("Credits for the giver, for each gifted subscription.");
                return in -> new SubRewardSettings(perSub.of(in), perResub.of(in), perGiftedSub.of(in));
            });
}
