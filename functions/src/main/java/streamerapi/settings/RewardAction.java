package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.regex.Pattern;

/// The action for a channel point reward that a viewer redeems: an element of the setting `rewards`.
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

    /// The kind of an action.
    public enum Kind implements Labelled {
        /// The viewer's text becomes the message of a tip.
        TTS,
        /// The viewer's text is the address of a video for the media queue.
        MEDIA,
        /// A counter is added to.
        COUNTER,
        /// Nothing.
        NONE
    }

    private static final int MAX_ID = 64;
    private static final int MAX_STEP = 1_000_000;
    private static final Pattern COUNTER = Pattern.compile("[a-z0-9_-]{1,64}");

    static final Schema<RewardAction> SCHEMA = Schema.of("RewardAction", "The action of a channel point reward.", s -> {
        var rewardId = s.text("reward_id", RewardAction::rewardId)
                .between(1, MAX_ID)
                .doc("The reward, as the platform names it.")
                .example("r-7f3a");
        var action = s.choice("action", RewardAction::action, List.of(Kind.values()), Kind.NONE)
                .doc(
                        "The effect of a redemption: its text becomes a tip's message, its text is the address of a video for"
                                + " the media queue, it adds to a counter, or nothing.");
        var counter = s.text("counter", RewardAction::counter)
                .max(MAX_ID)
                .orNull()
                .doc("The counter that is added to; null for another action.");
        var amount = s.integer("amount", RewardAction::amount)
                .between(-MAX_STEP, MAX_STEP)
                .orNull()
                .doc("How much is added, not 0; null for another action.");
        return in -> of(in, rewardId.of(in), action.of(in), counter.of(in), amount.of(in));
    });

    private static RewardAction of(
            FieldValues in, String rewardId, Kind action, @Nullable String counter, @Nullable Long amount) {
        if (action != Kind.COUNTER) {
            return new RewardAction(rewardId, action, null, null);
        }
        if (counter == null || !COUNTER.matcher(counter).matches()) {
            throw in.refused("counter", "must have 1 to 64 characters of a to z, 0 to 9, _ and -");
        }
        if (amount != null && amount == 0) {
            throw in.refused("amount", "must not be 0");
        }
        return new RewardAction(rewardId, action, counter, amount == null ? 1L : amount);
    }
}
