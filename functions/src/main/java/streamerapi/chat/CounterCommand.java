package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.counters.Counter;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A counter's command: `!deaths`, `!deaths+`, `!deaths-`, `!deaths+ 3`, `!deaths 5`.
///
/// @param step what is added; 0 if nothing is
/// @param set the new value, or null
record CounterCommand(String name, long step, @Nullable Long set) {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,16}");

    /// The commands that a line can be; the first one whose counter exists is meant. The name of a counter may end with
    /// `-`, so `!deaths-` reads a counter `deaths-` if there is one, and else takes one off `deaths`.
    static List<CounterCommand> of(ChatLine.Typed typed) {
        String trigger = typed.trigger();
        Long number =
                typed.arguments().isEmpty() ? null : number(typed.arguments().getFirst());
        List<CounterCommand> commands = new ArrayList<>();
        if (Counter.isName(trigger)) {
            commands.add(new CounterCommand(trigger, 0, number));
        }
        boolean isMinus = trigger.endsWith("-");
        if (isMinus || trigger.endsWith("+")) {
            String name = trigger.substring(0, trigger.length() - 1);
            long amount = number == null || number < 0 ? 1 : number;
            if (Counter.isName(name)) {
                commands.add(new CounterCommand(name, isMinus ? -amount : amount, null));
            }
        }
        return commands;
    }

    /// The number that a counter can have as its value; null if the word is none.
    private static @Nullable Long number(String word) {
        if (!NUMBER.matcher(word).matches()) {
            return null;
        }
        long number = Long.parseLong(word);
        return Math.abs(number) <= Counter.MAX_VALUE ? Long.valueOf(number) : null;
    }

    /// Whether it changes the counter, which takes a moderator.
    boolean changes() {
        return step != 0 || set != null;
    }
}
