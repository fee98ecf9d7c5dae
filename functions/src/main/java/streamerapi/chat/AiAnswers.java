package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.AiMemory;
import streamerapi.commands.CustomCommand;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.text.ViewerText;
import streamerapi.templates.Filled;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Answers the AI tokens of commands, and remembers the exchange if the command has a memory (spec "CustomCommand").
final class AiAnswers {
    private static final Attribute<String> ID = Attribute.text("id");

    private static final String SWITCHED_OFF = "(AI answers are switched off)";
    private static final int MAX_REMEMBERED = 500;

    /// How long the answers to all prompts of one line may take together.
    private static final Duration DEADLINE = Duration.ofSeconds(6);

    private final @Nullable AiText service;
    private final Table table;
    private final Outbox outbox;
    private final Warnings warnings;
    private final InstantSource clock;
    private final long callsLimit;

    /// @param service null if the deployment has none
    /// @param callsLimit how many prompts of an account are answered in a month
    AiAnswers(
            @Nullable AiText service,
            Table table,
            Outbox outbox,
            Warnings warnings,
            InstantSource clock,
            long callsLimit) {
        this.service = service;
        this.table = table;
        this.outbox = outbox;
        this.warnings = warnings;
        this.clock = clock;
        this.callsLimit = callsLimit;
    }

    /// A command's answer with its AI tokens answered; null if the service did not answer in time, or the account has
    /// used up its month's answers, of which a warning tells.
    @Nullable
    Filled answer(String tenantId, Platform platform, CustomCommand command, Filled asked) {
        AiText ai = service;
        if (ai == null) {
            return asked.answered(prompt -> SWITCHED_OFF);
        }
        Asking asking = new Asking(ai, tenantId, platform, command);
        Filled answered = asked.answered(asking::ask);
        return switch (asking.state) {
            case GOING_ON -> answered;
            case NO_ANSWER -> {
                warnings.raiseHourly(tenantId, "ai:" + command.id(), AiWarnings.UNAVAILABLE.event(command.name()));
                yield null;
            }
            case LIMIT_REACHED -> {
                warnings.raiseHourly(
                        tenantId,
                        "ai limit",
                        AiWarnings.LIMIT_REACHED.event(
                                new AiWarnings.Limit(AiUsage.month(clock.instant()), callsLimit)));
                yield null;
            }
        };
    }

    /// How far one command's prompts came.
    private enum State {
        GOING_ON,
        NO_ANSWER,
        LIMIT_REACHED
    }

    /// One command's prompts.
    private final class Asking {

        private final AiText ai;
        private final String tenantId;
        private final Platform platform;
        private final CustomCommand command;
        private final Instant deadline = clock.instant().plus(DEADLINE);
        private State state = State.GOING_ON;

        private Asking(AiText ai, String tenantId, Platform platform, CustomCommand command) {
            this.ai = ai;
            this.tenantId = tenantId;
            this.platform = platform;
            this.command = command;
        }

        private String ask(String prompt) {
            if (state != State.GOING_ON) {
                return "";
            }
            Instant now = clock.instant();
            Duration left = Duration.between(now, deadline);
            if (!left.isPositive()) {
                state = State.NO_ANSWER;
                return "";
            }
            if (!table.update(AiUsage.count(tenantId, now, callsLimit)).done()) {
                state = State.LIMIT_REACHED;
                return "";
            }
            List<AiMemory.Exchange> before = command.aiMemory() ? memory().exchanges() : List.of();
            Optional<String> answer = ai.answer(prompt, before, left);
            state = answer.isEmpty() ? State.NO_ANSWER : State.GOING_ON;
            answer.filter(text -> command.aiMemory()).ifPresent(text -> remember(prompt, text));
            return answer.orElse("");
        }

        private AiMemory memory() {
            return AiMemory.read(table, tenantId, command, platform);
        }

        /// Remembers an exchange, unless the command has been deleted meanwhile.
        private void remember(String prompt, String answer) {
            AiMemory.Exchange exchange = new AiMemory.Exchange(
                    ViewerText.cut(prompt, MAX_REMEMBERED), ViewerText.cut(answer, MAX_REMEMBERED));
            Write stillThere = Write.check(ChatKeys.customCommand(tenantId, command.name()))
                    .when(Condition.equal(ID, command.id()))
                    .orElse(row -> new Overtaken());
            try {
                outbox.commit(
                        tenantId,
                        null,
                        () -> Outcome.empty().writing(memory().with(exchange).write(), stillThere));
            } catch (Overtaken gone) {
                // The command was deleted, and its memory with it.
            }
        }
    }
}
