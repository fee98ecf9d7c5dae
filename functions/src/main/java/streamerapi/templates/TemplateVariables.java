package streamerapi.templates;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BotTexts;
import streamerapi.commands.ChatTemplate;
import streamerapi.counters.Counters;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.tasks.Async;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces the variables of templates (docs/commands.md lists them). All reads run in parallel.
///
/// A variable that is unknown, or whose argument makes no sense, stays as it is written.
public final class TemplateVariables {

    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,9})-(-?\\d{1,9})");
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

    private final Counters counters;
    private final TipFacts tips;
    private final Supplier<RandomGenerator> random;

    public TemplateVariables(Counters counters, TipFacts tips, Supplier<RandomGenerator> random) {
        this.counters = counters;
        this.tips = tips;
        this.random = random;
    }

    /// Fills templates in for one occasion. A counter that they step is stepped once for all of them, by the first of
    /// their steps; at most [BotTexts#MAX_COUNTER_STEPS] counters are, and at most [BotTexts#MAX_AI_TOKENS] prompts of
    /// a template asked. Variables beyond it stay as they are written: a text can be older than the rule.
    public Outcome<List<Filled>> fill(List<ChatTemplate> templates, TemplateContext occasion) {
        Reads reads = new Reads(occasion, steps(templates, occasion));
        List<Filled> filled =
                templates.stream().map(template -> reads.fill(template)).toList();
        return reads.outcome(filled);
    }

    private static Map<String, Long> steps(List<ChatTemplate> templates, TemplateContext occasion) {
        Map<String, Long> steps = new LinkedHashMap<>();
        templates.stream()
                .flatMap(template -> template.filled(occasion.chatter() != null).counterSteps().stream())
                .filter(step -> steps.containsKey(step.name()) || steps.size() < BotTexts.MAX_COUNTER_STEPS)
                .forEach(step -> steps.putIfAbsent(step.name(), step.amount()));
        return steps;
    }

    /// The reads and writes of one filling.
    private final class Reads {

        private final TemplateContext occasion;
        private final Map<String, Async<Outcome<String>>> started = new LinkedHashMap<>();

        private final Set<String> stepped;
        private final Async<Outcome<Map<String, Long>>> steps;

        /// @param steps how much is added to which counters
        private Reads(TemplateContext occasion, Map<String, Long> steps) {
            this.occasion = occasion;
            this.stepped = steps.keySet();
            this.steps = steps.isEmpty()
                    ? Async.done(Outcome.of(Map.of()))
                    : Async.start(() -> counters.step(occasion.tenantId(), steps));
        }

        private Filled fill(ChatTemplate template) {
            List<ChatTemplate.Part> parts =
                    template.filled(occasion.chatter() != null).parts();
            parts.forEach(this::start);
            List<Filled.Piece> pieces = new ArrayList<>();
            for (ChatTemplate.Part part : parts) {
                pieces.add(
                        switch (part) {
                            case ChatTemplate.Literal literal -> new Filled.Written(literal.text());
                            case ChatTemplate.Variable variable -> value(variable);
                            case ChatTemplate.Ai ai ->
                                new Filled.Prompt(fill(ai.prompt()).plain());
                        });
            }
            return new Filled(pieces);
        }

        private Outcome<List<Filled>> outcome(List<Filled> filled) {
            Outcome<List<Filled>> outcome = Outcome.of(filled).and(steps.join());
            for (Async<Outcome<String>> read : started.values()) {
                outcome = outcome.and(read.join());
            }
            return outcome;
        }

        private void start(ChatTemplate.Part part) {
            if (part instanceof ChatTemplate.Variable variable) {
                Supplier<Outcome<String>> read = read(variable);
                if (read != null) {
                    started.computeIfAbsent(variable.source(), source -> Async.start(read));
                }
            }
        }

        private Filled.Piece value(ChatTemplate.Variable variable) {
            ChatTemplate.CounterStep step = ChatTemplate.CounterStep.of(variable);
            if (step != null) {
                Long sum = stepped.contains(step.name()) ? steps.join().value().get(step.name()) : null;
                return sum == null ? new Filled.Written(variable.source()) : new Filled.Value(sum.toString());
            }
            Async<Outcome<String>> read = started.get(variable.source());
            String value = read != null ? read.join().value() : known(variable);
            return value == null ? new Filled.Written(variable.source()) : new Filled.Value(value);
        }

        private @Nullable Supplier<Outcome<String>> read(ChatTemplate.Variable variable) {
            String tenantId = occasion.tenantId();
            return switch (variable.name()) {
                case "counter" -> counter(tenantId, variable);
                case "last_tip" -> () -> Outcome.of(tips.last(tenantId));
                case "top_tipper" -> () -> Outcome.of(tips.top(tenantId, occasion.currency()));
                case "goal" -> () -> Outcome.of(tips.goal(tenantId, occasion.currency()));
                default -> null;
            };
        }

        private @Nullable Supplier<Outcome<String>> counter(String tenantId, ChatTemplate.Variable variable) {
            String name = ChatTemplate.CounterStep.readBy(variable);
            return name == null ? null : () -> Outcome.of(Long.toString(counters.value(tenantId, name)));
        }

        private @Nullable String known(ChatTemplate.Variable variable) {
            return switch (variable.name()) {
                case "user", "target", "args", "1", "2", "3", "4", "5", "6", "7", "8", "9" -> ofChatter(variable);
                case "channel" -> occasion.channel() == null ? "" : occasion.channel();
                case "uptime" -> uptime(occasion.liveSince(), occasion.now());
                case "random" -> number(variable.argument());
                case "choice" -> choice(variable.argument());
                case "time" -> time(variable.argument());
                default -> null;
            };
        }

        private @Nullable String ofChatter(ChatTemplate.Variable variable) {
            TemplateContext.Chatter chatter = occasion.chatter();
            if (chatter == null) {
                return null;
            }
            List<String> arguments = chatter.arguments();
            return switch (variable.name()) {
                case "user" -> chatter.name();
                case "args" -> String.join(" ", arguments);
                case "target" -> target(chatter);
                default -> {
                    int position = Integer.parseInt(variable.name());
                    yield position > arguments.size() ? "" : arguments.get(position - 1);
                }
            };
        }

        private @Nullable String time(String zone) {
            try {
                return occasion.now()
                        .atZone(ZoneId.of(zone.isEmpty() ? "UTC" : zone))
                        .format(CLOCK);
            } catch (DateTimeException e) {
                return null;
            }
        }
    }

    private static String target(TemplateContext.Chatter chatter) {
        String first = chatter.arguments().isEmpty() ? "" : chatter.arguments().getFirst();
        String name = first.startsWith("@") ? first.substring(1) : first;
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
}
