package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;

/// The bot's coming and going and the streams' beginnings and ends, with the timers that go by them.
public final class BotArrivals {

    private static final Duration NEWS_RETENTION = Duration.ofDays(1);

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

    /// The streamer has ended the connection to a platform: nothing is missing there.
    public Outcome<BotState> left(String tenantId, Platform platform) {
        return told(bot.left(tenantId, platform));
    }

    /// The stream has begun.
    ///
    /// @param since when it began
    /// @param at when it was told
    /// @param id of the message that told it
    public Outcome<BotState> online(String tenantId, Platform platform, Instant since, Instant at, String id) {
        return begun(told(bot.online(tenantId, platform, since, at)), id, at);
    }

    /// The stream has ended.
    public Outcome<BotState> offline(String tenantId, Platform platform, Instant at) {
        return told(bot.offline(tenantId, platform, at));
    }

    /// The platform was asked for the stream: its beginning or its end may have been missed.
    ///
    /// @param since when the stream began that is live; null if there is none
    /// @param at when it was asked
    public Outcome<BotState> found(String tenantId, Platform platform, @Nullable Instant since, Instant at) {
        Outcome<BotState> change = told(bot.found(tenantId, platform, since, at));
        return since == null ? change : begun(change, platform.label() + " " + since, at);
    }

    /// With the news that a stream has begun, which wakes the functions that it needs. It goes by itself.
    private static Outcome<BotState> begun(Outcome<BotState> change, String id, Instant at) {
        return change.writes().isEmpty()
                ? change
                : change.writing(
                        Write.put(Row.of(ChatKeys.streamBegun(change.value().tenantId(), id))
                                .with(Table.EXPIRES_AT, at.plus(NEWS_RETENTION).getEpochSecond())));
    }

    private Outcome<BotState> told(Outcome<BotState> change) {
        BotState after = change.value();
        return change.writes().isEmpty() ? change : change.and(timers.live(after.tenantId(), after.isLive()));
    }
}
