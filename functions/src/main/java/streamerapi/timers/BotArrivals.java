package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;

import java.time.Instant;

/// The bot's coming and going and the streams' beginnings and ends, with the timers that go by them.
public final class BotArrivals {

    private final BotPresence bot;
    private final ChatTimers timers;

    public BotArrivals(BotPresence bot, ChatTimers timers) {
        this.bot = bot;
        this.timers = timers;
    }

    /// The bot has joined a chat.
    ///
    /// @param channel the streamer's login
    /// @param login the account that it speaks as, or null
    public Outcome<BotState> connected(
            String tenantId,
            Platform platform,
            String channel,
            @Nullable String login,
            @Nullable String displayName,
            Instant at) {
        return told(bot.connected(tenantId, platform, channel, login, displayName, at));
    }

    /// The bot has left a chat.
    public Outcome<BotState> disconnected(String tenantId, Platform platform, Instant at) {
        return told(bot.disconnected(tenantId, platform, at));
    }

    /// The stream has begun.
    public Outcome<BotState> online(String tenantId, Platform platform, Instant at) {
        return told(bot.online(tenantId, platform, at));
    }

    /// The stream has ended.
    public Outcome<BotState> offline(String tenantId, Platform platform, Instant at) {
        return told(bot.offline(tenantId, platform, at));
    }

    private Outcome<BotState> told(Outcome<BotState> change) {
        BotState after = change.value();
        return change.writes().isEmpty() ? change : change.and(timers.live(after.tenantId(), after.isLive()));
    }
}
