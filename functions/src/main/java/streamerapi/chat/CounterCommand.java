package streamerapi.chat;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A counter's command: `!deaths`, `!deaths+`, `!deaths-`, `!deaths+ 3`, `!deaths 5`.
///
/// @param step what is added; 0 if nothing is
/// @param set the new value, or null
record CounterCommand(String name, long step, @Nullable Long set) {

    private static final Pattern TRIGGER = Pattern.compile("([a-z0-9_-]{0,63}[a-z0-9_])([+-]?)");
    private static final Pattern AMOUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern VALUE = Pattern.compile("-?\\d{1,15}");

    /// Parses a command; null if the trigger cannot be a counter's.
    static @Nullable CounterCommand of(ChatLine.Typed typed) {
        Matcher trigger = TRIGGER.matcher(typed.trigger());
        if (!trigger.matches()) {
            return null;
        }
        String name = trigger.group(1);
        List<String> arguments = typed.arguments();
        String first = arguments.isEmpty() ? "" : arguments.getFirst();
        String sign = trigger.group(2);
        if (!sign.isEmpty()) {
            long amount = AMOUNT.matcher(first).matches() ? Long.parseLong(first) : 1;
            return new CounterCommand(name, sign.equals("-") ? -amount : amount, null);
        }
        return new CounterCommand(name, 0, VALUE.matcher(first).matches() ? Long.valueOf(first) : null);
    }

    /// Whether it changes the counter, which takes a moderator.
    boolean changes() {
        return step != 0 || set != null;
    }
}
