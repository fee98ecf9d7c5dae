package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BotTexts;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.templates.ChatText;

import java.util.List;

/// A message that a program sends to chat.
///
/// @param message 1 to [ChatText#MAX_CHARACTERS] characters; a longer one is refused, not cut
/// @param platforms null for all that are connected
record ChatMessage(String message, @Nullable List<Platform> platforms) {

    static final Schema<ChatMessage> SCHEMA = Schema.of("ChatMessage", "A message to the streamer's chat.", s -> {
        var message = s.text("message", ChatMessage::message, ChatMessage::checked)
                .between(1, ChatText.MAX_CHARACTERS)
                .doc("One line; a platform's own command, which begins with `/` or `.`, is refused.")
                .example("The next boss is up!");
        var platforms = s.choices("platforms", ChatMessage::platforms, Platform.ALL)
                .between(1, Platform.ALL.size())
                .doc("The platforms to send it to; by default all that the bot is connected to.")
                .orNull();
        return in -> new ChatMessage(message.of(in), platforms.of(in));
    });

    /// Whether a platform is to get it.
    boolean isFor(Platform platform) {
        return platforms == null || platforms.contains(platform);
    }

    private static String checked(String text) {
        if (text.isBlank()) {
            throw Problem.badField("message", "message must not be blank");
        }
        if (text.codePoints().anyMatch(Character::isISOControl)) {
            throw Problem.badField("message", "message must be one line without control characters");
        }
        return BotTexts.checkedBeginning("message", text);
    }

    /// The result of a message on each platform.
    ///
    /// @param alpha whether the platform took it; null if it was not asked, or the bot is not connected there
    record PlatformResults(
            @Nullable Boolean alpha, @Nullable Boolean beta) {
        static final Schema<PlatformResults> SCHEMA = Schema.shown(
                "ChatMessageSent",
                "Whether each platform took the message; null if it was not asked, or the bot is not connected there.",
                s -> {
                    s.flag(Platform.ALPHA.label(), PlatformResults::alpha)
                            .example(true)
                            .orNull();
                    s.flag(Platform.BETA.label(), PlatformResults::beta).orNull();
                });
    }

    /// The answer to a message.
    ///
    /// @param success whether one platform took it at least
    record Result(boolean success, PlatformResults sent) {
        static final Schema<Result> SCHEMA = Schema.shown("ChatMessageResult", "The result of a message.", s -> {
            s.flag("success", Result::success).doc("Whether at least one platform took it.");
            s.object("sent", Result::sent, PlatformResults.SCHEMA);
        });

        static Result of(@Nullable Boolean alpha, @Nullable Boolean beta) {
            return new Result(
                    Boolean.TRUE.equals(alpha) || Boolean.TRUE.equals(beta), new PlatformResults(alpha, beta));
        }
    }
}
