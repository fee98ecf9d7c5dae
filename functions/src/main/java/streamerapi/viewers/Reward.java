package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;

import java.time.Instant;

/// A credit that was spent on a message.
///
/// @param orderId the tip that the message became
/// @param platform the platform of the account that spent it
/// @param userId that account's id
/// @param message as it went on, after the filter; null if there was none
/// @param usedAt when
public record Reward(
        String orderId,
        Platform platform,
        String userId,
        @Nullable String message,
        Instant usedAt) {

    /// Its shape in JSON and in the table.
    public static final Schema<Reward> SCHEMA = Schema.of("Reward", "A credit that a viewer spent on a message.", s -> {
        var orderId = s.text("order_id", Reward::orderId)
                .doc("The tip that the message became.")
                .example("tip_1763693883123_0h5m8z4q2w9x7y3k");
        var platform =
                s.choice("platform", Reward::platform, Platform.ALL).doc("The platform of the account that spent it.");
        var userId = s.text("platform_user_id", Reward::userId)
                .doc("That account's id.")
                .example("48213377");
        var message = s.text("message", Reward::message)
                .orNull()
                .doc("The message, after the filter.")
                .example("Good luck with the last boss!");
        var usedAt = s.time("used_at", Reward::usedAt).doc("When it was spent.").example("2026-09-12T18:20:31.123Z");
        return in -> new Reward(orderId.of(in), platform.of(in), userId.of(in), message.of(in), usedAt.of(in));
    });
}
