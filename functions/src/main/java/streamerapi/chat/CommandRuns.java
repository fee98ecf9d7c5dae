package streamerapi.chat;

import streamerapi.bot.BotState;
import streamerapi.commands.ChatTemplate;
import streamerapi.commands.CooldownType;
import streamerapi.commands.CustomCommand;
import streamerapi.filter.CleanText;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Async;
import streamerapi.templates.Filled;
import streamerapi.templates.TemplateContext;
import streamerapi.templates.TemplateVariables;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Runs custom commands (spec "CustomCommand"): permission first, then the cooldown, then the answer.
///
/// A refused viewer starts no cooldown. `chat.command`, the cooldown and the counters that the answer steps are one
/// transaction.
final class CommandRuns {

    private final TableReader table;
    private final TemplateVariables variables;

    CommandRuns(TableReader table, TemplateVariables variables) {
        this.table = table;
        this.variables = variables;
    }

    /// Decides about a line that has the trigger of a command.
    CommandResult run(
            String tenantId,
            ChatLine line,
            ChatLine.Typed typed,
            CustomCommand command,
            BotState bot,
            Settings settings,
            Instant now) {
        if (!command.runsOn(line.platform()) || !command.permission().admits(line.isSubscriber(), line.isModerator())) {
            return CommandResult.NONE;
        }
        Key cooldown = ChatKeys.cooldown(
                tenantId, command.id(), command.cooldownType() == CooldownType.PER_USER ? line.viewer() : null);
        Duration length = Duration.ofSeconds(command.cooldownSeconds());
        boolean cools = length.isPositive();
        Async<Boolean> cooling =
                cools ? Async.start(() -> Cooldowns.goesOn(table.get(cooldown), length, now)) : Async.done(false);
        CleanText clean = new CleanText(settings);
        TemplateContext occasion = TemplateContext.ofCommand(
                tenantId,
                bot,
                settings,
                line.platform(),
                now,
                new TemplateContext.Chatter(clean.of(line.name()), cleaned(clean, typed.arguments())));
        Outcome<List<Filled>> filled = variables.fill(List.of(ChatTemplate.parse(command.response())), occasion);
        if (cooling.join()) {
            return CommandResult.NONE;
        }
        Outcome<?> outcome = Outcome.empty()
                .and(filled)
                .emitting(ChatCommandRun.EVENT, new ChatCommandRun(line, typed, command.name()));
        return new CommandResult(
                cools ? outcome.writing(Cooldowns.start(cooldown, length, now)) : outcome,
                () -> filled.value().getFirst(),
                command,
                clean);
    }

    /// The words behind the trigger. They are read as one text: a listed word can be spelt out in several of them.
    private static List<String> cleaned(CleanText clean, List<String> arguments) {
        return arguments.isEmpty()
                ? arguments
                : List.of(clean.of(String.join(" ", arguments)).split(" ", -1));
    }
}
