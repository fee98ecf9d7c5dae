package streamerapi.chat;

import streamerapi.shared.events.EventSchema;

import java.time.YearMonth;

/// The warnings about chat commands that the AI service did not answer.
public final class AiWarnings {

    /// The service did not answer a command, which has this name.
    public static final EventSchema<String> UNAVAILABLE = EventSchema.warning("ai_unavailable", s -> {
        EventSchema.message(
                s, command -> "The AI service did not answer !" + command + " in time; chat got no answer.");
        s.anyText("command", command -> command).doc("The name of the chat command that got no answer.");
    });

    /// The service answered as often as it may in a month.
    public static final EventSchema<Limit> LIMIT_REACHED = EventSchema.warning("ai_limit_reached", s -> {
        EventSchema.message(
                s,
                it -> "The AI service was asked " + it.most + " times in " + it.month
                        + " (UTC), which is the month's limit; chat got no answer.");
        s.integer("limit", Limit::most)
                .between(0, Long.MAX_VALUE)
                .doc("The most prompts of an account that the AI service answers in a month.");
    });

    private AiWarnings() {}

    /// How many prompts of an account the service answers at most in a month.
    public record Limit(YearMonth month, long most) {}
}
