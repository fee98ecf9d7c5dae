package streamerapi.chat;

import streamerapi.bot.BotState;
import streamerapi.bot.ChatSender;
import streamerapi.commands.BuiltIn;
import streamerapi.commands.CustomCommand;
import streamerapi.commands.CustomCommands;
import streamerapi.connectors.IngestDecision;
import streamerapi.connectors.IngestMessage;
import streamerapi.counters.Counter;
import streamerapi.filter.CleanText;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.tasks.Async;
import streamerapi.templates.Filled;
import streamerapi.timers.LineCount;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The handler of lines of chat. A line that is no command is counted and changes nothing. A command is found in one
/// read of the table, of either kind.
public final class ChatLines {

    private final TableReader table;
    private final CommandRuns commands;
    private final BuiltIns builtIns;
    private final AiAnswers ai;
    private final ChatSender sender;
    private final LineCount count;
    private final ChatBox box;
    private final InstantSource clock;

    ChatLines(
            TableReader table,
            CommandRuns commands,
            BuiltIns builtIns,
            AiAnswers ai,
            ChatSender sender,
            LineCount count,
            ChatBox box,
            InstantSource clock) {
        this.table = table;
        this.commands = commands;
        this.builtIns = builtIns;
        this.ai = ai;
        this.sender = sender;
        this.count = count;
        this.box = box;
        this.clock = clock;
    }

    /// Decides about a line.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    IngestDecision decide(IngestMessage message) {
        ChatLine line = ChatLine.read(message);
        CommandResult reaction = reaction(message, line);
        Map<String, Object> nothingMore = Map.of();
        Outcome<Map<String, Object>> outcome = Outcome.of(nothingMore)
                .and(reaction.outcome())
                .then(() -> {
                    answer(message.tenantId(), line, reaction);
                    return () -> Outcome.of(nothingMore);
                });
        return new IngestDecision(outcome, line.actor(), reaction.isSomething());
    }

    /// Answers a line, once, and meanwhile counts it and shows it on overlays. A count that fails is told once the
    /// answer is in chat.
    private void answer(String tenantId, ChatLine line, CommandResult reaction) {
        Async<Boolean> counted = Async.start(() -> count(tenantId, line));
        if (reaction.reply() != null) {
            Filled reply = reaction.reply().get();
            CustomCommand command = reaction.command();
            Filled whole =
                    command == null || !reply.asksAi() ? reply : ai.answer(tenantId, line.platform(), command, reply);
            if (whole != null) {
                CleanText clean = reaction.clean();
                Filled said = clean == null ? whole : whole.cleaned(clean::of);
                sender.send(tenantId, line.platform(), "message:" + line.messageId(), said.text());
            }
        }
        counted.join();
    }

    private boolean count(String tenantId, ChatLine line) {
        boolean isCounted = line.platform() == Platform.ALPHA;
        if (isCounted) {
            count.count(tenantId, line.mayBeEcho() ? line.login() : null);
        }
        box.show(tenantId, line);
        return isCounted;
    }

    private CommandResult reaction(IngestMessage message, ChatLine line) {
        String tenantId = message.tenantId();
        ChatLine.Typed typed = line.typed();
        if (typed == null) {
            return CommandResult.NONE;
        }
        List<CounterCommand> counters = CounterCommand.of(typed);
        Key profile = Keys.profile(tenantId);
        Key bot = ChatKeys.bot(tenantId);
        Key command = ChatKeys.customCommand(tenantId, typed.trigger());
        List<Key> keys = new ArrayList<>(List.of(profile, bot, command));
        counters.forEach(counter -> keys.add(Keys.counter(tenantId, counter.name())));
        Map<Key, Row> rows = table.getAll(keys.toArray(Key[]::new));
        Settings settings = Settings.of(Objects.requireNonNull(rows.get(profile)));
        BotState state = BotState.of(tenantId, rows.get(bot));
        if (line.isOfBot(state) || !settings.bot().isEnabled(line.platform())) {
            return CommandResult.NONE;
        }
        Instant now = clock.instant();
        CustomCommand custom = CustomCommands.triggered(rows.get(command));
        if (custom != null) {
            return commands.run(tenantId, line, typed, custom, state, settings, now);
        }
        BuiltIn builtIn = BuiltIn.of(typed.trigger());
        if (builtIn != null && settings.bot().hasCommand(builtIn.label())) {
            return builtIns.run(tenantId, line, typed, builtIn, settings, now, message.externalCalls());
        }
        for (CounterCommand counter : counters) {
            Row row = rows.get(Keys.counter(tenantId, counter.name()));
            if (row != null) {
                return settings.bot().hasCommand(BuiltIn.COUNTERS.label())
                        ? builtIns.counter(tenantId, line, counter, Counter.of(row), now)
                        : CommandResult.NONE;
            }
        }
        return CommandResult.NONE;
    }
}
