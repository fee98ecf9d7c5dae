import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of the command line: a command, options, and fields to set. */
final class Options {
    private static final Set<String> FLAGS = Set.of("--json", "--print-secret", "--test", "--help", "--no-browser", "--list");
    private static final Set<String> WITH_VALUE = Set.of(
            "--url", "--key", "--events", "--count", "--secret", "--forward-to", "--name", "--amount", "--message",
            "--client-id", "--scopes");

    private final Terminal terminal;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, Object> set = new LinkedHashMap<>();

    Options(String[] arguments, Terminal terminal) {
        this.terminal = terminal;
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            if (FLAGS.contains(word)) {
                options.put(word, "");
            } else if (WITH_VALUE.contains(word)) {
                options.put(word, value(arguments, ++i));
            } else if (word.equals("--set")) {
                set(value(arguments, ++i));
            } else if (word.startsWith("-")) {
                throw Failure.usage("There is no option " + word + ". See: help");
            } else {
                words.add(word);
            }
        }
    }

    private static String value(String[] arguments, int at) {
        if (at >= arguments.length) {
            throw Failure.usage(arguments[at - 1] + " needs a value");
        }
        return arguments[at];
    }

    /**
     * A value is JSON if it reads like a number, a truth value or null, or begins like a text, a list or an object in
     * JSON; anything else is a text.
     */
    private void set(String pair) {
        int sign = pair.indexOf('=');
        if (sign < 1) {
            throw Failure.usage("--set needs name=value");
        }
        String name = pair.substring(0, sign);
        String value = pair.substring(sign + 1);
        if (value.matches("(?s)[\"\\[{].*")) {
            set.put(name, json(name, value));
        } else {
            set.put(name, isJson(value) ? Json.raw(value) : value);
        }
    }

    private static Object json(String name, String value) {
        try {
            return Json.readWhole(value);
        } catch (Failure | NumberFormatException e) {
            throw Failure.usage("--set " + name + ": what begins with \", [ or { must be JSON");
        }
    }

    private static boolean isJson(String value) {
        return value.matches("-?(0|[1-9][0-9]*)([.][0-9]+)?|true|false|null");
    }

    /** The command, its words separated by single spaces. */
    String command() {
        return String.join(" ", words);
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    /** An option's value, or null. */
    String get(String option) {
        return options.get(option);
    }

    String get(String option, String fallback) {
        return options.getOrDefault(option, fallback);
    }

    /** An option's value, or else a variable's, or else null. */
    String getOr(String option, String variable) {
        return options.getOrDefault(option, terminal.variable(variable));
    }

    Terminal terminal() {
        return terminal;
    }

    /** An option's value as a JSON number. */
    Object number(String option) {
        String value = options.get(option);
        if (!isJson(value) || !value.matches("[-0-9].*")) {
            throw Failure.usage(option + " needs a number");
        }
        return Json.raw(value);
    }

    /** The number of an option that counts. */
    long count(String option, long fallback) {
        String value = options.get(option);
        if (value == null) {
            return fallback;
        }
        if (!value.matches("[1-9][0-9]{0,15}")) {
            throw Failure.usage(option + " needs a number from 1");
        }
        return Long.parseLong(value);
    }

    /** The fields that `--set` gave. */
    Map<String, Object> fields() {
        return set;
    }

    /** Prints one answer: its JSON for programs, a line for people. */
    void print(String json, String line) {
        terminal.out().println(has("--json") ? json : line);
    }
}
