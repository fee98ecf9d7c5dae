package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What happens when a viewer redeems a channel point reward: an element of the setting `rewards`.
///
/// @param rewardId the reward, as the platform names it, 1 to 64 characters
/// @param counter the counter that [Kind#COUNTER] adds to; else null
/// @param amount how much it adds, not 0; else null
public record RewardAction(
        String rewardId,
        Kind action,
        @Nullable String counter,
        @Nullable Long amount) {

    /// The most rewards that an account maps.
    public static final int MAX_REWARDS = 100;

    /// What is done.
    public enum Kind {
        /// What the viewer wrote becomes the message of a tip.
        TTS,
        /// What the viewer wrote is the address of a video for the media queue.
        MEDIA,
        /// A counter is added to.
        COUNTER,
        /// Nothing.
        NONE;

        /// The choice as it is written: `tts`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// The choice with this label.
        public static Kind of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }

    static RewardAction of(Row stored) {
        Kind action = Kind.of(stored.text("action"));
        return new RewardAction(
                stored.text("reward_id"),
                action,
                stored.textOrNull("counter"),
                stored.has("amount") ? stored.number("amount") : null);
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("reward_id", rewardId);
        json.put("action", action.label());
        json.put("counter", counter);
        json.put("amount", amount);
        return json;
    }
}
