package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// A custom reward of a channel.
///
/// @param clientId the app that made it; empty for one that the streamer made by hand
record TwitchReward(
        String id,
        StandInUser broadcaster,
        String clientId,
        String title,
        long cost,
        String prompt,
        boolean userInput) {

    private static final String IMAGES = "https://static-cdn.example.com/custom-reward-images/default-";

    /// As lists show it.
    ObjectNode json() {
        ObjectNode json = StandInPlatform.node()
                .put("broadcaster_id", broadcaster.id())
                .put("broadcaster_login", broadcaster.login())
                .put("broadcaster_name", broadcaster.name())
                .put("id", id)
                .put("title", title)
                .put("prompt", prompt)
                .put("cost", cost)
                .putNull("image");
        json.putObject("default_image")
                .put("url_1x", IMAGES + "1.png")
                .put("url_2x", IMAGES + "2.png")
                .put("url_4x", IMAGES + "4.png");
        json.put("background_color", "#00E5CB").put("is_enabled", true).put("is_user_input_required", userInput);
        json.putObject("max_per_stream_setting").put("is_enabled", false).put("max_per_stream", 0);
        json.putObject("max_per_user_per_stream_setting")
                .put("is_enabled", false)
                .put("max_per_user_per_stream", 0);
        json.putObject("global_cooldown_setting").put("is_enabled", false).put("global_cooldown_seconds", 0);
        return json.put("is_paused", false)
                .put("is_in_stock", true)
                .put("should_redemptions_skip_request_queue", false)
                .putNull("redemptions_redeemed_current_stream")
                .putNull("cooldown_expires_at");
    }
}
