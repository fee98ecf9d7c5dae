package streamerapi.commands;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A command that every channel has (contract "Ingest"). Its triggers are not free for custom commands, even if the
/// streamer has turned it off.
public enum BuiltIn {
    /// Lists the custom commands.
    COMMANDS(Permission.EVERYONE, "commands"),
    /// Skips the tip that plays; with `media`, the video.
    SKIP(Permission.MODERATOR, "skip"),
    /// Pauses the TTS queue; with `media`, the media queue.
    PAUSE(Permission.MODERATOR, "pause"),
    /// Resumes the TTS queue; with `media`, the media queue.
    RESUME(Permission.MODERATOR, "resume"),
    /// Clears the TTS queue.
    CLEAR(Permission.MODERATOR, "clear"),
    /// Requests the video of a link. The settings say who may.
    SONG(Permission.EVERYONE, "song sr"),
    /// Reads and changes counters by their names, which are its triggers: `!deaths`, `!deaths+`, `!deaths-`,
    /// `!deaths 5`. A custom command of the same name goes first.
    COUNTERS(Permission.EVERYONE, "");

    private final Permission permission;
    /// A list that cannot be changed.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> triggers;

    /// @param triggers separated by spaces
    BuiltIn(Permission permission, String triggers) {
        this.permission = permission;
        this.triggers = triggers.isEmpty() ? List.of() : List.of(triggers.split(" "));
    }

    /// Its triggers; none if it has the names of counters.
    public List<String> triggers() {
        return triggers;
    }

    /// The least standing of a chatter who may run it; to change a counter takes a moderator.
    public Permission permission() {
        return permission;
    }

    /// Its name in the settings.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The built-in command with this trigger, or null.
    public static @Nullable BuiltIn of(String trigger) {
        return Arrays.stream(values())
                .filter(builtIn -> builtIn.triggers.contains(trigger))
                .findFirst()
                .orElse(null);
    }
}
