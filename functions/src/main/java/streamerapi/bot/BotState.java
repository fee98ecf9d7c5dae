package streamerapi.bot;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;

/// The platforms on which the bot is connected and the streams that are live, as reported by `bot.connected`,
/// `bot.disconnected`, `stream.online` and `stream.offline`.
///
/// @param revision 0 if nothing was told yet; tells one state from another
public record BotState(String tenantId, OnPlatform alpha, OnPlatform beta, long revision) {

    /// The longest that a stream lasts: Twitch ends one then (Kick: unverified). One that would be older is over, and
    /// its end was not told.
    static final Duration MAX_STREAM = Duration.ofDays(2);

    /// The longest that a platform's answers lag behind its events: they may not have a stream that is younger.
    private static final Duration MAX_LAG = Duration.ofMinutes(10);

    private static final Attribute.Whole REVISION = Attribute.whole("revision");

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

        /// This state with the bot connected.
        OnPlatform connected(String to, @Nullable String as, @Nullable String shownAs, Instant at) {
            return isLate(connectionToldAt, at)
                    ? this
                    : new OnPlatform(to, as, shownAs, at, isOver(at) ? null : liveSince, streamToldAt);
        }

        /// This state with the bot disconnected.
        OnPlatform disconnected(Instant at) {
            return isLate(connectionToldAt, at) ? this : new OnPlatform(null, null, null, at, liveSince, streamToldAt);
        }

        /// This state after the streamer ended the connection: as if it had never been.
        OnPlatform left() {
            return new OnPlatform(null, null, null, null, liveSince, streamToldAt);
        }

        /// This state with a live stream. A stream that is live already keeps the time of its beginning.
        ///
        /// @param since when it began
        /// @param at when it was told, which decides whether that is late: the end of the stream before may have been
        /// told after this one began
        OnPlatform online(Instant since, Instant at) {
            return isLate(streamToldAt, at) ? this : streaming(liveSince == null || isOver(at) ? since : liveSince, at);
        }

        /// This state with the stream offline.
        OnPlatform offline(Instant at) {
            return isLate(streamToldAt, at) ? this : streaming(null, at);
        }

        /// This state as the platform answers when it is asked, whose answers lag behind its events.
        ///
        /// @param since when the stream began that is live; null if there is none
        /// @param at when it was asked
        OnPlatform found(@Nullable Instant since, Instant at) {
            if (since == null) {
                return liveSince == null || at.isBefore(liveSince.plus(MAX_LAG)) ? this : streaming(null, liveSince);
            }
            Instant told = streamToldAt;
            if (liveSince != null && !since.isAfter(liveSince)) {
                return this;
            }
            if (told == null || !since.isBefore(told)) {
                return streaming(since, since);
            }
            boolean mayLag = liveSince == null && at.isBefore(told.plus(MAX_LAG));
            return mayLag ? this : streaming(since, told);
        }

        private OnPlatform streaming(@Nullable Instant since, Instant toldAt) {
            return new OnPlatform(channel, login, displayName, connectionToldAt, since, toldAt);
        }

        private boolean isOver(Instant at) {
            return liveSince != null && BotState.isOver(liveSince, at);
        }

        private static boolean isLate(@Nullable Instant told, Instant at) {
            return told != null && at.isBefore(told);
        }

        private static OnPlatform of(Row row, Names names) {
            return new OnPlatform(
                    row.find(names.channel),
                    row.find(names.login),
                    row.find(names.displayName),
                    row.find(names.connectionToldAt),
                    row.find(names.liveSince),
                    row.find(names.streamToldAt));
        }

        private Row addedTo(Row row, Names names) {
            return row.with(names.channel, channel)
                    .with(names.login, login)
                    .with(names.displayName, displayName)
                    .with(names.connectionToldAt, connectionToldAt)
                    .with(names.liveSince, liveSince)
                    .with(names.streamToldAt, streamToldAt);
        }
    }

    /// The attributes of one platform.
    private record Names(
            Attribute<String> channel,
            Attribute<String> login,
            Attribute<String> displayName,
            Attribute<Instant> connectionToldAt,
            Attribute<Instant> liveSince,
            Attribute<Instant> streamToldAt) {

        private static final Names ALPHA = of(Platform.ALPHA);
        private static final Names BETA = of(Platform.BETA);

        private static Names of(Platform platform) {
            String prefix = platform.label() + "_";
            return new Names(
                    Attribute.text(prefix + "channel"),
                    Attribute.text(prefix + "login"),
                    Attribute.text(prefix + "display_name"),
                    Attribute.time(prefix + "connection_told_at"),
                    Attribute.time(prefix + "live_since"),
                    Attribute.time(prefix + "stream_told_at"));
        }
    }

    /// The state that the row of [ChatKeys#bot] holds.
    public static BotState of(String tenantId, @Nullable Row row) {
        return row == null
                ? new BotState(tenantId, OnPlatform.NONE, OnPlatform.NONE, 0)
                : new BotState(
                        tenantId, OnPlatform.of(row, Names.ALPHA), OnPlatform.of(row, Names.BETA), row.get(REVISION));
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

    /// Whether a stream of this time is over, even if its end was not told.
    public static boolean isOver(Instant liveSince, Instant at) {
        return !at.isBefore(liveSince.plus(MAX_STREAM));
    }

    /// Replaces the state that it was derived from.
    Write write() {
        Row row = beta.addedTo(alpha.addedTo(Row.of(ChatKeys.bot(tenantId)), Names.ALPHA), Names.BETA);
        return Write.put(row.with(REVISION, revision + 1))
                .when(revision == 0 ? Condition.noRow() : Condition.equal(REVISION, revision));
    }
}
