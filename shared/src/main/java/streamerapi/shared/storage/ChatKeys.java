package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;

/// The keys of the rows about chat: commands, timers, the bot, AI voices. `docs/table.md` describes them.
public final class ChatKeys {

    private static final String STREAMS = "STREAMS#";

    private ChatKeys() {}

    /// The prefix of an account's custom commands, which stand in the order of their triggers.
    public static final String CUSTOM_COMMAND = "COMMAND#";

    /// A custom command, by its name or one of its aliases.
    public static Key customCommand(String tenantId, String trigger) {
        return new Key(Keys.account(tenantId), CUSTOM_COMMAND + trigger);
    }

    /// The memory of a command's AI token.
    ///
    /// @param scope `alpha`, `beta` or `shared`
    public static Key aiMemory(String tenantId, String commandId, String scope) {
        return new Key(Keys.account(tenantId), "AIMEMORY#" + commandId + "#" + scope);
    }

    /// How many of an account's prompts the AI service was asked in a month.
    ///
    /// @param month `YYYY-MM`
    public static Key aiUsage(String tenantId, String month) {
        return new Key(Keys.account(tenantId), "AIUSAGE#" + month);
    }

    /// The videos that viewers requested in chat and that may still wait.
    public static Key songRequests(String tenantId) {
        return new Key(Keys.account(tenantId), "SONGREQUESTS");
    }

    /// The cooldown of a command that ran lately.
    ///
    /// @param viewer `<platform>#<user id>`, or null for a cooldown of the whole channel
    public static Key cooldown(String tenantId, String commandId, @Nullable String viewer) {
        return new Key(Keys.account(tenantId), "COOLDOWN#" + commandId + (viewer == null ? "" : "#" + viewer));
    }

    /// The bot in the account's chats, and whether the streams are live.
    public static Key bot(String tenantId) {
        return new Key(Keys.account(tenantId), "BOT");
    }

    /// The times of messages that were sent with `POST /chat/messages` lately.
    public static Key chatSends(String tenantId) {
        return new Key(Keys.account(tenantId), "CHATSENDS");
    }

    /// How many lines alpha's chat has had.
    public static Key chatLines(String tenantId) {
        return new Key(Keys.account(tenantId), "CHATLINES");
    }

    /// The prefix of an account's chat timers, which stand in the order of their ids.
    public static final String TIMER = "TIMER#";

    /// A chat timer.
    public static Key timer(String tenantId, String timerId) {
        return new Key(Keys.account(tenantId), TIMER + timerId);
    }

    /// The partition of all accounts' timer schedules, in whose index they stand by when they are due.
    public static final String TIMER_SCHEDULES = "TIMERS";

    /// The times at which an account's timers are due.
    public static Key timerSchedule(String tenantId) {
        return new Key(TIMER_SCHEDULES, tenantId);
    }

    /// Whether an account has turned AI voices on, and which voices it has turned off.
    public static Key aiVoices(String tenantId) {
        return new Key(Keys.account(tenantId), "AIVOICES");
    }

    /// The beginning of a stream. The stream's filter in template.yaml names the prefix of its partition.
    ///
    /// @param id of the message that told it
    public static Key streamBegun(String tenantId, String id) {
        return new Key(STREAMS + tenantId, "begun_" + Sha256.hex(id));
    }

    /// A line that the service said in a chat in the streamer's name.
    ///
    /// @param provider `twitch`
    /// @param messageId as the platform names it; a hash stands for it
    public static Key ownLine(String tenantId, String provider, String messageId) {
        return new Key(ownLines(tenantId), "SAID#" + provider + "#" + Sha256.hex(messageId));
    }

    /// A line that the service is about to say.
    ///
    /// @param hash of what the line is about; empty for the prefix of all
    public static Key sendingLine(String tenantId, String provider, String hash) {
        return new Key(ownLines(tenantId), "SAYING#" + provider + "#" + hash);
    }

    /// The partition of an account's own lines.
    public static String ownLines(String tenantId) {
        return "OWNLINES#" + tenantId;
    }

    /// Whether the news stand in this partition that streams have begun, rather than events.
    public static boolean isOfStreams(String partition) {
        return partition.startsWith(STREAMS);
    }
}
