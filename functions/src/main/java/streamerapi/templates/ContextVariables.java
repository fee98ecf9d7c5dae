package streamerapi.templates;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.ChatTemplate;
import streamerapi.shared.text.ChatSigns;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The variables of templates whose values follow from the context, or from chance (docs/commands.md lists them).
record ContextVariables(TemplateContext context, Supplier<RandomGenerator> random) {

    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,9})-(-?\\d{1,9})");
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

    /// The value of a variable; null if it is unknown, or its argument makes no sense.
    @Nullable
    String value(ChatTemplate.Variable variable) {
        return switch (variable.name()) {
            case "user", "target", "args", "1", "2", "3", "4", "5", "6", "7", "8", "9" ->
                context.chatter() == null ? null : ofChatter(variable.name(), context.chatter());
            case "channel" -> Objects.requireNonNullElse(context.channel(), "");
            case "uptime" -> uptime(context.liveSince(), context.now());
            case "random" -> number(variable.argument());
            case "choice" -> choice(variable.argument());
            case "time" -> time(variable.argument());
            default -> null;
        };
    }

    private static String ofChatter(String name, TemplateContext.Chatter chatter) {
        List<String> arguments = chatter.arguments();
        return switch (name) {
            case "user" -> chatter.name();
            case "args" -> String.join(" ", arguments);
            case "target" -> target(chatter);
            default -> {
                int position = Integer.parseInt(name);
                yield position > arguments.size() ? "" : arguments.get(position - 1);
            }
        };
    }

    private static String target(TemplateContext.Chatter chatter) {
        String first = chatter.arguments().isEmpty() ? "" : chatter.arguments().getFirst();
        String name = ChatSigns.withoutMention(first);
        return name.isEmpty() ? chatter.name() : name;
    }

    private static String uptime(@Nullable Instant since, Instant now) {
        if (since == null || since.isAfter(now)) {
            return "offline";
        }
        Duration up = Duration.between(since, now);
        return up.toHours() == 0 ? up.toMinutes() + " min" : up.toHours() + " h " + up.toMinutesPart() + " min";
    }

    private @Nullable String number(String range) {
        Matcher matcher = RANGE.matcher(range.isEmpty() ? "1-100" : range);
        if (!matcher.matches()) {
            return null;
        }
        long from = Long.parseLong(matcher.group(1));
        long to = Long.parseLong(matcher.group(2));
        return from > to ? null : Long.toString(random.get().nextLong(from, to + 1));
    }

    private @Nullable String choice(String options) {
        if (options.isEmpty()) {
            return null;
        }
        String[] all = options.split("\\|", -1);
        return all[random.get().nextInt(all.length)].strip();
    }

    private @Nullable String time(String zone) {
        try {
            return context.now()
                    .atZone(zone.isEmpty() ? context.zone() : ZoneId.of(zone))
                    .format(CLOCK);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
