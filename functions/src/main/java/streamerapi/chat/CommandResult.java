package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.CustomCommand;
import streamerapi.filter.CleanText;
import streamerapi.shared.events.Outcome;
import streamerapi.templates.Filled;

import java.util.List;
import java.util.function.Supplier;

/// The result of a command: the changes, and the bot's answer once they are committed.
///
/// @param reply asked for once the change is made; null if the line ran no command
/// @param command the custom command that answers; null for a built-in one
/// @param clean for the values in its answer; null if none is a viewer's, or all are clean
record CommandResult(
        Outcome<?> outcome,
        @Nullable Supplier<Filled> reply,
        @Nullable CustomCommand command,
        @Nullable CleanText clean) {

    /// The result of a line without effect.
    static final CommandResult NONE = new CommandResult(Outcome.empty(), null, null, null);

    /// A built-in command's change and its answer. The answer can hold texts of viewers.
    static CommandResult of(Outcome<?> outcome, String answer) {
        return of(outcome, () -> answer);
    }

    /// A built-in command's change and its answer, which tells how things are after it.
    static CommandResult of(Outcome<?> outcome, Supplier<String> answer) {
        return new CommandResult(outcome, () -> new Filled(List.of(new Filled.Value(answer.get()))), null, null);
    }

    /// Whether the line ran a command, so that it must not run another time.
    boolean isSomething() {
        return reply != null;
    }
}
