package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.commands.CustomCommand;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Actor;
import streamerapi.shared.text.ChatSigns;
import streamerapi.shared.text.PlatformCommands;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// A line that a chatter wrote (contract "Ingest", `chat.message`).
///
/// @param isModerator whether the chatter moderates the channel, or owns it
/// @param mayBeEcho whether the bot may have said it, if it has the bot's login
/// @param writtenAt by the connector's clock
record ChatLine(
        Platform platform,
        String messageId,
        String userId,
        String login,
        String name,
        String text,
        boolean isModerator,
        boolean isSubscriber,
        ChatLook look,
        boolean mayBeEcho,
        Instant writtenAt) {

    private static final int MAX_ID = 255;
    private static final int MAX_NAME = 100;
    private static final int MAX_TEXT = 2_000;

    /// The blanks between words: among them the wide one that keyboards for Japanese type, and the one that holds two
    /// words together.
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}]+");

    /// The line that a connector's message tells of.
    ///
    /// @throws Problem `bad_request` with `field`
    static ChatLine read(IngestMessage message) {
        return read(message, "data.");
    }

    /// @param path what a refusal puts before a field's name
    static ChatLine read(IngestMessage message, String path) {
        ChatFields fields = new ChatFields(path, message.data());
        String login = fields.text("user_login", MAX_NAME);
        String name = fields.textOrNull("user_name", MAX_NAME);
        String text = fields.textOrNull("text", MAX_TEXT);
        return new ChatLine(
                message.platform(),
                fields.text("message_id", MAX_ID),
                fields.text("user_id", MAX_ID),
                login,
                name == null || name.isBlank() ? login : name,
                text == null ? "" : text,
                fields.flag("is_mod", false) || fields.flag("is_broadcaster", false),
                fields.flag("is_subscriber", false),
                ChatLook.read(message),
                message.mayBeEcho(),
                message.occurredAt());
    }

    /// The chatter as events name them.
    Actor actor() {
        return new Actor.Chat(null, platform, userId, login, name);
    }

    /// The chatter as keys name them.
    String viewer() {
        return platform.label() + "#" + userId;
    }

    /// Whether the bot said it. A bot that speaks as the streamer has the streamer's login, so lines whose echoes were
    /// left out are never the bot's.
    boolean isOfBot(BotState bot) {
        return mayBeEcho && login.equalsIgnoreCase(bot.on(platform).login());
    }

    /// The command that the line runs; null if it begins with no `!`, in either width. Words that are not seen are no
    /// arguments: chat programs add them to a line that repeats the one before, so that the platform takes it.
    @Nullable
    Typed typed() {
        String trimmed = BLANKS.matcher(text).replaceAll(" ").strip();
        if (trimmed.length() < 2 || !ChatSigns.beginsCommand(trimmed) || trimmed.charAt(1) == ' ') {
            return null;
        }
        String[] words = trimmed.substring(1).split(" ");
        List<String> arguments = Arrays.stream(words)
                .skip(1)
                .filter(word -> !PlatformCommands.isUnseen(word))
                .toList();
        return new Typed(CustomCommand.trigger(words[0]), arguments);
    }

    /// A command as it was typed behind a `!`.
    ///
    /// @param trigger the first word, in lower case
    /// @param arguments the other words, but those that are not seen
    record Typed(String trigger, List<String> arguments) {}
}
