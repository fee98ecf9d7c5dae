package streamerapi.settings;

import streamerapi.commands.BuiltIn;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.stream.Stream;

/// In which chats the bot is on, and which of its built-in commands are off: the setting `bot`. Everything is on unless
/// the account says otherwise.
///
/// @param disabledCommands the built-in commands that are off, by their names
public record BotSettings(boolean alpha, boolean beta, List<String> disabledCommands) {

    private static final List<String> BUILT_IN =
            Stream.of(BuiltIn.values()).map(BuiltIn::label).toList();

    static final BotSettings DEFAULT = new BotSettings(true, true, List.of());

    static final Schema<BotSettings> SCHEMA =
            Schema.of("BotSettings", "In which chats the bot is on, and which of its built-in commands are off.", s -> {
                var alpha = s.flag("alpha", BotSettings::alpha).orElse(true);
                var beta = s.flag("beta", BotSettings::beta).orElse(true);
                var disabled = s.texts("disabled_commands", BotSettings::disabledCommands, BUILT_IN)
                        .orElse(List.of());
                return in -> new BotSettings(alpha.of(in), beta.of(in), FilterSettings.distinct(disabled.of(in)));
            });

    /// Whether a built-in command is on.
    public boolean hasCommand(String name) {
        return !disabledCommands.contains(name);
    }

    /// Whether it is on in a platform's chat.
    ///
    /// @param platform `alpha` or `beta`
    public boolean isEnabled(String platform) {
        return platform.equals("alpha") ? alpha : beta;
    }
}
