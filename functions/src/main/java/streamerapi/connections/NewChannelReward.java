package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

/// A reward that is to be made.
///
/// @param cost in channel points, 1 to 2147483647
/// @param prompt what viewers are told, up to 200 characters; null for nothing
/// @param userInput whether viewers enter a text with it
public record NewChannelReward(
        String title, int cost, @Nullable String prompt, boolean userInput) {

    private static final int MAX_TITLE = 45;
    private static final int MAX_PROMPT = 200;

    /// Its shape in JSON.
    public static final Schema<NewChannelReward> SCHEMA =
            Schema.of("ChannelRewardRequest", "A reward that is to be made.", s -> {
                var title = s.text("title", NewChannelReward::title)
                        .between(1, MAX_TITLE)
                        .example("Hydrate!");
                var cost = s.int32("cost", NewChannelReward::cost)
                        .between(1, Integer.MAX_VALUE)
                        .doc("In channel points.")
                        .example(500);
                var prompt = s.text("prompt", NewChannelReward::prompt)
                        .max(MAX_PROMPT)
                        .orNull()
                        .doc("The reward's description for viewers.")
                        .example("Have me drink a glass of water");
                var userInput = s.flag("user_input", NewChannelReward::userInput)
                        .orElse(false)
                        .doc("Whether viewers enter a text with it.");
                return in -> new NewChannelReward(title.of(in), cost.of(in), prompt.of(in), userInput.of(in));
            });
}
