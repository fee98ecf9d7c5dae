package streamerapi.bot;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;

/// Where the bot is connected and which streams are live, as `bot.connected`, `bot.disconnected`, `stream.online` and
/// `stream.offline` have told.
///
/// @param revision 0 if nothing was told yet; tells one state from another
public record BotState(String tenantId, OnPlatform alpha, OnPlatform beta, long revision) {

    private static final String REVISION = "revision";

    /// The bot and the stream on one platform.
    ///
    /// @param channel the streamer's login; null if the bot is not connected
    /// @param login the account that the bot speaks as; null if the connector did not say
    /// @param connectionToldAt when the last message about the connection happened; one that happened before it is late
    /// @param liveSince null if the stream is offline
    /// @param streamToldAt when the last message about the stream happened
    public record OnPlatform(
            @Nullable String channel,
            @Nullable String login,
            @Nullable String displayName,
            @Nullable Instant connectionToldAt,
            @Nullable Instant liveSince,
            @Nullable Instant streamToldAt) {

        static final OnPlatform NONE = new OnPlatform(null, null, null, null, null, null);

        /// Whether the bot is in the chat.
        public boolean isConnected() {
            return channel != null;
        }

        /// The same, connected.
        OnPlatform connected(String to, @Nullable String as, @Nullable String shownAs, Instant at) {
            return isLate(connectionToldAt, at) ? this : new OnPlatform(to, as, shownAs, at, liveSince, streamToldAt);
        }

        /// The same, not connected.
        OnPlatform disconnected(Instant at) {
            return isLate(connectionToldAt, at) ? this : new OnPlatform(null, null, null, at, liveSince, streamToldAt);
        }

        /// The same, live since then. A stream that is live already stays live since its beginning.
        OnPlatform online(Instant at) {
            return isLate(streamToldAt, at)
                    ? this
                    : new OnPlatform(
                            channel, login, displayName, connectionToldAt, liveSince == null ? at : liveSince, at);
        }

        /// The same, offline.
        OnPlatform offline(Instant at) {
            return isLate(streamToldAt, at)
                    ? this
                    : new OnPlatform(channel, login, displayName, connectionToldAt, null, at);
        }

        private static boolean isLate(@Nullable Instant told, Instant at) {
            return told != null && at.isBefore(told);
        }

        private static OnPlatform of(Row row, Platform on) {
            String platform = on.label();
            return new OnPlatform(
                    row.textOrNull(platform + "_channel"),
                    row.textOrNull(platform + "_login"),
                    row.textOrNull(platform + "_display_name"),
                    row.instantOrNull(platform + "_connection_told_at"),
                    row.instantOrNull(platform + "_live_since"),
                    row.instantOrNull(platform + "_stream_told_at"));
        }

        private Row addedTo(Row row, Platform on) {
            String platform = on.label();
            return row.with(platform + "_channel", channel)
                    .with(platform + "_login", login)
                    .with(platform + "_display_name", displayName)
                    .with(platform + "_connection_told_at", connectionToldAt)
                    .with(platform + "_live_since", liveSince)
                    .with(platform + "_stream_told_at", streamToldAt);
        }
    }

    /// The state that the row of [ChatKeys#bot] holds.
    public static BotState of(String tenantId, @Nullable Row row) {
        return row == null
                ? new BotState(tenantId, OnPlatform.NONE, OnPlatform.NONE, 0)
                : new BotState(
                        tenantId,
                        OnPlatform.of(row, Platform.ALPHA),
                        OnPlatform.of(row, Platform.BETA),
                        row.number(REVISION));
    }

    /// The bot on a platform.
    public OnPlatform on(Platform platform) {
        return switch (platform) {
            case ALPHA -> alpha;
            case BETA -> beta;
        };
    }

    /// This state with another presence on a platform.
    BotState with(Platform platform, OnPlatform presence) {
        return switch (platform) {
            case ALPHA -> new BotState(tenantId, presence, beta, revision);
            case BETA -> new BotState(tenantId, alpha, presence, revision);
        };
    }

    /// Whether the streamer is live: on alpha if the bot is connected there, else on beta (spec "ChatTimer").
    public boolean isLive() {
        return (alpha.isConnected() ? alpha : beta).liveSince() != null;
    }

    /// When a stream began that is live, on alpha or else on beta, whether the bot is there or not; null if there is
    /// none.
    public @Nullable Instant streamingSince() {
        return alpha.liveSince() != null ? alpha.liveSince() : beta.liveSince();
    }

    /// Stores it in place of the state that it was made of.
    Write write() {
        Row row = beta.addedTo(alpha.addedTo(Row.of(ChatKeys.bot(tenantId)), Platform.ALPHA), Platform.BETA);
        return Write.put(row.with(REVISION, revision + 1))
                .when(revision == 0 ? Condition.noRow() : Condition.equal(REVISION, revision));
    }
}
