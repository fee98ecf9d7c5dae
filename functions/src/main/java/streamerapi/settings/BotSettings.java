package streamerapi.settings;

import streamerapi.commands.BuiltIn;
import streamerapi.commands.Permission;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.stream.Stream;

/// In which chats the bot is on, which of its built-in commands are off, and who may request videos: the setting `bot`.
/// Everything is on unless the account says otherwise.
///
/// @param disabledCommands the built-in commands that are off, by their names
/// @param songPermission the least standing of a chatter who may request a video
public record BotSettings(boolean alpha, boolean beta, List<String> disabledCommands, Permission songPermission) {

    private static final List<String> BUILT_IN =
            Stream.of(BuiltIn.values()).map(BuiltIn::label).toList();

    static final BotSettings DEFAULT = new BotSettings(true, true, List.of(), Permission.SUBSCRIBER);

    static final Schema<BotSettings> SCHEMA =
            Schema.of("BotSettings", "In which chats the bot is on, and which of its built-in commands are off.", s -> {
                var alpha = s.flag(Platform.ALPHA.label(), BotSettings::alpha).orElse(true);
                var beta = s.flag(Platform.BETA.label(), BotSettings::beta).orElse(true);
                var disabled = s.texts("disabled_commands", BotSettings::disabledCommands, BUILT_IN)
                        .orElse(List.of());
                var song = s.choice(
                                "song_permission",
                                BotSettings::songPermission,
                                List.of(Permission.values()),
                                Permission.MODERATOR)
                        .doc("Who may request a video in chat with `!song` or `!sr`. `subscriber` includes moderators,"
                                + " `moderator` includes the streamer.")
                        .orElse(Permission.SUBSCRIBER);
                return in -> new BotSettings(
                        alpha.of(in), beta.of(in), FilterSettings.distinct(disabled.of(in)), song.of(in));
            });

    /// Whether a built-in command is on.
    public boolean hasCommand(String name) {
        return !disabledCommands.contains(name);
    }

    /// Whether it is on in a platform's chat.
    public boolean isEnabled(Platform platform) {
        return switch (platform) {
            case ALPHA -> alpha;
            case BETA -> beta;
        };
    }
}
