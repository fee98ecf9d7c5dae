package streamerapi.service;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The answers that the bot should give to lines of chat (docs/commands.md), in a few rules.
final class EveningModel {

    private static final Pattern COUNTER = Pattern.compile("([a-z]+)([+-]?)");

    /// A custom command.
    ///
    /// @param answer what it answers to a line
    record Command(
            String name,
            List<String> aliases,
            List<String> platforms,
            String permission,
            int cooldown,
            boolean perUser,
            boolean listed,
            boolean enabled,
            Function<Line, String> answer) {

        private boolean runsOn(String platform) {
            return enabled && platforms.contains(platform);
        }
    }

    /// A line of chat.
    record Line(Instant at, String platform, String viewer, boolean isModerator, boolean isSubscriber, String text) {

        private List<String> words() {
            return Arrays.asList(text.substring(1).split(" "));
        }

        String arguments() {
            return String.join(" ", words().subList(1, words().size()));
        }

        String target() {
            return words().size() == 1 ? viewer : words().get(1).replaceFirst("^@", "");
        }
    }

    private final Map<String, Command> byTrigger = new HashMap<>();
    private final Map<String, Command> byName = new TreeMap<>();
    private final Map<String, Long> counters = new TreeMap<>();
    private final Map<String, Instant> cooling = new HashMap<>();
    private final List<TimerStage.Post> answers = new ArrayList<>();
    private int runs;
    private boolean cooled;

    void add(Command command) {
        byName.put(command.name, command);
        byTrigger.put(command.name, command);
        command.aliases.forEach(alias -> byTrigger.put(alias, command));
    }

    /// Every counter and its value.
    Map<String, Long> counters() {
        return counters;
    }

    /// Adds to a counter, and tells its value.
    long count(String name, long step) {
        return counters.merge(name, step, Long::sum);
    }

    /// The bot's answers so far.
    List<TimerStage.Post> answers() {
        return answers;
    }

    /// How many custom commands have run.
    int runs() {
        return runs;
    }

    /// A line comes.
    ///
    /// @return whether it counts as a line another time if it comes again: it did nothing, or it now finds what it ran
    /// cooling down
    boolean comes(Line line) {
        cooled = false;
        String answer = line.text.startsWith("!") && line.text.length() > 1 ? answer(line) : null;
        if (answer != null && !answer.isEmpty()) {
            answers.add(new TimerStage.Post(line.at, line.platform, answer));
        }
        return answer == null || cooled;
    }

    private @Nullable String answer(Line line) {
        String trigger = line.words().getFirst().toLowerCase(Locale.ROOT);
        Command command = byTrigger.get(trigger);
        if (command != null) {
            return custom(line, command);
        }
        Matcher counter = COUNTER.matcher(trigger);
        if (counter.matches() && counters.containsKey(counter.group(1))) {
            return counter(line, counter.group(1), counter.group(2));
        }
        return switch (trigger) {
            case "commands" -> cools(line, "commands", 5) ? null : list(line.platform);
            case "skip" -> line.isModerator ? "No tip is playing." : null;
            case "pause" -> line.isModerator ? "The queue is paused." : null;
            case "resume" -> line.isModerator ? "The queue goes on." : null;
            default -> null;
        };
    }

    private @Nullable String custom(Line line, Command command) {
        boolean mayRun =
                switch (command.permission) {
                    case "everyone" -> true;
                    case "subscriber" -> line.isSubscriber || line.isModerator;
                    default -> line.isModerator;
                };
        String whose = command.perUser ? line.platform + line.viewer : "";
        if (!command.runsOn(line.platform)
                || !mayRun
                || cools(line.at, "custom " + command.name + " " + whose, command.cooldown)) {
            return null;
        }
        runs++;
        return command.answer.apply(line);
    }

    private @Nullable String counter(Line line, String name, String sign) {
        String amount = line.arguments();
        if (!sign.isEmpty()) {
            long step = amount.isEmpty() ? 1 : Long.parseLong(amount);
            return line.isModerator ? name + ": " + count(name, sign.equals("+") ? step : -step) : null;
        }
        if (!amount.isEmpty()) {
            if (line.isModerator) {
                counters.put(name, Long.parseLong(amount));
            }
            return line.isModerator ? name + ": " + amount : null;
        }
        return cools(line, "counter " + name, 5) ? null : name + ": " + counters.get(name);
    }

    private String list(String platform) {
        return byName.values().stream()
                .filter(command -> command.listed && command.runsOn(platform))
                .map(command -> "!" + command.name)
                .collect(Collectors.joining(", ", "Commands: ", ""));
    }

    /// Moderators do not wait for built-in commands, and start no cooldown.
    private boolean cools(Line line, String what, int seconds) {
        return !line.isModerator && cools(line.at, what, seconds);
    }

    /// Whether it cools down; if not, it does from now on.
    private boolean cools(Instant now, String what, int seconds) {
        Instant until = cooling.get(what);
        if (until != null && until.isAfter(now)) {
            return true;
        }
        if (seconds > 0) {
            cooling.put(what, now.plus(Duration.ofSeconds(seconds)));
            cooled = true;
        }
        return false;
    }
}
