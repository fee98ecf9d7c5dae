package streamerapi.commands;

import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.PlatformCommands;

/// The rule for the texts that the bot is given to say: responses of commands, messages of timers, and chat messages
/// (contract "What the bot says").
public final class BotTexts {

    /// The most AI tokens of a text.
    public static final int MAX_AI_TOKENS = 2;

    /// The most counters that a text steps.
    public static final int MAX_COUNTER_STEPS = 20;

    private BotTexts() {}

    /// A template that the bot can say.
    ///
    /// @throws Problem `bad_request` with `field`
    public static String checked(String field, String text) {
        checkedBeginning(field, text);
        ChatTemplate template = ChatTemplate.parse(text);
        if (template.aiTokens() > MAX_AI_TOKENS) {
            throw Problem.badField(field, field + " must have at most " + MAX_AI_TOKENS + " {ai:…} tokens");
        }
        if (template.counterSteps().size() > MAX_COUNTER_STEPS) {
            throw Problem.badField(field, field + " must change at most " + MAX_COUNTER_STEPS + " counters");
        }
        return text;
    }

    /// A text that no platform takes for a command.
    ///
    /// @throws Problem `bad_request` with `field`
    public static String checkedBeginning(String field, String text) {
        if (PlatformCommands.isCommand(text)) {
            throw Problem.badField(
                    field,
                    field + " must not begin with / or ., or with a sign that looks like them: platforms take it for a"
                            + " command");
        }
        return text;
    }
}
