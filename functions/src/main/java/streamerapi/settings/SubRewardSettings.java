package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.Map;

/// How many credits a subscriber is granted: the setting `sub_rewards`. Each is 0 to 100.
///
/// @param perSub for a first subscription, to who subscribes
/// @param perResub for a renewed one, to who renews it
/// @param perGiftedSub for each gifted one, to who gives it
public record SubRewardSettings(int perSub, int perResub, int perGiftedSub) {

    public static final int MAX_CREDITS = 100;

    static SubRewardSettings of(Row stored) {
        return new SubRewardSettings((int) stored.number("per_sub"), (int) stored.number("per_resub"), (int)
                stored.number("per_gifted_sub"));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("per_sub", perSub);
        json.put("per_resub", perResub);
        json.put("per_gifted_sub", perGiftedSub);
        return json;
    }
}
