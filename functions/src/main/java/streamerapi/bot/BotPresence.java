package streamerapi.bot;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.TableReader;

import java.time.Instant;
import java.util.function.UnaryOperator;

/// The bot's connections and the streams, as connectors report them. Reports that are older than the last one change
/// nothing.
public final class BotPresence {

    private final TableReader table;

    public BotPresence(TableReader table) {
        this.table = table;
    }

    /// How the bot stands.
    public BotState read(String tenantId) {
        return BotState.of(tenantId, table.get(ChatKeys.bot(tenantId)));
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
        return change(tenantId, platform, before -> before.connected(channel, login, displayName, at));
    }

    /// The bot has left a chat.
    public Outcome<BotState> disconnected(String tenantId, Platform platform, Instant at) {
        return change(tenantId, platform, before -> before.disconnected(at));
    }

    /// The streamer has ended the connection to a platform.
    public Outcome<BotState> left(String tenantId, Platform platform) {
        return change(tenantId, platform, BotState.OnPlatform::left);
    }

    /// The stream has begun.
    ///
    /// @param since when it began
    /// @param at when it was told
    public Outcome<BotState> online(String tenantId, Platform platform, Instant since, Instant at) {
        return change(tenantId, platform, before -> before.online(since, at));
    }

    /// The stream has ended.
    public Outcome<BotState> offline(String tenantId, Platform platform, Instant at) {
        return change(tenantId, platform, before -> before.offline(at));
    }

    /// The platform was asked for the stream.
    ///
    /// @param since when the stream began that is live; null if there is none
    /// @param at when it was asked
    public Outcome<BotState> found(String tenantId, Platform platform, @Nullable Instant since, Instant at) {
        return change(tenantId, platform, before -> before.found(since, at));
    }

    private Outcome<BotState> change(String tenantId, Platform platform, UnaryOperator<BotState.OnPlatform> change) {
        BotState before = read(tenantId);
        BotState after = before.with(platform, change.apply(before.on(platform)));
        return after.equals(before) ? Outcome.of(after) : Outcome.of(after).writing(after.write());
    }
}
