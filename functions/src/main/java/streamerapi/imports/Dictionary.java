package streamerapi.imports;

import org.jspecify.annotations.Nullable;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Our variables (docs/commands.md) for those of the responses of other bots' commands.
final class Dictionary {

    private static final Map<String, String> STREAM_ELEMENTS = Map.ofEntries(
            Map.entry("user", "{user}"),
            Map.entry("user.name", "{user}"),
            Map.entry("sender", "{user}"),
            Map.entry("sender.name", "{user}"),
            Map.entry("source", "{user}"),
            Map.entry("source.name", "{user}"),
            Map.entry("touser", "{target}"),
            Map.entry("touser.name", "{target}"),
            Map.entry("channel", "{channel}"),
            Map.entry("channel.display_name", "{channel}"),
            Map.entry("args", "{args}"),
            Map.entry("1:", "{args}"),
            Map.entry("uptime", "{uptime}"),
            Map.entry("random", "{random}"),
            Map.entry("random.number", "{random}"),
            Map.entry("time", "{time}"));

    private static final Map<String, String> NIGHTBOT = Map.of(
            "user", "{user}",
            "touser", "{target}",
            "query", "{args}",
            "channel", "{channel}",
            "time", "{time}");

    private static final Pattern ARGUMENT = Pattern.compile("[1-9]");
    private static final Pattern COUNTER = Pattern.compile("[a-z0-9_-]{1,64}");

    /// The end of a counter's name that our variable would take off the counter named before it: `covid-19`.
    private static final Pattern ENDS_AS_STEP = Pattern.compile("[a-z0-9_-]-\\d{0,9}$");

    private static final Pattern STEP = Pattern.compile("(\\S+)\\s+([+-]\\d{1,9})");
    private static final Pattern RANGE = Pattern.compile("random\\.(-?\\d{1,9})-(-?\\d{1,9})");
    private static final Pattern OPTION = Pattern.compile("'([^']*)'|\"([^\"]*)\"|`([^`]*)`|(\\S+)");
    private static final Pattern NO_OPTION = Pattern.compile("[|{}$]");

    private Dictionary() {}

    /// Translates a response of StreamElements.
    ///
    /// @param command the name of the command, which its own counter has
    static Translation streamElements(String response, String command) {
        return Translation.of(response, "({", variable -> {
            String plain = STREAM_ELEMENTS.get(variable.toLowerCase(Locale.ROOT));
            return plain != null ? plain : more(variable, command);
        });
    }

    /// Translates a response of Nightbot.
    ///
    /// @param command as above
    static Translation nightbot(String response, String command) {
        return Translation.of(response, "(", variable -> {
            String plain = NIGHTBOT.get(variable.toLowerCase(Locale.ROOT));
            if (plain != null) {
                return plain;
            }
            String[] words = variable.split("\\s+", 2);
            return switch (words[0].toLowerCase(Locale.ROOT)) {
                case "count" -> words.length == 1 ? counter(command, "+") : null;
                case "time" -> time(words[1].split("\\s+", 2)[0]);
                default -> argument(variable);
            };
        });
    }

    private static @Nullable String more(String variable, String command) {
        String[] words = variable.split("\\s+", 2);
        String rest = words.length == 1 ? "" : words[1];
        String name = words[0].toLowerCase(Locale.ROOT);
        return switch (name) {
            case "count" -> count(rest, command);
            case "getcount" -> counter(rest.isEmpty() ? command : rest, "");
            case "random.pick" -> choice(rest);
            case "time" -> time(rest);
            default -> name.startsWith("time.") ? time(words[0].substring("time.".length())) : numeric(variable);
        };
    }

    private static @Nullable String numeric(String variable) {
        Matcher range = RANGE.matcher(variable.toLowerCase(Locale.ROOT));
        return range.matches() ? "{random:" + range.group(1) + "-" + range.group(2) + "}" : argument(variable);
    }

    private static @Nullable String argument(String variable) {
        return ARGUMENT.matcher(variable).matches() ? "{" + variable + "}" : null;
    }

    private static @Nullable String count(String rest, String command) {
        Matcher step = STEP.matcher(rest);
        if (step.matches()) {
            return counter(step.group(1), step.group(2));
        }
        return counter(rest.isEmpty() ? command : rest, "+");
    }

    private static @Nullable String counter(String name, String step) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isStep = step.isEmpty() && ENDS_AS_STEP.matcher(lower).find();
        return COUNTER.matcher(lower).matches() && !isStep ? "{counter:" + lower + step + "}" : null;
    }

    private static @Nullable String time(String zone) {
        return ZoneId.getAvailableZoneIds().contains(zone) ? "{time:" + zone + "}" : null;
    }

    private static @Nullable String choice(String options) {
        List<String> all = new ArrayList<>();
        Matcher option = OPTION.matcher(options);
        while (option.find()) {
            for (int group = 1; group <= option.groupCount(); group++) {
                if (option.group(group) != null) {
                    all.add(option.group(group));
                }
            }
        }
        boolean cannotBe = all.isEmpty() || NO_OPTION.matcher(options).find();
        return cannotBe ? null : "{choice:" + String.join("|", all) + "}";
    }
}
