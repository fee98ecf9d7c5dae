package streamerapi.commands;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// An account's custom commands (spec "Custom commands").
///
/// Each trigger has a row, and each of a command's rows holds all of the command: a chat message finds it in one read.
/// Names and aliases share one key, so the table itself keeps them unique across both.
public final class CustomCommands {

    private static final Attribute<String> ALIAS_OF = Attribute.text("alias_of");
    private static final Attribute<Instant> UPDATED_AT = Attribute.time("updated_at");

    private final TableReader table;
    private final Ids ids;
    private final InstantSource clock;

    public CustomCommands(TableReader table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// Every command of an account, by name.
    public List<CustomCommand> all(String tenantId) {
        return table
                .query(Query.of(Keys.account(tenantId), ChatKeys.CUSTOM_COMMAND).where(Condition.absent(ALIAS_OF)))
                .stream()
                .map(CustomCommand::of)
                .toList();
    }

    /// @throws Problem `not_found`
    public CustomCommand find(String tenantId, String name) {
        String trigger = CustomCommand.trigger(name);
        Row row = table.get(ChatKeys.customCommand(tenantId, trigger));
        if (row == null || row.has(ALIAS_OF)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return CustomCommand.of(row);
    }

    /// The command of a trigger, from the row of [ChatKeys#customCommand]; null if there is none.
    public static @Nullable CustomCommand triggered(@Nullable Row row) {
        return row == null ? null : CustomCommand.of(row);
    }

    /// Makes a command.
    ///
    /// @param app the app that makes it, or null; asked for once the body has been read
    /// @throws Problem `bad_request`, `name_taken` if a trigger is one of a built-in command; when committed,
    /// `name_taken` if it is one of another command, `limit_reached`
    public Outcome<CustomCommand> create(String tenantId, Body body, Supplier<@Nullable String> app) {
        CustomCommand command = CustomCommand.read(body, ids.next("cmd"), now());
        refuseTriggers(command);
        String maker = app.get();
        return create(tenantId, List.of(command.by(maker)), Quota.COMMANDS.takeBy(tenantId, maker), null)
                .map(List::getFirst);
    }

    /// Makes commands that have been checked.
    ///
    /// @param field the field of the body that they are in
    /// @throws Problem as above
    public Outcome<List<CustomCommand>> create(String tenantId, List<CustomCommand> commands, String field) {
        return create(tenantId, commands, Quota.COMMANDS.take(tenantId, commands.size()), field);
    }

    private static Outcome<List<CustomCommand>> create(
            String tenantId, List<CustomCommand> commands, Write taken, @Nullable String field) {
        Outcome<List<CustomCommand>> outcome = Outcome.of(commands).writing(CommandTexts.taking(taken, commands));
        for (CustomCommand command : commands) {
            refuseTriggers(command);
            for (String trigger : command.triggers()) {
                outcome = outcome.writing(
                        occupy(tenantId, trigger, command, field == null ? field(command, trigger) : field));
            }
        }
        return outcome;
    }

    /// Changes a command. Its cooldown and its AI memory stay, under another name too.
    ///
    /// @throws Problem `not_found`, `bad_request`, `name_taken`; when committed, `limit_reached` if it is longer than
    /// there is room for
    public Outcome<CustomCommand> change(String tenantId, String name, Changes<CustomCommand> changes) {
        CustomCommand before = find(tenantId, name);
        if (changes.appliedTo(before, Map.of()).equals(before)) {
            return Outcome.of(before);
        }
        Instant later = before.updatedAt().plusMillis(1);
        Instant now = now();
        CustomCommand after = changes.appliedTo(before, Map.of(UPDATED_AT.name(), now.isBefore(later) ? later : now));
        refuseTriggers(after);
        return replace(tenantId, before, after);
    }

    /// Removes a command, its aliases and its AI memory.
    ///
    /// @throws Problem `not_found`
    public Outcome<CustomCommand> delete(String tenantId, String name) {
        CustomCommand command = find(tenantId, name);
        Outcome<CustomCommand> outcome = Outcome.of(command)
                .writing(CommandTexts.givingBack(Quota.COMMANDS.giveBackBy(tenantId, command.app()), command));
        for (String trigger : command.triggers()) {
            outcome = outcome.writing(free(tenantId, trigger, command));
        }
        for (String memory : AiMemory.SCOPES) {
            outcome = outcome.writing(Write.delete(ChatKeys.aiMemory(tenantId, command.id(), memory)));
        }
        return outcome;
    }

    private Outcome<CustomCommand> replace(String tenantId, CustomCommand before, CustomCommand after) {
        Set<String> old = before.triggers();
        Outcome<CustomCommand> outcome = Outcome.of(after).writing(CommandTexts.changing(tenantId, before, after));
        for (String trigger : old) {
            outcome = outcome.writing(
                    after.triggers().contains(trigger)
                            ? Write.put(row(tenantId, trigger, after)).when(unchanged(before))
                            : free(tenantId, trigger, before));
        }
        for (String trigger : after.triggers()) {
            if (!old.contains(trigger)) {
                outcome = outcome.writing(occupy(tenantId, trigger, after, field(after, trigger)));
            }
        }
        return outcome;
    }

    private static void refuseTriggers(CustomCommand command) {
        if (command.aliases().contains(command.name())) {
            throw Problem.badField("aliases", "aliases must not contain the command's own name");
        }
        for (String trigger : command.triggers()) {
            if (BuiltIn.of(trigger) != null) {
                throw taken(field(command, trigger), trigger, "is a built-in command's");
            }
        }
    }

    private static Write occupy(String tenantId, String trigger, CustomCommand command, String field) {
        return Write.put(row(tenantId, trigger, command))
                .when(Condition.noRow())
                .orElse(current -> taken(field, trigger, whose(current)));
    }

    /// The words that say what has a trigger. A list of commands does not show their aliases.
    private static String whose(@Nullable Row current) {
        String alias = current == null ? null : current.find(ALIAS_OF);
        return alias == null ? "is another command's" : "is an alias of !" + alias;
    }

    private static Write free(String tenantId, String trigger, CustomCommand command) {
        return Write.delete(ChatKeys.customCommand(tenantId, trigger)).when(unchanged(command));
    }

    private static Condition unchanged(CustomCommand command) {
        return Condition.equal(UPDATED_AT, command.updatedAt());
    }

    private static Row row(String tenantId, String trigger, CustomCommand command) {
        Row row = CustomCommand.SCHEMA.row(ChatKeys.customCommand(tenantId, trigger), command);
        return trigger.equals(command.name()) ? row : row.with(ALIAS_OF, command.name());
    }

    /// The field that has a trigger of a command.
    private static String field(CustomCommand command, String trigger) {
        return trigger.equals(command.name()) ? "name" : "aliases";
    }

    private static Problem taken(String field, String trigger, String whose) {
        return Problem.nameTaken(field, "!" + trigger + " " + whose + "; choose another");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
