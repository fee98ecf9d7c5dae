package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;

/// A reward that viewers redeem with channel points, as its platform has it.
///
/// @param id the platform's
/// @param prompt what viewers are told, or null
/// @param userInput whether viewers enter a text with it
/// @param isManaged whether the streamer's application made it, and so can resolve its redemptions
public record ChannelReward(
        String id, String title, int cost, @Nullable String prompt, boolean userInput, boolean isManaged) {

    /// Its shape in JSON.
    public static final Schema<ChannelReward> SCHEMA =
            Schema.shown("ChannelReward", "A reward that viewers redeem with channel points.", s -> {
                s.text("reward_id", ChannelReward::id).example("92af127c-7326-4483-a52b-b0da0be61c01");
                s.text("title", ChannelReward::title).example("Hydrate!");
                s.int32("cost", ChannelReward::cost).doc("In channel points.").example(500);
                s.text("prompt", ChannelReward::prompt)
                        .doc("The reward's description for viewers; null for none.")
                        .example("Have me drink a glass of water")
                        .orNull();
                s.flag("user_input", ChannelReward::userInput).doc("Whether viewers enter a text with it.");
                s.flag("is_managed", ChannelReward::isManaged)
                        .doc("Whether the service made it. Twitch lets an app resolve only the redemptions of"
                                + " rewards that it created.")
                        .example(true);
            });
}
