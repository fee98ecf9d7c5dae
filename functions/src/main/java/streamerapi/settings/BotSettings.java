package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// In which chats the bot is on, and which of its built-in commands are off: the setting `bot`. Everything is on unless
/// the account says otherwise.
///
/// @param disabledCommands the built-in commands that are off, by their names
public record BotSettings(boolean alpha, boolean beta, List<String> disabledCommands) {

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

    static BotSettings of(Row stored) {
        return new BotSettings(
                !stored.has("alpha") || stored.flag("alpha"),
                !stored.has("beta") || stored.flag("beta"),
                stored.texts("disabled_commands"));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("alpha", alpha);
        json.put("beta", beta);
        json.put("disabled_commands", disabledCommands);
        return json;
    }
}
