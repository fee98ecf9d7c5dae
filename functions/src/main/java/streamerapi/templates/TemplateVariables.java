package streamerapi.templates;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.BotTexts;
import streamerapi.commands.ChatTemplate;
import streamerapi.counters.Counters;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.tasks.Async;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Replaces the variables of templates (docs/commands.md lists them). All reads run in parallel.
///
/// A variable that is unknown, or whose argument makes no sense, stays as it is written.
public final class TemplateVariables {

    private final Counters counters;
    private final TipFacts tips;
    private final Supplier<RandomGenerator> random;

    public TemplateVariables(Counters counters, TipFacts tips, Supplier<RandomGenerator> random) {
        this.counters = counters;
        this.tips = tips;
        this.random = random;
    }

    /// Fills templates in for one occasion. A counter that they step more than once is stepped once, by the first of
    /// their steps; at most [BotTexts#MAX_COUNTER_STEPS] counters are, and at most [BotTexts#MAX_AI_TOKENS] prompts of
    /// a template asked. Variables beyond it stay as they are written: a text can be older than the rule.
    public Outcome<List<Filled>> fill(List<ChatTemplate> templates, TemplateContext occasion) {
        Reads reads = new Reads(occasion, steps(templates, occasion));
        List<Filled> filled =
                templates.stream().map(template -> reads.fill(template)).toList();
        return reads.outcome(filled);
    }

    /// The counters that templates step, and how much is added to each.
    static Map<String, Long> steps(List<ChatTemplate> templates, TemplateContext occasion) {
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
        private final ContextVariables known;
        private final Map<String, Async<Outcome<String>>> started = new LinkedHashMap<>();

        private final Set<String> stepped;
        private final Async<Outcome<Map<String, Long>>> steps;

        /// @param steps how much is added to which counters
        private Reads(TemplateContext occasion, Map<String, Long> steps) {
            this.occasion = occasion;
            this.known = new ContextVariables(occasion, random);
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
            if (occasion.chatter() == null && variable.name().equals("channel")) {
                return new Filled.Channel();
            }
            ChatTemplate.CounterStep step = ChatTemplate.CounterStep.of(variable);
            if (step != null) {
                Long sum = stepped.contains(step.name()) ? steps.join().value().get(step.name()) : null;
                return sum == null ? new Filled.Written(variable.source()) : new Filled.Value(sum.toString());
            }
            Async<Outcome<String>> read = started.get(variable.source());
            String value = read != null ? read.join().value() : known.value(variable);
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
    }
}
