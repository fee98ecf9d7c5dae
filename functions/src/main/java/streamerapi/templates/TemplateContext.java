package streamerapi.templates;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// The facts that a template is filled in with: the channel at a time, and the chatter who asked.
///
/// @param channel the streamer's login; null if the bot is not connected, and for a timer's post, which can be for
/// platforms where it differs
/// @param liveSince null while the streamer is offline
/// @param zone the channel's time zone
/// @param chatter null for a timer's post
public record TemplateContext(
        String tenantId,
        @Nullable String channel,
        @Nullable Instant liveSince,
        String currency,
        ZoneId zone,
        Instant now,
        @Nullable Chatter chatter) {

    /// A viewer who runs a command.
    ///
    /// @param name as chat shows it
    /// @param arguments the words behind the trigger
    public record Chatter(String name, List<String> arguments) {}

    /// The occasion of a timer's post, whose text is still for no platform ([Filled#in]).
    public static TemplateContext ofTimer(String tenantId, BotState bot, Settings settings, Instant now) {
        BotState.OnPlatform main = bot.alpha().isConnected() ? bot.alpha() : bot.beta();
        return new TemplateContext(tenantId, null, since(main, now), settings.currency(), zone(settings), now, null);
    }

    /// The occasion of a command on a platform.
    public static TemplateContext ofCommand(
            String tenantId, BotState bot, Settings settings, Platform platform, Instant now, Chatter chatter) {
        BotState.OnPlatform here = bot.on(platform);
        return new TemplateContext(
                tenantId, here.channel(), since(here, now), settings.currency(), zone(settings), now, chatter);
    }

    /// When the stream began that is live. A connector whose clock is ahead can name a moment that is yet to come: then
    /// it has just begun.
    private static @Nullable Instant since(BotState.OnPlatform stream, Instant now) {
        Instant since = stream.liveSince();
        return since == null || since.isBefore(now) ? since : now;
    }

    private static ZoneId zone(Settings settings) {
        return ZoneId.of(settings.timeZone());
    }
}
